"""A JSON Patch carried out, as a client would."""

import copy
from typing import Any


def applied(document: Any, patch: list[dict[str, Any]]) -> Any:
    """The document after a patch of add, remove and replace."""
    root = copy.deepcopy(document)
    for operation in patch:
        *way, last = (p.replace("~1", "/").replace("~0", "~") for p in operation["path"].split("/")[1:])
        node = root
        for key in way:
            node = node[int(key) if isinstance(node, list) else key]
        if isinstance(node, list):
            span = slice(int(last), int(last) + (operation["op"] != "add"))
            assert operation["op"] == "add" or int(last) < len(node)
            node[span] = [] if operation["op"] == "remove" else [operation["value"]]
        elif operation["op"] == "remove":
            del node[last]
        else:
            assert (last in node) == (operation["op"] == "replace")
            node[last] = operation["value"]
    return root
