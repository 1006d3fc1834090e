"""Records, forks, positions and the files of the page."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from people import Person, finish
from starlette.testclient import TestClient

from albion.server.bundle import BundleError
from albion.server.bundle import joined as joined_files
from albion.server.errors import RequestError
from albion.server.static import WEB, Static


def test_a_finished_match_exports_a_record_that_imports_again(ann: Person, bob: Person, joined: str) -> None:
    over = finish(joined, ann, bob)
    text = ann.get(f"/api/matches/{joined}/record")
    table = bob.post("/api/records", {"text": text, "title": "Again"})
    log = [bob.get(f"/api/matches/{m}/entries", effective=True)["entries"] for m in (joined, table["match"])]
    plain = [[(e["seat"], e["action"], e["events"], e["forced"]) for e in some] for some in log]

    assert (table["status"], table["outcome"], table["seed"]) == ("over", over["outcome"], over["seed"])
    assert plain[0] == plain[1] and table["sandbox"] and table["you"]["seats"] == ["north", "south"]
    half = bob.get(f"/api/matches/{table['match']}", at=table["n"] // 2)
    assert (
        half["view"]
        == bob.get(f"/api/matches/{joined}", at=table["n"] // 2, seat=half["perspective"])["view"]
    )


def test_a_damaged_record_is_refused_in_a_sentence(ann: Person, bob: Person, joined: str) -> None:
    finish(joined, ann, bob)
    text = ann.get(f"/api/matches/{joined}/record")
    for broken in (text.replace("north: end", "north: lay 1", 1), text[:-40], "nonsense", ""):
        status, told = ann.ask("POST", "/api/records", {"text": broken})
        assert (status, told["error"]) == (409, "record"), told
    assert len(ann.get("/api/matches")["matches"]) == 1


def test_a_fork_of_a_finished_match_plays_on_from_any_position(ann: Person, bob: Person, joined: str) -> None:
    finish(joined, ann, bob)
    table = ann.post(f"/api/matches/{joined}/fork", {"at": 2, "seats": {"south": "bot:random"}})
    then = ann.get(f"/api/matches/{joined}", at=2, seat="north")

    assert (table["view"], table["n"], table["fork_of"], table["fork_at"]) == (then["view"], 0, joined, 2)
    assert [s["kind"] for s in table["seats"]] == ["human", "bot"]
    played = ann.play(table["match"])
    assert played["seq"] >= 1
    status, told = ann.ask("GET", f"/api/matches/{table['match']}/record")
    assert (status, told["error"]) == (409, "record")
    assert ann.ask("DELETE", f"/api/matches/{table['match']}")[0] == 204
    assert ann.ask("GET", f"/api/matches/{table['match']}")[0] == 404


def test_a_fork_names_its_match_to_those_alone_who_may_look_at_it(
    ann: Person, bob: Person, carl: Person, joined: str
) -> None:
    finish(joined, ann, bob)
    fork = ann.post(f"/api/matches/{joined}/fork", {"at": 2})

    def told(person: Person) -> Any:
        return person.get(f"/api/matches/{fork['match']}/opening", watch=fork["watch"])["table"]

    assert [told(person)["fork_of"] for person in (ann, bob, carl)] == [joined, joined, None]
    assert told(carl)["origin"] == "fork"
    ann.ask("PATCH", f"/api/matches/{joined}", {"public": True})
    assert told(carl)["fork_of"] == joined


def test_a_position_travels_as_a_line(ann: Person, nobody: Person) -> None:
    match = ann.create(seats={"north": "human", "south": "human"})["match"]
    ann.play(match, "lay 4")
    line = ann.get(f"/api/matches/{match}/line")
    shown = nobody.post("/api/positions", {"game": "hands", "options": {}, "line": line["line"]})

    assert line["line"] == "north: 4 tokens" and "line=north" in line["link"]
    assert shown["view"]["tokens"] == {"north": 4, "south": 0}
    assert ann.get(f"/api/matches/{match}/line", at=0)["line"] == ""


def test_games_tell_options_seats_words_and_rules(serve: object) -> None:
    client: TestClient = serve(games="albion.games:GAMES")  # type: ignore[operator]
    games = client.get("/api/games")
    core = next(g for g in games.json()["games"] if g["id"] == "redux-core")
    seats = {row["when"]["players"]: len(row["seats"]) for row in core["seats"]["table"]}
    rules = client.get("/api/games/redux-core/rules").json()["books"][0]

    assert core["seats"]["depends"] == ["players"] and seats == {3: 3, 4: 4, 5: 5}
    assert {"steady", "random"} <= set(core["bots"]) and core["options"][0]["name"] == "players"
    assert len(rules["clauses"]) > 100 and all(c["text"] for c in rules["clauses"])
    assert client.get("/api/games", headers={"if-none-match": games.headers["etag"]}).status_code == 304
    assert client.get("/api/games/redux-core").json()["words"]["names"] is not None


PARTS = ("app", "later", "review")


def test_the_page_comes_compressed_and_for_every_address(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>Albion</h1>" * 100)
    (tmp_path / "vendor").mkdir()
    (tmp_path / "vendor" / "x.js").write_text("export {}")
    (tmp_path.parent / "outside.txt").write_text("secret")
    page = TestClient(Static(tmp_path))
    first = page.get("/match/abc")

    older = page.get("/", headers={"accept-encoding": "gzip, deflate"})

    assert (
        first.text == page.get("/").text == older.text == page.get("/", headers={"accept-encoding": ""}).text
    )
    assert [answer.headers["content-encoding"] for answer in (first, older)] == ["br", "gzip"]
    assert first.headers["cache-control"] == "no-cache"
    assert page.get("/", headers={"if-none-match": first.headers["etag"]}).status_code == 304
    assert page.get("/vendor/x.js").headers["content-type"].startswith("text/javascript")


def test_a_file_of_this_edition_is_kept_for_good_and_a_changed_one_has_another_address(
    tmp_path: Path,
) -> None:
    (tmp_path / "index.html").write_text('<script src="/app.js"></script>')
    (tmp_path / "app.js").write_text("export {}")
    page = TestClient(Static(tmp_path))
    address = page.get("/match/abc").text.split('"')[1]
    kept, first = page.get(address), page.get("/app.js").text
    (tmp_path / "app.js").write_text("const changed = 1;")
    moved = page.get("/").text.split('"')[1]

    assert (kept.text, kept.headers["cache-control"]) == (first, "public, max-age=31536000, immutable")
    assert moved != address and "changed" in page.get(moved).text
    assert (
        page.get(address).headers["cache-control"]
        == "no-cache"
        == page.get("/app.js").headers["cache-control"]
    )


def test_table_and_review_are_one_module_and_one_style_sheet_each() -> None:
    page = TestClient(Static())
    script, style = "".join(page.get(f"/{part}.js").text for part in PARTS), page.get("/page.css").text
    workers = {"push-worker.js"}  # fetched by the browser itself, on its own
    names = [p for p in WEB.rglob("*.js") if "vendor" not in p.parts and p.name not in workers]

    assert [p for p in names if f"// {p.relative_to(WEB).as_posix()}\n" not in script] == []
    assert re.findall(r'^import\b.* from "(.*)"', script, re.MULTILINE) == ["./app.js"]
    assert "@import" not in style and "url(vendor/fonts/" in style


def test_what_is_fetched_later_shares_the_modules_that_are_there() -> None:
    page = TestClient(Static())
    edition = re.findall(r'"(/edition-\w+/)app\.js"', page.get("/").text)[0]
    first, later = (page.get(f"{edition}{part}.js") for part in ("app", "later"))
    modules = [re.findall(r"^export const m\d+ = .* // (\S+)$", x.text, re.MULTILINE) for x in (first, later)]

    assert set(modules[0]).isdisjoint(modules[1])
    assert 'import("./later.js")' in first.text
    assert page.get("/edition-000000000000/app.js").is_success
    with pytest.raises(RequestError, match="no such address"):  # its numbers are those of another edition
        page.get("/edition-000000000000/later.js")


def test_words_of_what_is_fetched_later_are_not_needed_before() -> None:
    script = TestClient(Static()).get("/app.js").text
    later = json.loads((WEB / "words/later/en.json").read_text(encoding="utf-8"))

    assert [key for key in later if re.search(rf"""["'`]{re.escape(key)}["'`]""", script)] == []


def test_modules_that_need_each_other_in_a_circle_are_refused(tmp_path: Path) -> None:
    (tmp_path / "app.js").write_text('import { b } from "./b.js";')
    (tmp_path / "b.js").write_text('import { a } from "./app.js";\nexport const b = 1;')

    with pytest.raises(BundleError, match=r"app\.js > b\.js > app\.js"):
        joined_files(tmp_path / "app.js", tmp_path)


def test_a_log_is_read_from_its_newest_page_back(ann: Person, bob: Person, joined: str) -> None:
    finish(joined, ann, bob)
    address = f"/api/matches/{joined}/entries"
    whole = ann.get(address, effective=True)["entries"]
    last = ann.get(address, effective=True, newest=True, limit=3)
    older = ann.get(address, effective=True, before=last["entries"][0]["seq"])

    assert (last["more"], older["more"]) == (True, False)
    assert (older["entries"] + last["entries"], len(last["entries"])) == (whole, 3)
    opening = ann.get(f"/api/matches/{joined}/opening")
    assert opening["log"]["entries"] == whole and opening["table"]["seq"] == whole[-1]["seq"]
    between = ann.get(address, since=1, before=4)["entries"]
    assert [entry["seq"] for entry in between] == [2, 3]
    assert ann.get(address, before=0)["entries"] == []


def test_files_outside_the_page_are_not_there(client: TestClient) -> None:
    for path in (
        "/../albion.db",
        "/%2e%2e/secret.txt",
        "/..%2f..%2fpyproject.toml",
        "/nothing.js",
        "/edition-0/x.js",
        "/edition-0/../../x.db",
    ):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["error"]) == (404, "unknown"), path


def test_lines_written_before_tell_what_became_of_them(ann: Person, bob: Person, joined: str) -> None:
    path = f"/api/matches/{joined}/entries"
    ann.play(joined, "lay 1")
    before = [bob.get(path)["entries"] for _ in range(2)]
    ann.post(f"/api/matches/{joined}/undo", {"seq": 1})
    after = [person.get(path)["entries"] for person in (bob, ann, bob)]

    assert before[0] == before[1] and not before[0][1]["undone"]
    assert after[0] == after[2] and [e["undone"] for e in after[0]] == [False, True, False]


def test_lines_with_secrets_are_written_for_each_who_asks(ann: Person, bob: Person, joined: str) -> None:
    path = f"/api/matches/{joined}/entries"
    ann.play(joined, "end")
    bob.play(joined, "end")
    ann.play(joined)
    hidden = [person.get(path)["entries"][-1]["action"] for person in (ann, bob, ann, bob)]

    assert hidden[0] == hidden[2] is not None and hidden[1] is hidden[3] is None
