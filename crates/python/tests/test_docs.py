"""Examples in docstrings and documents are run."""

import doctest
import inspect
import json
import os
import time
import types
from pathlib import Path

import parlour
import pytest

ROOT = Path(__file__).parents[3]


def documented(thing, name, seen):
    """Everything in a module or class that has a docstring."""
    if id(thing) in seen:
        return
    seen.add(id(thing))
    if doc := inspect.getdoc(thing):
        yield name, doc
    if inspect.isclass(thing) or isinstance(thing, types.ModuleType):
        for key, part in vars(thing).items():
            inside = getattr(part, "__module__", "parlour") or "parlour"
            own = not key.startswith("_") and inside.startswith("parlour")
            if own and not isinstance(part, types.ModuleType):
                yield from documented(part, f"{name}.{key}", seen)


EXAMPLES = [
    (name, doc) for name, doc in documented(parlour, "parlour", set()) if ">>>" in doc
]


@pytest.mark.parametrize(("name", "doc"), EXAMPLES, ids=[name for name, _ in EXAMPLES])
def test_the_example_of_a_docstring_works(name, doc):
    test = doctest.DocTestParser().get_doctest(doc, {"parlour": parlour}, name, None, 0)
    result = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test)
    assert result.attempted and not result.failed


def test_all_that_is_public_has_a_docstring():
    missing = [
        f"{cls}.{name}"
        for cls in parlour.__all__
        if inspect.isclass(getattr(parlour, cls))
        for name, part in vars(getattr(parlour, cls)).items()
        if not name.startswith("_") and callable(part) and not inspect.getdoc(part)
    ]
    assert not missing and len(EXAMPLES) > 12


@pytest.mark.parametrize("path", ["docs/python.md", "README.md"])
def test_the_examples_of_a_document_work(path):
    text = (ROOT / path).read_text()
    blocks = [block.split("```")[0] for block in text.split("```python\n")[1:]]
    sessions = [block for block in blocks if ">>>" in block]
    names = {"parlour": parlour}
    runner = doctest.DocTestRunner()
    for block in sessions:
        test = doctest.DocTestParser().get_doctest(block, names, path, path, 0)
        test.globs = names
        runner.run(test, clear_globs=False)
    assert sessions and not runner.failures


def planes_of(name):
    """A game's table in the document."""
    game = parlour.game(name)
    lines = [f"### {game.name}: {game.num_actions} actions, {game.observation_shape[0]} numbers"]
    if "players" in game.options:
        lines[0] += f" for {game.num_players} players"
    lines += ["", "| plane | shape | numbers | |", "| --- | --- | --- | --- |"]
    for plane in game.planes:
        shape = " × ".join(map(str, plane.shape))
        span = "0 or 1" if "divided" not in plane.meaning and "part" not in plane.meaning else None
        span = span or f"{plane.low:g} to {plane.high:g}"
        lines.append(f"| {plane.name} | {shape} | {span} | {plane.meaning} |")
    return "\n".join(lines)


def test_the_document_tells_every_plane():
    path = ROOT / "docs/python.md"
    text = path.read_text()
    above, rest = text.split("<!-- planes -->\n")
    there, below = rest.split("<!-- end of planes -->")
    told = [planes_of(name) for name in parlour.games()]
    if not os.environ.get("PARLOUR_UPDATE"):
        # A game that the document does not name yet may have its planes told later.
        told = [table for table in told if table.split(":")[0] + ":" in there]
    tables = "\n\n".join(told) + "\n"
    if os.environ.get("PARLOUR_UPDATE"):
        path.write_text(f"{above}<!-- planes -->\n{tables}<!-- end of planes -->{below}")
        there = tables
    assert there == tables, "PARLOUR_UPDATE=1 writes the tables anew"


def test_the_notebook_learns_and_plots():
    import matplotlib

    matplotlib.use("Agg")
    notebook = json.loads((ROOT / "examples/learn_shut_the_box.ipynb").read_text())
    names = {}
    began = time.monotonic()
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            exec(compile("".join(cell["source"]), "notebook", "exec"), names)
    assert time.monotonic() - began < 120
    assert names["curve"][-1] < names["BEST"] * 1.03, "it plays nearly as well as can be"
    assert names["scores"][0] > 0.6 and len(names["scores"]) == 8
    assert names["figure"].axes[1].get_title() == "Against the levels"
