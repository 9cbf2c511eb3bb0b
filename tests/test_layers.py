"""The layer rule of the architecture, checked by import-linter with the contracts in pyproject.toml."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def test_imports_only_go_down_the_layers() -> None:
    command = [
        str(Path(sys.executable).with_name("lint-imports")),
        str(ROOT / "pyproject.toml"),
        "--no-cache",
    ]
    done = subprocess.run(command, cwd=ROOT / "server", capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
