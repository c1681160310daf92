"""The API asked at random, from its own schema: whatever comes, no answer is an error of the server."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable

from tests.effort import effort, scaled
from tests.web.conftest import Client

EXAMPLES = effort(3, 20)
"""Requests for each address, of those that fit the schema and of those that do not."""

SLOW = {"/api/tournaments", "/api/tournaments/{tournament}/resume"}
"""Addresses that start processes; their own tests ask them."""


@scaled
@pytest.mark.parametrize("mode", ["POSITIVE", pytest.param("NEGATIVE", marks=pytest.mark.slow)])
def test_no_request_makes_the_server_fail(client: Client, mode: str) -> None:
    import schemathesis  # takes long, and every worker imports this file
    from schemathesis.core.result import Ok

    api = schemathesis.openapi.from_dict(client.get("/api/openapi.json"))
    asked: list[str] = []
    match = client.match("connect_four", moves=[3, 3, 2])

    def ask(case: Any) -> None:
        nonlocal match
        if "match" in case.path_parameters and len(asked) % 4 and case.method != "DELETE":
            case.path_parameters["match"] = match  # one that is there
        sent = case.as_transport_kwargs(base_url="http://127.0.0.1")
        body = {word: sent[word] for word in ("json", "data", "params") if sent.get(word) is not None}
        if isinstance(body.get("data"), (bytes, str)):
            body["content"] = body.pop("data")
        answer = client.http.request(sent["method"], sent["url"], headers={"accept": "application/json"}, **body)
        asked.append(f"{sent['method']} {case.path}")
        if asked[-1] == "DELETE /api/matches" and answer.status_code == 200:
            match = client.match("connect_four", moves=[3, 3, 2])
        assert answer.status_code < 500, (asked[-1], sent, answer.status_code, answer.text[:300])
        if answer.status_code >= 400:
            assert answer.json()["error"], (asked[-1], answer.text[:300])

    for result in api.get_all_operations():
        assert isinstance(result, Ok)
        operation = result.ok()
        if operation.path in SLOW and operation.method == "post":
            continue
        looked = given(case=operation.as_strategy(generation_mode=schemathesis.GenerationMode[mode]))(ask)
        with suppress(Unsatisfiable):  # an address without parameters cannot be asked wrongly
            settings(
                max_examples=EXAMPLES,
                deadline=None,
                database=None,
                derandomize=True,
                phases=[Phase.generate],
                suppress_health_check=list(HealthCheck),
            )(looked)()
    assert len(set(asked)) > 20
