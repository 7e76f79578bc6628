"""Protocol: as pygls speaks it, with an answer to requests that cannot be read, so that no editor waits."""

from __future__ import annotations

from typing import Any

from pygls.exceptions import JsonRpcException, JsonRpcInvalidParams
from pygls.protocol import LanguageServerProtocol


class Protocol(LanguageServerProtocol):
    """Answers what it cannot read."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """A message from its JSON; None where it cannot be read, which its sender is told if it asked."""
        try:
            return super().structure_message(data)
        except JsonRpcException:
            if "id" in data and "method" in data:
                said = JsonRpcInvalidParams(f"the parameters of `{data['method']}` cannot be read")
                self._send_response(data["id"], None, said.to_response_error())
            return None

    def handle_message(self, message: Any) -> None:
        """What could be read is handled."""
        if message is not None:
            super().handle_message(message)
