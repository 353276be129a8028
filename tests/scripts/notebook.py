"""Runs a notebook's cells and prints what they print; `display` shows HTML as it is.

    python3 tests/scripts/notebook.py NOTEBOOK [NAME=VALUE]...     NAME: a setting of its first cell

Where nbformat is, the notebook is checked against its schema; where nbconvert is, too, Jupyter runs it. Without
them the schema's demands on a notebook without outputs are checked here, and the cells run in this process.
Exit status: 1 where a cell fails or the notebook is none.
"""

import json
import re
import sys
import types

path, settings = sys.argv[1], dict(setting.split("=", 1) for setting in sys.argv[2:])
notebook = json.load(open(path, encoding="utf-8"))
for cell in notebook["cells"]:
    if cell["id"] == "settings":
        text = "".join(cell["source"])
        for name, value in settings.items():
            text, count = re.subn(rf'(?m)^{name} = "[^"]*"', f"{name} = {value!r}", text)
            assert count == 1, f"no setting {name}"
        cell["source"] = text

try:
    import nbformat
except ImportError:
    nbformat = None
if nbformat:
    nbformat.validate(nbformat.from_dict(notebook))
else:
    assert notebook.keys() == {"cells", "metadata", "nbformat", "nbformat_minor"}
    assert (notebook["nbformat"], notebook["nbformat_minor"]) == (4, 5)
    for cell in notebook["cells"]:
        wanted = {"cell_type", "id", "metadata", "source"}
        if cell["cell_type"] == "code":
            wanted |= {"execution_count", "outputs"}
        assert cell["cell_type"] in ("code", "markdown") and cell.keys() == wanted, cell
        assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", cell["id"]), cell["id"]
ids = [cell["id"] for cell in notebook["cells"]]
assert len(ids) == len(set(ids)), "an id stands twice"
code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
assert all(not cell["outputs"] and cell["execution_count"] is None for cell in code), "outputs were left in"

try:
    from nbconvert.preprocessors import ExecutePreprocessor
except ImportError:
    display = types.ModuleType("IPython.display")
    display.HTML = lambda text: text
    display.display = print
    sys.modules["IPython"] = types.ModuleType("IPython")
    sys.modules["IPython.display"] = display
    names = {}
    for cell in code:
        exec(compile("".join(cell["source"]), cell["id"], "exec"), names)
else:
    run = nbformat.reads(json.dumps(notebook), 4)  # joins the lines of a cell
    ExecutePreprocessor(timeout=1200).preprocess(run, {"metadata": {"path": "."}})
    for cell in run.cells:
        for output in cell.get("outputs", []):
            print(output.get("text") or output.get("data", {}).get("text/html", ""), end="")
    print("run by Jupyter")
