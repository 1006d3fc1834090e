"""The HTTP interface as a page to read, made from its OpenAPI description: no scripts, nothing loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import Any

Json = dict[str, Any]
POLICY = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'"
_STYLE = (
    "body{font:16px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}"
    "code{font-family:ui-monospace,monospace}h3{margin-bottom:0}td,th{text-align:left;padding:0 1rem 0 0;vertical-align:top}"
)


def reference_page(api: Json) -> str:
    """Every call with its parameters, body and answers, then every shape."""
    title = escape(api["info"]["title"])
    calls = "".join(_calls(api))
    shapes = "".join(_shape(name, shape) for name, shape in sorted(api["components"]["schemas"].items()))
    about = escape(api["info"].get("description", ""))
    return (
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{title}: the interface</title>'
        f"<style>{_STYLE}</style></head><body><h1>{title}</h1><p>{about}</p>"
        f"<h2>Calls</h2>{calls}<h2>Shapes</h2>{shapes}</body></html>"
    )


def _calls(api: Json) -> Iterator[str]:
    for path, methods in api["paths"].items():
        for method, call in methods.items():
            name = f"{method.upper()} {path}"
            given = [(p["name"], p["in"], p.get("description", "")) for p in call.get("parameters", ())]
            body = call.get("requestBody", {}).get("content", {}).get("application/json", {}).get("schema")
            told = [
                (code, _link(_schema(r)), r.get("description", "")) for code, r in call["responses"].items()
            ]
            yield f"<h3><code>{escape(name)}</code></h3><p>{escape(call.get('description', ''))}</p>"
            yield _table((escape(a), escape(b), escape(c)) for a, b, c in given)
            yield f"<p>Body: {_link(body)}</p>" if body else ""
            yield _table((escape(code), link, escape(text)) for code, link, text in told)


def _schema(response: Json) -> Json | None:
    found: Json | None = response.get("content", {}).get("application/json", {}).get("schema")
    return found


def _link(schema: Json | bool | None) -> str:
    """A shape by its name, with a link to it."""
    if schema is None:
        return ""
    if isinstance(schema, bool):  # JSON schema's way to say: anything
        return "any value"
    if "$ref" in schema:
        name = escape(schema["$ref"].rpartition("/")[2])
        return f'<a href="#{name}">{name}</a>'
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " or ".join(_link(part) for part in schema[several])
    if schema.get("type") == "array":
        return f"list of {_link(schema.get('items', {}))}"
    kind = schema.get("type", "any value")
    return escape(", ".join(map(str, schema["enum"])) if "enum" in schema else str(kind))


def _shape(name: str, shape: Json) -> str:
    fields = shape.get("properties", {})
    need = shape.get("required", ())
    rows = ((escape(f), _link(s), "" if f in need else "may be missing") for f, s in fields.items())
    about = escape(shape.get("description", ""))
    return f'<h3 id="{escape(name)}">{escape(name)}</h3><p>{about}</p>{_table(rows)}'


def _table(rows: Any) -> str:
    body = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table>{body}</table>" if body else ""
