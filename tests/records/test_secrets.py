"""Credentials are found and hardly shown; hashes, ids and talk about secrets are not taken for them."""

import base64
import random
import string

import pytest

from chesterton.records.secrets import SHOWN, find_secrets

LOT = random.Random(7)


def letters(count: int, alphabet: str = string.ascii_letters + string.digits) -> str:
    return "".join(LOT.choice(alphabet) for _ in range(count))


CREDENTIALS = {
    "aws-access-key": "AKIA" + letters(16, string.ascii_uppercase + string.digits),
    "aws-secret-key": f"aws_secret_access_key = {letters(40)}",
    "github": "ghp_" + letters(36),
    "gitlab": "glpat-" + letters(20),
    "npm": "npm_" + letters(36),
    "pypi": "pypi-AgEIcHlwaS5vcmc" + letters(60),
    "google": "AIza" + letters(35),
    "anthropic": "sk-ant-api03-" + letters(40),
    "openai": "sk-proj-" + letters(48),
    "slack": "xoxb-" + letters(12, string.digits) + "-" + letters(24),
    "stripe": "sk_live_" + letters(24),
    "azure": "AccountKey=" + base64.b64encode(LOT.randbytes(64)).decode(),
    "jwt": f"eyJ{letters(20)}.eyJ{letters(30)}.{letters(30)}",
    "private-key": "-----BEGIN RSA " + "PRIVATE KEY-----",
    "url-credentials": f"postgres://app:{letters(14)}@db.internal/app",
    "named-value": f'password: "{letters(16)}"',
    "high-entropy": f"The value is {letters(30)}a1B2c3.",
}


@pytest.mark.parametrize("family", CREDENTIALS)
def test_every_family_is_found_with_its_place(family: str):
    text = f"# Größe\n\nBefore {CREDENTIALS[family]} after.\n"
    found = find_secrets(text)
    assert [secret.family for secret in found] == [family]
    secret = text.encode()[found[0].span.start : found[0].span.end].decode()
    assert secret in CREDENTIALS[family]
    assert len(found[0].shown) <= SHOWN
    assert secret.startswith(found[0].shown)


@pytest.mark.parametrize(
    "text",
    [
        "token: the parser emits one token per line",
        "The password is stored as a hash; a secret never leaves the vault.",
        "id: 01M8QWZPAQJGWEW554GX8E3A76",
        "commit 3f785d7c1b0a4c0e9d2f6a8b7c5d4e3f2a1b0c9d",
        "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
        "src/app/handlers/orders.py#OrderService.place code:1a2b3c4d sig:5e6f7a8b @abcdef12",
        "postgres://user:${PASSWORD}@host/db and https://<user>:<password>@host/",
        "api_key = os.environ['API_KEY'], token=$TOKEN, secret: [redacted]",
        "550e8400-e29b-41d4-a716-446655440000",
        "https://example.org/a/very/long/path/with-many-words-and-2026-11-30/index.html",
        "AbstractSingletonProxyFactoryBeanConfigurationManager",
        "password: changeme",
    ],
)
def test_what_is_no_secret_is_left_alone(text: str):
    assert find_secrets(text) == ()
