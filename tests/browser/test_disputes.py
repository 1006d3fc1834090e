"""A player says that the rules are wrong; what is filed is a case that fails for exactly that reason."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from albion.engine.cases import read_cases, run_case
from albion.games import find_game
from browser.table_page import NewPlayer, Server, place_all, seated

pytestmark = pytest.mark.browser


def test_a_refused_place_is_disputed_from_the_map(new_player: NewPlayer, server: Server) -> None:
    ann = seated(new_player)
    place_all(ann)
    first = next(a for a in ann.answers() if a.startswith("from "))
    ann.press(first)
    ann.page.wait_for_selector(".table[data-draft=yes]")
    ann.click_area("orkneys")
    ann.page.locator("[data-do=dispute-this]").click()
    dialog = ann.page.get_by_role("dialog", name="Report a rules problem")
    expect(dialog.get_by_label("What is wrong?").locator("option:checked")).to_have_text(
        "Should be possible: To the Orkneys"
    )
    dialog.get_by_label("What did you expect?").fill("They can swim.")
    dialog.get_by_label("Why? Name the rule if you can.").fill("It is not far.")
    ann.shot("dispute")
    dialog.get_by_role("button", name="Send").click()
    with ann.page.expect_download() as saved:
        dialog.get_by_role("button", name="Download it as a test case").click()

    (case,) = read_cases(saved.value.path())
    (problem,) = run_case(case, find_game)
    assert case.name == "They can swim." and case.fields["do"] == [first]
    assert problem.startswith("'to orkneys' is not offered")
    kept = server.data / "disputes" / saved.value.suggested_filename
    assert kept.read_text(encoding="utf-8") == saved.value.path().read_text(encoding="utf-8")


def test_what_happened_is_disputed_from_the_menu(new_player: NewPlayer, server: Server) -> None:
    ann = seated(new_player)
    place_all(ann)
    ann.menu("dispute")
    dialog = ann.page.get_by_role("dialog", name="Report a rules problem")
    about = dialog.get_by_label("What is wrong?")
    expect(about.get_by_role("option", name="Should not be possible: ")).not_to_have_count(0)
    text = about.locator("option:checked").text_content()
    dialog.get_by_label("What did you expect?").fill("Nothing of the kind.")
    dialog.get_by_role("button", name="Send").click()
    status = dialog.get_by_role("status").text_content() or ""
    kept = next(f for f in (server.data / "disputes").glob("*.toml") if f.stem in status)

    (case,) = read_cases(kept)
    (kind,) = case.fields["without"]
    assert text and run_case(case, find_game) == [f"an event '{kind}' happened, expected none"]
