"""The API asked at random, from its own schema: whatever comes, no answer is an error of the server."""

from __future__ import annotations

import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis import Case

from tests.web.conftest import Client

EXAMPLES = 12
"""Requests for each address."""

SLOW = {"/api/tournaments", "/api/tournaments/{tournament}/resume"}
"""Addresses that start processes; their own tests ask them."""


def test_no_request_makes_the_server_fail(client: Client) -> None:
    api = schemathesis.openapi.from_dict(client.get("/api/openapi.json"))
    asked = 0
    for result in api.get_all_operations():
        operation = result.ok()
        if operation.path in SLOW and operation.method == "post":
            continue

        @settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        @operation.as_strategy_test
        def ask(case: Case) -> None:
            nonlocal asked
            asked += 1
            answer = client.http.request(**case.as_transport_kwargs(base_url="http://127.0.0.1"))
            assert answer.status_code < 500 or answer.status_code == 503, (
                case.path,
                answer.status_code,
                answer.text[:300],
            )

        ask()
    assert asked > 100
