#!/usr/bin/env python3
"""Runs a notebook without Jupyter: its cells in order, the last expression of each as its output.

usage: notebook.py NOTEBOOK

Writes the outputs into the notebook, for review with git diff.
"""
import ast
import contextlib
import json
import os
import pathlib
import sys


def lines_of(text):
    return text.splitlines(keepends=True)


def outputs_of(source, names):
    """The output of a cell that is run among `names`, as the format of notebooks has it."""
    tree = ast.parse(source)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, "cell", "exec"), names)
    if last is None:
        return []
    value = eval(compile(ast.Expression(last.value), "cell", "eval"), names)
    data = {"text/plain": lines_of(repr(value))}
    if type(value).__module__.startswith("flitwise."):  # other packages change their pages
        data["text/html"] = lines_of(value._repr_html_())
    return [{"data": data, "execution_count": None, "metadata": {},
             "output_type": "execute_result"}]


@contextlib.contextmanager
def inside(folder):
    before = os.getcwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)


def run(path):
    """The notebook of a file as it is when all cells have been run, in its own folder."""
    notebook, names = json.loads(path.read_text(encoding="utf-8")), {}
    with inside(path.parent):
        for cell in notebook["cells"]:
            if cell["cell_type"] == "code":
                cell["outputs"] = outputs_of("".join(cell["source"]), names)
    return notebook


def main():
    path = pathlib.Path(sys.argv[1])
    text = json.dumps(run(path), indent=1, ensure_ascii=False)
    path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
