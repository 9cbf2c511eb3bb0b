"""The loop in Emacs, with the lines that our README has people put into their `init.el`."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from tests.editors.installed import ROOT, program
from tests.editors.project import Project

pytestmark = pytest.mark.editor

PROBE = Path(__file__).parent / "emacs" / "probe.el"
README = ROOT / "editors" / "emacs" / "README.md"


def test_why_drift_and_confirm(project: Project, tmp_path: Path) -> None:
    snippet = tmp_path / "init.el"
    snippet.write_text("\n".join(re.findall(r"```elisp\n(.*?)```", README.read_text(), re.DOTALL)))
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        [program("emacs"), "--batch", "-l", str(PROBE), str(snippet), str(project.code)],
        env=os.environ | {"PATH": path, "HOME": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=180,
    )
    assert done.returncode == 0, done.stderr
    said = json.loads(done.stdout.splitlines()[-1])
    assert "A fourth attempt is what the bank counts as abuse." in said["hover"]
    assert said["quiet"] == []
    [finding] = said["drift"]
    assert "its body changed" in finding
    assert any(title.startswith("Confirm") for title in said["offered"])
    assert "Record here… (Payment.retry)" in said["offered"]
    assert project.drift() == []
