"""The notebook of the package: what its cells show is what they give."""
import json

import pytest
from conftest import SOURCE
from notebook import run

NOTEBOOK = SOURCE / "python" / "examples" / "gather.ipynb"


def test_cells_give_what_the_notebook_shows():
    pytest.importorskip("pandas", reason="the notebook is not run: there is no pandas here "
                        "(scripts/setup installs python3-pandas)")
    shown = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    done = run(NOTEBOOK)
    assert len([cell for cell in shown["cells"] if cell.get("outputs")]) > 3
    for was, now in zip(shown["cells"], done["cells"]):
        assert was == now
