"""What a list of channels shows of an address."""

import pytest

from albion.server.channels import service_of


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("ntfy://ntfy.sh/secret-topic", "ntfy://ntfy.sh/…"),
        ("ntfys://ann:word@push.example.org:8443/topic", "ntfys://push.example.org/…"),
        ("ntfy://secret-topic", "ntfy://…"),
        ("tgram://123.token.abc/12345", "tgram://…"),
        ("json://[broken/topic", "json://…"),
    ],
)
def test_channels_are_told_apart_by_their_host_and_show_no_token(address: str, shown: str) -> None:
    assert service_of(address) == shown
