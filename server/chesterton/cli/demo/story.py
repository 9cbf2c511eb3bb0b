"""What the demonstration shows, step by step, with the commands that a person would type."""

import subprocess
import sys
from pathlib import Path

import click

_BACKENDS = "django/contrib/auth/backends.py"
_CRYPTO = "django/utils/crypto.py"
_CSRF = "django/middleware/csrf.py"

_DEAD_LOOKING = """\
            # Run the default password hasher once to reduce the timing
            # difference between an existing and a nonexistent user (#20760).
            UserModel().set_password(password)
        else:
            if user.check_password(password) and self.user_can_authenticate(user):
                return user

    async def aauthenticate"""
_TIDIED = """\
            return None
        else:
            if user.check_password(password) and self.user_can_authenticate(user):
                return user

    async def aauthenticate"""


def tell(repository: Path) -> None:
    """Run the story in a freshly set stage."""
    _say(f"1. What governs a place? In {repository}:")
    _run(repository, "here", f"{_BACKENDS}#ModelBackend.authenticate")

    _say("2. Code changes that mean nothing: a comment, another layout, a rename. Nothing is drift.")
    _edit(
        repository,
        _CRYPTO,
        "secrets.compare_digest(force_bytes(val1), force_bytes(val2))",
        "secrets.compare_digest(  # both sides as bytes\n"
        "        force_bytes(val1),\n        force_bytes(val2),\n    )",
    )
    _edit(repository, _CSRF, "def rotate_token(", "def renew_token(")
    _run(repository, "drift")

    _say("3. Somebody tidies up what looks like dead code: a password is hashed and thrown away.")
    _edit(repository, _BACKENDS, _DEAD_LOOKING, _TIDIED)
    _run(repository, "drift")

    _say("4. That was a fence with a reason. Either undo it, or say what holds now:")
    title = "Rate limits hide which users exist"
    why = "Logins are limited per address in front of Django, so equal timing is no longer needed here."
    _run(repository, "supersede", "0001", "--kind", "decision", "--title", title, "-m", why)
    _run(repository, "here", f"{_BACKENDS}#ModelBackend.authenticate")

    _say(
        "5. In the editor: hover and lens on the symbol, the drift as a diagnostic, the answers as quick fixes."
    )
    click.echo(_EDITORS.format(repository=repository, server=Path(sys.executable).with_name("chesterton")))


_EDITORS = """\
  The repository is {repository}
  The server is     {server} serve --stdio

  VS Code   cd editors/vscode && npm ci && npm run package, then install the .vsix,
            set "chesterton.server.path" to the server above and open the repository
  Neovim    nvim --cmd "set rtp^=editors/neovim" with
            vim.lsp.config("chesterton", {{cmd = {{"{server}", "serve", "--stdio"}}}}) and
            vim.lsp.enable("chesterton"); details in editors/neovim/README.md
  Helix     editors/helix/README.md
  Emacs     editors/emacs/README.md
  Zed       editors/zed/README.md

  Look at django/contrib/auth/backends.py and django/middleware/csrf.py first."""


def _say(words: str) -> None:
    click.secho(f"\n{words}\n", bold=True)


def _run(repository: Path, *arguments: str) -> None:
    shown = " ".join(f'"{one}"' if " " in one else one for one in arguments)
    click.secho(f"$ chesterton {shown}", dim=True)
    sys.stdout.flush()
    subprocess.run([sys.executable, "-m", "chesterton", *arguments], cwd=repository, check=False)


def _edit(repository: Path, path: str, old: str, new: str) -> None:
    file = repository / path
    source = file.read_text()
    if source.count(old) != 1:
        raise AssertionError(f"{path} is not the file that this story is about")
    file.write_text(source.replace(old, new))
    click.secho(f"  edited {path}", dim=True)
