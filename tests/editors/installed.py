"""Where `install.sh` puts the editors."""

import shutil
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOOLS = ROOT / ".tools"


def installed(path: Path) -> Path:
    assert path.exists(), f"{path.relative_to(ROOT)} is missing: run tests/editors/install.sh"
    return path


def program(name: str) -> str:
    found = shutil.which(name)
    assert found, f"{name} is missing: run tests/editors/install.sh"
    return found
