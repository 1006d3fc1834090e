"""Playing over weeks, on the page: clocks, standing orders, notifications and holidays."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.table_page import NewPlayer

pytestmark = pytest.mark.browser


def test_a_match_is_created_with_a_clock_that_the_table_shows(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    player.page.goto("/")
    setup = player.page.locator("#setup")
    setup.locator("[name=clock]").select_option("bank")
    setup.locator("[name=clock-days]").fill("4")
    setup.locator("[name=clock-zero]").select_option("pass")
    player.shot("clock-setup")
    setup.locator("[data-do=begin]").click()
    player.page.wait_for_url("**/match/*")
    match = player.page.url.rpartition("/")[2]
    clock = player.api("GET", f"/matches/{match}")["clock"]

    assert (clock["kind"], clock["minutes"], clock["increment"], clock["at_zero"]) == (
        "bank",
        5760,
        720,
        "pass",
    )
    expect(player.page.locator(".player.yours .time-left")).to_have_text("4 days")


def test_standing_orders_are_set_tried_and_kept(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    match = player.make_match(
        {"yellow": "human", "green": "bot:steady", "red": "bot:steady", "blue": "bot:steady"}
    )
    player.open(match)
    player.menu("orders")
    dialog = player.page.get_by_role("dialog", name="Standing orders")
    expect(dialog.locator("[data-order=retreat] select").first).to_have_value("ask")
    dialog.locator("[data-do=orders-default]").click()
    expect(dialog.locator("[data-order=retreat] select").first).to_have_value("odds")
    dialog.locator("[data-order=retreat] input[type=number]").fill("25")
    dialog.locator("[data-order=retreat] select").nth(1).select_option("york")
    dialog.locator("[data-do=orders-try]").click()
    expect(dialog).to_contain_text("None of these questions has come up yet.")
    dialog.locator("[data-do=orders-save]").click()
    player.page.wait_for_function("() => document.body.textContent.includes('Orders saved.')")
    player.shot("orders")
    kept = player.api("GET", f"/matches/{match}/orders")["orders"]["retreat"]

    assert kept == {"policy": "odds", "n": 25, "only": ["york"], "disarmed": ""}
    dialog.get_by_role("button", name="No restriction").click()
    with player.page.expect_response(lambda r: r.url.endswith("/orders") and r.request.method != "GET"):
        dialog.locator("[data-do=orders-save]").click()
    player.page.reload()
    player.menu("orders")
    expect(dialog.locator("[data-order=retreat] input[type=number]")).to_have_value("25")
    assert player.api("GET", f"/matches/{match}/orders")["orders"]["retreat"]["only"] == []


def test_resigning_leaves_the_seat_to_a_bot(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.prefer()
    match = player.make_match({"romans": "human", "britons": "bot:random"}, game="boudicca")
    player.open(match)
    dialog = player.page.get_by_role("dialog", name="Resign")
    player.menu("resign")
    dialog.get_by_role("button", name="Cancel").click()
    expect(player.page.locator(".player.yours")).to_have_count(1)
    player.menu("resign")
    dialog.locator("[data-do=sure]").click()

    expect(player.page.locator(".player.yours")).to_have_count(0)
    seats = player.api("GET", f"/matches/{match}")["seats"]
    assert {s["kind"] for s in seats} == {"bot"}


def test_quiet_time_services_and_holidays_are_set_on_the_account_page(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    player.page.goto("/account")
    notify = player.page.locator(".notify")
    notify.get_by_label("Another service").fill("nonsense")
    notify.locator("[data-do=add-apprise]").click()
    expect(player.page.get_by_role("alert")).to_contain_text("Apprise address")
    notify.get_by_label("Another service").fill("ntfy://ntfy.example/albion")
    notify.locator("[data-do=add-apprise]").click()
    expect(notify.locator("[data-channel=apprise]")).to_contain_text("ntfy://ntfy.example/…")
    notify.locator("[name=begins]").fill("22:00")
    notify.locator("[name=ends]").fill("07:30")
    notify.locator("[data-do=quiet]").click()
    expect(notify).to_contain_text("Quiet from 22:00 to 07:30")
    player.page.locator("[name=begins][type=date]").fill("2099-08-01")
    player.page.locator("[name=ends][type=date]").fill("2099-08-14")
    player.page.locator("[data-do=holiday]").click()
    expect(player.page.locator("[data-holiday]")).to_have_count(1)
    player.shot("notifications")
    told = player.api("GET", "/me/holidays")

    assert told["days_left"] == 42 - 14
    notify.get_by_role("button", name="Remove").click()
    expect(notify.locator("[data-channel]")).to_have_count(0)


def test_a_browser_that_allows_it_is_subscribed_or_says_why_not(new_player: NewPlayer) -> None:
    player = new_player("Ann", permissions=["notifications"])
    player.page.goto("/account")
    worker = player.page.request.get("/club/push-worker.js")
    assert worker.ok and "javascript" in worker.headers["content-type"]

    player.page.evaluate(
        """() => { PushManager.prototype.subscribe = async (how) => {
          window.asked = how.applicationServerKey.length;
          const key = await crypto.subtle.generateKey({name: "ECDH", namedCurve: "P-256"}, true, ["deriveBits"]);
          const point = new Uint8Array(await crypto.subtle.exportKey("raw", key.publicKey));
          const text = (b) => btoa(String.fromCharCode(...b)).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
          return {toJSON: () => ({endpoint: "https://push.example/1", keys: {p256dh: text(point), auth: text(new Uint8Array(16))}})};
        }; Notification.requestPermission = async () => "granted"; }"""
    )
    player.page.locator("[data-do=add-push]").click()

    expect(player.page.locator("[data-channel=push]")).to_have_count(1)
    assert player.page.evaluate("window.asked") == 65
