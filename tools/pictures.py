"""Puts the pictures that the browser tests took beside the mocks of the same moments, as JPEG under docs/pictures.

.venv/bin/pytest tests/browser                  # takes the pictures, into artefacts/
.venv/bin/python tools/pictures.py              # renews docs/pictures/*.jpg and its page
.venv/bin/python tools/pictures.py --mocks DIR  # and the mocks, from a folder of theirs
"""

from __future__ import annotations

import argparse
import base64
import sys
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from browser.conftest import ARTEFACTS, FLAGS  # noqa: E402
from support.programs import find_chromium  # noqa: E402

PICTURES = ROOT / "docs" / "pictures"
WIDEST = 1100
"""Pixels; what is wider is made smaller, so that the page stays light."""
QUALITY = 72


@dataclass(frozen=True)
class Moment:
    """One moment: what it is called, its mock, what a test took of it, and which test."""

    name: str
    title: str
    mock: str
    artefact: str
    test: str


MOMENTS = (
    Moment(
        "play-britannia",
        "How many land?",
        "play-britannia-desktop",
        "bernicia-question-desktop",
        "test_shapes.py",
    ),
    Moment("play-playback", "A bot's turn is told", "play-playback-desktop", "playback", "test_story.py"),
    Moment(
        "play-boudicca",
        "Does the stack attack?",
        "play-boudicca-desktop",
        "boudicca-attack",
        "test_situations.py",
    ),
    Moment(
        "play-domesday",
        "Whom does the Damage strike?",
        "play-domesday-desktop",
        "domesday-damage",
        "test_situations.py",
    ),
    Moment(
        "play-cards",
        "A card is played at the card",
        "play-domesday-desktop",
        "domesday-cards",
        "test_situations.py",
    ),
    Moment(
        "play-tablet", "The question on a tablet", "play-tablet", "bernicia-question-tablet", "test_shapes.py"
    ),
    Moment(
        "play-phone", "The question on a phone", "play-phone", "bernicia-question-phone", "test_shapes.py"
    ),
    Moment(
        "play-zoom200", "The question at 200 %", "play-zoom200", "bernicia-question-zoom200", "test_shapes.py"
    ),
    Moment("lobby-new", "A first visit", "lobby-new", "lobby-new-desktop", "test_lobby.py"),
    Moment("lobby-regular", "A regular's lobby", "lobby-regular", "lobby-regular", "test_lobby.py"),
    Moment("lobby-bell", "What the bell holds", "lobby-regular", "lobby-bell", "test_lobby.py"),
    Moment("lobby-phone", "The lobby on a phone", "lobby-phone", "lobby-phone", "test_lobby.py"),
    Moment(
        "learn-britannia",
        "A lesson of Britannia",
        "learn-britannia",
        "learn-britannia-2005",
        "test_newcomer.py",
    ),
    Moment("learn-boudicca", "A lesson of Boudicca", "learn-boudicca", "learn-boudicca", "test_newcomer.py"),
    Moment("review", "Looking back", "review-first-screen", "review-desktop", "test_review.py"),
    Moment("review-dark", "The same, dark", "review-dark", "review-dark", "test_review.py"),
    Moment("review-phone", "The same on a phone", "review-phone", "review-phone", "test_review.py"),
)


FIRST = ("table", "reach")
"""The picture of the README, and what a test took of it: the reach of a stack, with odds."""


def as_jpeg(browser: Browser, source: Path, target: Path) -> None:
    """Write a picture again as JPEG, no wider than the page needs it."""
    page = browser.new_page(viewport={"width": WIDEST, "height": 100})
    data = base64.b64encode(source.read_bytes()).decode()
    page.set_content(
        f'<body style="margin:0"><img style="max-width:100%;display:block" src="data:image/png;base64,{data}">'
    )
    page.locator("img").screenshot(path=str(target), type="jpeg", quality=QUALITY)
    page.close()


def written() -> str:
    """The page: mock and product side by side."""
    rows = [
        f"| {m.title} | ![mock](mock-{m.mock}.jpg) | ![product]({m.name}.jpg) | `{m.test}` |"
        for m in MOMENTS
        if (PICTURES / f"{m.name}.jpg").is_file()
    ]
    head = [
        "# Mock beside page",
        "",
        "The browser tests take the pictures on the right (`artefacts/`), `tools/pictures.py` puts them here. The mocks show",
        "moments of games that never were; the tests show the nearest moment of a real one.",
        "",
        "| moment | mock | page | taken by |",
        "|---|---|---|---|",
    ]
    return "\n".join([*head, *rows, ""])


def main() -> int:
    """Renew what there is a new picture of; say what is missing."""
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--mocks", type=Path)
    mocks = arguments.parse_args().mocks
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        for m in MOMENTS:
            taken = ARTEFACTS / f"{m.artefact}.png"
            if taken.is_file():
                as_jpeg(browser, taken, PICTURES / f"{m.name}.jpg")
            else:
                print(f"{m.name}: no test has taken {taken.name} yet, so the picture stays as it was")
            if mocks:
                as_jpeg(browser, mocks / f"{m.mock}.png", PICTURES / f"mock-{m.mock}.jpg")
        name, artefact = FIRST
        if (taken := ARTEFACTS / f"{artefact}.png").is_file():
            as_jpeg(browser, taken, PICTURES / f"{name}.jpg")
        browser.close()
    (PICTURES / "README.md").write_text(written(), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
