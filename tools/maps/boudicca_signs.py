"""Signs of the Boudicca board: trees, crags, reeds, towns, and the key that explains them."""

from tools.maps import ornament as art
from tools.maps.paths import fmt

COSTS = (
    ("clear", "1", "1"),
    ("woods", "2", "1"),
    ("rough", "3", "2"),
    ("marsh", "3", "2"),
    ("road", "½", ""),
    ("river", "+2", "+2"),
)
SYMBOLS = (
    '<symbol id="tree" viewBox="0 0 10 12"><path class="map-tree" d="M5 0 9 8.500H1z"/>'
    '<path class="map-tree-shade" d="M5 0 9 8.500H5z"/><path class="map-trunk" d="M4.500 8.500h1V11h-1z"/></symbol>'
    '<symbol id="crag" viewBox="0 0 18 12"><path class="map-crag" d="M0 11Q4 9 8 1.500 12 8 18 11z"/>'
    '<path class="map-crag-shade" d="M8 1.500Q12 8 18 11H11Q9 6 8 1.500z"/></symbol>'
    '<symbol id="reed" viewBox="0 0 16 10"><path class="map-reed" d="M1 9h14M4 9V3M8 9V1M12 9V3.500"/></symbol>'
    '<symbol id="town" viewBox="-10 -10 20 20"><rect class="map-town" x="-9" y="-9" width="18" height="18" rx="2"/>'
    '<path class="map-town-wall" d="M-6 5.500v-7h2v1.600h2v-4.600h4v4.600h2v-1.600h2v7z"/></symbol>'
    '<symbol id="oppidum" viewBox="-12 -12 24 24"><circle class="map-oppidum" r="10"/>'
    '<circle class="map-oppidum-ring" r="6.600"/><circle class="map-oppidum-eye" r="2.100"/></symbol>'
    '<symbol id="post" viewBox="-10 -10 20 20"><path class="map-post" d="M-8-8H8V8H-8zL8 8M8-8-8 8"/></symbol>'
    '<symbol id="settlement" viewBox="-6 -6 12 12"><path class="map-settlement" d="M-4-4H4V4H-4z"/></symbol>'
)


def trees(x: float, y: float, n: int) -> str:
    """A few trees, never quite the same."""
    spots = ((-10, -2), (3, -10), (5, 5), (-5, 9))
    turn = ((0, 0), (1.5, -1), (-1.5, 1), (0.5, 1.5))[n]
    return "".join(use("tree", x + a + turn[0] - 6, y + b + turn[1] - 8, 12, 14) for a, b in spots)


def crags(x: float, y: float, n: int) -> str:
    """Two hills."""
    turn = ((0, 0), (2, -1), (-2, 1), (1, 2))[n]
    return use("crag", x - 17 + turn[0], y - 12 + turn[1], 22, 15) + use(
        "crag", x - 4 - turn[0], y - 3, 22, 15
    )


def reeds(x: float, y: float, n: int) -> str:
    """Reeds over water lines."""
    turn = ((0, 0), (2, -1), (-2, 1), (1, 2))[n]
    return use("reed", x - 15 + turn[0], y - 13, 17, 11) + use(
        "reed", x - 2 - turn[0], y + 2 + turn[1], 17, 11
    )


def use(ident: str, x: float, y: float, w: float, h: float) -> str:
    """A symbol in its box."""
    return f'<use href="#{ident}" x="{fmt(x)}" y="{fmt(y)}" width="{fmt(w)}" height="{fmt(h)}"/>'


def key(card: tuple[float, float, float, float], scale: float) -> str:
    """What the ground costs Romans and Britons to enter."""
    rows = ['<text class="box-title" x="130" y="28">The ground</text>']
    rows.append(
        '<text class="key-head" x="172" y="50">Rome</text><text class="key-head" x="222" y="50">Britons</text>'
    )
    for i, (kind, rome, briton) in enumerate(COSTS):
        top = 58 + i * 28
        rows.append(_swatch(kind, top))
        rows.append(f'<text class="key-text" x="66" y="{top + 16}">{kind}</text>')
        rows.append(
            f'<text class="key-number" x="172" y="{top + 16}">{rome}</text><text class="key-number" x="222" y="{top + 16}">{briton}</text>'
        )
    for i, (symbol, text) in enumerate(
        (("town", "town"), ("oppidum", "oppidum"), ("post", "post"), ("settlement", "settlement"))
    ):
        cx, cy = 34 + (i % 2) * 110, 250 + (i // 2) * 32
        rows.append(
            f'<g class="oppidum iceni">{use(symbol, cx - 10, cy - 10, 20, 20)}</g><text class="key-text" x="{cx + 18}" y="{cy + 5}">{text}</text>'
        )
    return art.card(*card, "".join(rows), scale)


def _swatch(kind: str, top: int) -> str:
    """A sample of the ground."""
    middle = top + 11
    if kind == "road":
        return f'<path class="road-edge" d="M20 {middle}h36"/><path class="road" d="M20 {middle}h36"/>'
    if kind == "river":
        return f'<path class="river-bank" d="M20 {middle}q18-12 36 0"/><path class="river" d="M20 {middle}q18-12 36 0"/>'
    rect = f'<rect class="{"land" if kind == "clear" else kind} swatch" x="20" y="{top}" width="36" height="22"/>'
    signs = {
        "woods": use("tree", 32, top + 3, 12, 14),
        "rough": use("crag", 27, top + 4, 22, 15),
        "marsh": use("reed", 29, top + 6, 17, 11),
    }
    return rect + signs.get(kind, "")
