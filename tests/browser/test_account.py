"""Coming back: recovery codes, passkeys, and sessions ended from elsewhere, on the account page."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.table_page import NewPlayer, TablePage

pytestmark = pytest.mark.browser


def account(player: TablePage) -> TablePage:
    """The account page, from the lobby."""
    player.page.goto("/")
    player.page.locator("[data-do=account]").click()
    return player


def sign_out(player: TablePage) -> None:
    player.page.locator("[data-do=sign-out]").click()
    asked = player.page.get_by_role("dialog", name="Sign out")
    expect(asked).to_contain_text("Without a recovery code or a passkey")
    asked.locator("[data-do=sure]").click()
    expect(player.page.locator("[data-do=recover]")).to_be_visible()


def test_a_recovery_code_brings_a_player_back_who_then_ends_the_other_session(new_player: NewPlayer) -> None:
    here, there = account(new_player("Ann")), account(new_player("Visitor"))
    here.page.locator("[data-do=recovery]").click()
    code = here.page.locator("[data-code]").inner_text()
    here.shot("account")
    sign_out(there)
    there.page.get_by_label("Recovery code or link").fill(code)
    there.page.locator("[data-do=recover]").click()

    expect(there.page.get_by_label("Your name")).to_have_value("Ann")
    expect(there.page.locator("[data-session]")).to_have_count(2)
    there.page.locator("[data-do=end-session]").click()
    expect(there.page.locator("[data-session]")).to_have_count(1)
    here.page.goto("/account")
    expect(here.page.locator("[data-do=recover]")).to_be_visible()


def test_a_wrong_code_is_refused_in_a_sentence(new_player: NewPlayer) -> None:
    player = account(new_player("Ann"))
    sign_out(player)
    player.page.get_by_label("Recovery code or link").fill("no-such-code")
    player.page.locator("[data-do=recover]").click()

    expect(player.page.get_by_role("alert")).to_contain_text("code")


def test_a_browser_that_makes_no_passkeys_is_told_in_our_words(new_player: NewPlayer) -> None:
    """A fault once: the page showed what the browser says to programmers."""
    player = new_player("Ann")
    refuse = "navigator.credentials.create = () => Promise.reject(new DOMException('allowCredentials', 'NotSupportedError'))"
    player.page.add_init_script(refuse)
    account(player)
    player.page.locator("[data-do=add-passkey]").click()

    expect(player.page.get_by_role("alert")).to_contain_text("does not support passkeys")


def test_a_passkey_is_added_and_signs_in(new_player: NewPlayer) -> None:
    player = new_player("Ann")
    devtools = player.page.context.new_cdp_session(player.page)
    devtools.send("WebAuthn.enable")
    made = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}
    present = {"isUserVerified": True, "automaticPresenceSimulation": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": {**made, **present}})
    account(player)
    player.page.locator("[data-do=add-passkey]").click()
    expect(player.page.get_by_role("button", name="Remove Passkey of")).to_be_visible()
    sign_out(player)
    player.page.locator("[data-do=sign-in-passkey]").click()

    expect(player.page.get_by_label("Your name")).to_have_value("Ann")
    player.page.get_by_role("button", name="Remove Passkey of").click()
    expect(player.page.get_by_role("button", name="Remove Passkey of")).to_have_count(0)
