"""The example server: a whole hand over HTTP, and what it answers to who is up to no good."""

from __future__ import annotations

import json
import logging
import warnings
from random import Random
from typing import Any

import pytest
from by_path import EXAMPLES, example

pytest.importorskip("fastapi")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # Which client libraries there are in future is not what is tested here.
    from fastapi.testclient import TestClient
from starlette.websockets import WebSocketDisconnect


@pytest.fixture(scope="module")
def client() -> TestClient:
    """A client of the server."""
    return TestClient(example("table_server").app)


def opened(client: TestClient, rulebook: str = "hk", **options: object) -> tuple[str, list[dict[str, str]]]:
    """The address of a new table, and what every seat sends to be known."""
    answer = client.post("/tables", json={"rulebook": rulebook, "options": options})
    assert answer.status_code == 201
    place = f"/tables/{answer.json()['table']}"
    held = []
    while (sat := client.post(f"{place}/seats", json={})).status_code == 201:
        held.append({"Authorization": f"Bearer {sat.json()['token']}"})
    assert sat.status_code == 409 and sat.json()["code"] == "seat_taken"
    return place, held


def test_a_hand_over_http(client: TestClient, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    place, held = opened(client)
    random, told = Random(1), []
    while (now := client.get(place).json())["phase"] != "hand_over":
        for mine in held:
            view = client.get(place, headers=mine).json()
            if view["legal"] and now["phase"] in ("claims", "play"):
                move = {"action": random.choice(view["legal"]), "expected": view["seq"]}
                answer = client.post(f"{place}/actions", json=move, headers=mine)
                again = client.post(f"{place}/actions", json=move, headers=mine)
                assert answer.status_code == again.status_code == 200 and answer.json() == again.json()
                told += [answer.json()["action"]] if view["phase"] == "play" else []  # Claims are sealed.
    events = client.get(f"{place}/events", params={"since": 0}).json()
    done = [event.get("text", "pass") for event in events if event["event"] in ("led", "followed", "passed")]
    assert done == told
    assert [event["event"] for event in events[-2:]] == ["hand_ended", "settled"] and sum(events[-1]["scores"]) == 0
    assert client.post(f"{place}/hands").status_code == 401
    assert client.post(f"{place}/hands", headers=held[0]).status_code == 201
    assert client.post(f"{place}/hands", headers=held[1]).json()["code"] == "not_over"
    logged = " ".join(record.getMessage() for record in caplog.records)
    assert logged and not [mine for mine in held if mine["Authorization"][7:] in logged]


def test_what_is_refused_has_a_status_and_a_message(client: TestClient) -> None:
    place, held = opened(client)
    views: list[dict[str, Any]] = [client.get(place, headers=mine).json() for mine in held]

    def act(mine: dict[str, str], action: object, expected: object) -> tuple[int, Any]:
        answer = client.post(f"{place}/actions", json={"action": action, "expected": expected}, headers=mine)
        return answer.status_code, answer.json().get("code")

    forged = {"Authorization": "Bearer " + "x" * 43}
    assert act(forged, "pass", 1) == act({}, "pass", 1) == (401, "unknown_token")
    assert client.get(place, headers=forged).status_code == 401
    number = views[0]["seq"]
    assert act(held[0], "no card", number)[0] == 422
    assert act(held[0], "3D\x1b[2J", number) == (422, "unreadable")
    assert act(held[0], "3D", number + 5) == (409, "stale")
    assert act(held[0], "x" * 10**5, number)[0] == act(held[0], "3D", "now")[0] == 422
    for asked in (
        {"rulebook": "../../etc/passwd"},
        {"rulebook": str(EXAMPLES / "table_server.py")},
        {"rulebook": "x" * 10**5},
    ):
        assert client.post("/tables", json=asked).status_code == 404
    odd = client.post("/tables", json={"rulebook": "hk", "options": {"tripels": False}})
    assert odd.status_code == 422 and "did you mean `triples`?" in json.dumps(odd.json())
    assert client.get("/tables/nothing").status_code == 404
    assert client.post(f"{place}/seats", json={"seat": 77}).status_code == 422


def test_events_come_live(client: TestClient) -> None:
    place, held = opened(client, "tien_gow")
    with client.websocket_connect(f"{place}/live") as socket:
        socket.send_text(held[0]["Authorization"][7:])
        event = socket.receive_json()
        assert (event["event"], len(event["hands"][0]), event["hands"][1]) == ("dealt", 8, None)
    with client.websocket_connect(f"{place}/live") as socket:
        socket.send_text("")
        assert socket.receive_json()["hands"] == [None] * 4
    with client.websocket_connect(f"{place}/live") as socket:
        socket.send_text("forged")
        with pytest.raises(WebSocketDisconnect):
            socket.receive_json()


@pytest.mark.parametrize(
    ("place", "body"),
    [
        ("", '{"rulebook": NaN}'),
        ("", '{"rulebook": "hk", "options": {"tiers": "\\ud800"}}'),
        ("", '{"rulebook": "hk", "options": {"\\ud800": 1}}'),
        ("", '{"rulebook": "hk", "options": {"stake": 1e400}}'),
        ("/seats", '{"seat": "\\ud800"}'),
        ("/actions", '{"action": "\\ud800", "expected": 1}'),
        ("/actions", '{"action": "pass", "expected": Infinity}'),
    ],
)
def test_what_no_answer_can_repeat_is_refused_all_the_same(client: TestClient, place: str, body: str) -> None:
    table, held = opened(client)
    sent = {**held[0], "content-type": "application/json"}
    answer = client.post(f"{table}{place}" if place else "/tables", content=body, headers=sent)
    assert answer.status_code == 422 and answer.json()["code"] == "unreadable" and answer.json()["found"]


def test_whoever_listens_may_say_anything_and_go(client: TestClient) -> None:
    table, held = opened(client)
    with client.websocket_connect(f"{table}/live") as listening:
        listening.send_bytes(b"\xff")
        assert listening.receive_json()["event"] == "dealt"
        listening.send_text("more")
        view = client.get(table, headers=held[0]).json()
        client.post(f"{table}/actions", json={"action": view["legal"][-1], "expected": view["seq"]}, headers=held[0])
