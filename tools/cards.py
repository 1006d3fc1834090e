"""Cuts the pictures of the games' cards in the lobby out of the boards that are too large to be loaded there.

Run it after a board was drawn again; needs Chromium, as the tests of the page do.
"""

from __future__ import annotations

import base64
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from playwright.sync_api import sync_playwright

from browser.conftest import FLAGS
from support.programs import find_chromium

BOARDS = Path(__file__).parent.parent / "src" / "albion" / "web" / "boards"
PARTS = {"boudicca": (840, 1410, 500), "domesday": (900, 1840, 520)}
"""Left, top and width of what is shown of a board."""
SIZE = (340, 139)
PACK = """async ({ pngs, quality }) => {
    const pictures = await Promise.all(pngs.map(async png => {
        const picture = new Image();
        picture.src = `data:image/png;base64,${png}`;
        await picture.decode();
        return picture;
    }));
    const [{ width, height }] = pictures;
    const sheet = new OffscreenCanvas(width, height * pictures.length);
    pictures.forEach((picture, i) => sheet.getContext('2d').drawImage(picture, 0, i * height));
    const bytes = new Uint8Array(await (await sheet.convertToBlob({ type: 'image/webp', quality })).arrayBuffer());
    return btoa(String.fromCharCode(...bytes));
}"""


def main() -> None:
    """Write `boards/cards.webp`: one below the other, in their order here."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": SIZE[0], "height": SIZE[1]})
        pngs = []
        for board, (left, top, width) in PARTS.items():
            page.goto(f"file://{BOARDS}/{board}.svg")
            view = f"{left} {top} {width} {width * SIZE[1] / SIZE[0]}"
            page.evaluate("view => document.documentElement.setAttribute('viewBox', view)", view)
            pngs.append(base64.b64encode(page.screenshot()).decode())
        page.goto("about:blank")
        packed = base64.b64decode(page.evaluate(PACK, {"pngs": pngs, "quality": 0.18}))
        (BOARDS / "cards.webp").write_bytes(packed)
        print(f"cards.webp: {len(packed)} bytes")
        browser.close()


if __name__ == "__main__":
    main()
