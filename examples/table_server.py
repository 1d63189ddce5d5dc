"""A server for card tables: `uvicorn examples.table_server:app`, with `pip install fastapi uvicorn` beside Cardwright.

Whoever opens a table tells its id to friends; each takes a seat, gets a token for it, and sends the token with every
request as `Authorization: Bearer TOKEN`. Nobody sees more than their seat may: `Table` takes care of that."""

from __future__ import annotations

import asyncio
import json
import secrets
from typing import Annotated, Any

from fastapi import Depends, FastAPI, HTTPException, Request, WebSocket, WebSocketDisconnect
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, Field

import cardwright
from cardwright import Refused, Table

MOST_TABLES = 1_000
STATUS = {"unknown_token": 401, "illegal": 422, "unreadable": 422}
"""What a refusal is in HTTP; all others are conflicts with how things stand, 409."""


class Answer(JSONResponse):
    """JSON in ASCII: half a character that a client sent can be repeated so, and not in UTF-8."""

    def render(self, content: Any) -> bytes:
        return json.dumps(content).encode()


app = FastAPI(title="Card tables", default_response_class=Answer)
tables: dict[str, Table] = {}


class NewTable(BaseModel):
    """Which game is played, and what the table agrees on."""

    rulebook: str
    options: dict[str, bool | int | str] = {}


class Sitting(BaseModel):
    """Which seat somebody wants; any, if none is named."""

    seat: int | None = None


class Move(BaseModel):
    """An action, and the sequence number of the view that it was decided at."""

    action: str = Field(max_length=2_000)
    expected: int


def table_of(table_id: str) -> Table:
    """The table with this id."""
    if table_id not in tables:
        raise HTTPException(404, "there is no such table")
    return tables[table_id]


def token_of(sent: Annotated[HTTPAuthorizationCredentials | None, Depends(HTTPBearer(auto_error=False))]) -> str | None:
    """The token that was sent; None for who only watches."""
    return None if sent is None else sent.credentials


AtTable = Annotated[Table, Depends(table_of)]
Token = Annotated[str | None, Depends(token_of)]


@app.exception_handler(Refused)
def refused(request: Request, error: Refused) -> Answer:
    """What the table refuses, with its reasons: they hold nothing that the seat may not know."""
    return Answer(error.to_json(), STATUS.get(error.code, 409))


@app.exception_handler(cardwright.RulebookError)
def no_such_answer(request: Request, error: cardwright.RulebookError) -> Answer:
    """What a table cannot agree on."""
    found = [{"message": one.message, "help": one.help} for one in error.diagnostics]
    return Answer({"code": "unreadable", "message": found[0]["message"], "found": found}, 422)


@app.exception_handler(cardwright.CardwrightError)
def misused(request: Request, error: cardwright.CardwrightError) -> Answer:
    """Anything else that was asked for in a wrong way."""
    return Answer({"code": "unreadable", "message": str(error)}, 422)


@app.exception_handler(RequestValidationError)
def misread(request: Request, error: RequestValidationError) -> Answer:
    """A request that is not what it should be. It is not repeated: there can be anything in it."""
    found = [{"at": list(map(str, one["loc"])), "message": one["msg"]} for one in error.errors()]
    return Answer({"code": "unreadable", "message": found[0]["message"], "found": found}, 422)


@app.post("/tables", status_code=201)
def open_table(new: NewTable) -> dict[str, str]:
    """Open a table. Only the rulebooks that come with Cardwright are played: no client names a file here."""
    if new.rulebook not in cardwright.shipped():
        raise HTTPException(404, "there is no such rulebook")
    if len(tables) >= MOST_TABLES:
        raise HTTPException(503, "all tables are taken")
    table_id = secrets.token_urlsafe(12)
    tables[table_id] = Table(cardwright.load(new.rulebook, options=new.options))
    return {"table": table_id}


@app.post("/tables/{table_id}/seats", status_code=201)
def sit_down(table: AtTable, sitting: Sitting) -> dict[str, Any]:
    """Take a seat: the token is told here and never again."""
    seat, token = table.join(sitting.seat)
    return {"seat": seat, "token": token}


@app.get("/tables/{table_id}")
def view(table: AtTable, token: Token) -> dict[str, Any]:
    """What the seat sees and may do."""
    return table.view(token)


@app.get("/tables/{table_id}/events")
def events(table: AtTable, token: Token, since: int = 0) -> list[dict[str, Any]]:
    """What has happened since a sequence number, as far as the seat may know."""
    return table.events(token, since)


@app.post("/tables/{table_id}/actions")
def act(table: AtTable, token: Token, move: Move) -> dict[str, Any]:
    """Do something. Sent again after a lost answer, it is not done again."""
    return table.act(token or "", move.action, move.expected)


@app.post("/tables/{table_id}/hands", status_code=201)
def next_hand(table: AtTable, token: Token) -> dict[str, Any]:
    """Deal the next hand; any player may ask for it."""
    table.seat_of(token or "")
    table.next_hand()
    return table.view(token)


@app.websocket("/tables/{table_id}/live")
async def live(socket: WebSocket, table_id: str) -> None:
    """Events as they come. The token is the first message, not part of the address: addresses end up in logs."""
    await socket.accept()
    try:
        first = await socket.receive()
        table, token, shown = table_of(table_id), first.get("text") or None, 0
        left = asyncio.ensure_future(gone(socket))
        while not left.done():
            for event in await asyncio.to_thread(table.events, token, shown):
                await socket.send_json(event)
                shown = event["seq"]
            await asyncio.wait([left], timeout=0.1)
    except (Refused, HTTPException):
        await socket.close(1008, "no such table, or no such token")
    except WebSocketDisconnect:
        pass


async def gone(socket: WebSocket) -> None:
    """Until the client is gone; what it says meanwhile is not heard."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass
