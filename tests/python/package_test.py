"""The package as a whole: one version, metadata, old Pythons, and no second list of anything."""
import ast
import email
import os
import pathlib
import re
import subprocess
import sys
import zipfile

import flitwise
import pytest
from conftest import SOURCE

PACKAGE = SOURCE / "python" / "flitwise"
MODULES = sorted(PACKAGE.glob("*.py"))


def test_the_version_is_that_of_the_headers_and_of_the_command():
    text = (SOURCE / "include" / "flitwise" / "version.h").read_text(encoding="utf-8")
    assert flitwise.__version__ == re.search(r'VERSION_STRING "([^"]+)"', text)[1]
    assert flitwise.__version__ == flitwise.run(
        SOURCE / "sim" / "scenarios" / "figure_4.yaml").version


@pytest.mark.parametrize("module", MODULES, ids=lambda module: module.name)
def test_modules_are_python_3_9_and_say_what_they_are(module):
    tree = ast.parse(module.read_text(encoding="utf-8"), feature_version=(3, 9))
    assert ast.get_docstring(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
            assert all(argument.annotation or argument.arg == "self"
                       for argument in node.args.args + node.args.kwonlyargs), node.name
            assert node.returns, node.name
        assert not (isinstance(node, ast.ImportFrom) and node.module == "pandas")


def test_only_the_standard_library_is_needed():
    """Imports of a Python that searches nothing else."""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    subprocess.run([sys.executable, "-S", "-B", "-c", "import flitwise; flitwise.schema()"],
                   env=environment, check=True)


def words_of_the_language(schema):
    """All keys and words of the schema."""
    if isinstance(schema, list):
        return set().union(*map(words_of_the_language, schema), ())
    if not isinstance(schema, dict):
        return set()
    found = {*schema.get("properties", ()), *(word for word in schema.get("enum", ())
                                              if isinstance(word, str))}
    return found.union(*map(words_of_the_language, schema.values()), ())


def test_the_package_has_no_list_of_keys_figures_or_families(scenarios):
    """Strings that are both the package's and the command's, but for what all results have."""
    results = flitwise.check(scenarios, filter=["figure*", "star graph*", "torus 8x8 peel",
                                                "fat tree exchange*"])
    words = words_of_the_language(flitwise.schema())
    for result in results:
        words |= {*result.measured, *result.predicted, *(check.name for check in result.checks)}
    assert len(words) > 150
    used = {node.value for module in MODULES
            for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
            if isinstance(node, ast.Constant) and isinstance(node.value, str)}
    # "rule" and "line" are parts of mistakes, too, and "timeout" is an option of the command.
    assert used & words == {"algorithm", "file", "line", "name", "rule", "timeout"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """What pip would build of the checkout, without the network."""
    pytest.importorskip("setuptools", minversion="61", reason="no wheel is built: there is no "
                        "setuptools from 61 on here (scripts/setup installs python3-setuptools)")
    folder = tmp_path_factory.mktemp("wheel")
    made = subprocess.run(["cp", "-r", str(PACKAGE.parent), str(folder / "python")], check=True)
    made = subprocess.run([sys.executable, "-c", "import setuptools.build_meta as build; "
                           f"build.build_wheel({str(folder)!r})"], cwd=folder / "python",
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    assert made.returncode == 0, made.stdout
    found, = folder.glob("*.whl")
    return zipfile.ZipFile(found)


def text_of(wheel, name):
    found, = [entry for entry in wheel.namelist() if entry.endswith(name)]
    return wheel.read(found).decode()


def facts(text):
    """Metadata as a mapping of sets, without the version of their own format."""
    headers = email.message_from_string(text)
    return {key: {re.sub(r"[\s'\"()]", "", value) for value in headers.get_all(key)}
            for key in headers if key != "Metadata-Version"}


def test_a_wheel_holds_the_package_and_its_plugin(wheel, tmp_path):
    names = {name for name in wheel.namelist() if "dist-info" not in name}
    assert names == {f"flitwise/{path.name}" for path in PACKAGE.iterdir() if path.is_file()}
    wheel.extractall(tmp_path)
    there = subprocess.run([sys.executable, "-B", "-c", "import flitwise; print(flitwise.__file__, "
                            "len(flitwise.list()) > 99)"], env={**os.environ,
                                                               "PYTHONPATH": str(tmp_path)},
                           text=True, stdout=subprocess.PIPE, check=True, cwd=tmp_path).stdout
    assert there == f"{tmp_path}/flitwise/__init__.py True\n"


def test_the_metadata_that_cmake_installs_are_those_of_the_wheel(wheel):
    text = (SOURCE / "CMakeLists.txt").read_text(encoding="utf-8")
    header = (SOURCE / "include" / "flitwise" / "version.h").read_text(encoding="utf-8")
    values = {"PROJECT_VERSION": re.search(r'VERSION_STRING "(.*)"', header)[1],
              "PROJECT_DESCRIPTION": re.search(r'DESCRIPTION "(.*)"', text)[1]}
    template = (SOURCE / "python" / "METADATA.in").read_text(encoding="utf-8")
    installed = re.sub("@([A-Z_]+)@", lambda name: values[name[1]], template)
    assert facts(installed) == facts(text_of(wheel, "/METADATA"))
    assert (SOURCE / "python" / "entry_points.txt").read_text().split() == text_of(
        wheel, "/entry_points.txt").split()


def test_sources_are_typed(wheel):
    assert (PACKAGE / "py.typed").exists() and "flitwise/py.typed" in wheel.namelist()
    assert pathlib.Path(flitwise.__file__).parent == PACKAGE


def test_the_page_has_every_error_and_every_public_function():
    page = (SOURCE / "docs" / "python.md").read_text(encoding="utf-8")
    errors = {name for name in flitwise.__all__ if isinstance(getattr(flitwise, name), type)
              and issubclass(getattr(flitwise, name), flitwise.FlitwiseError)}
    assert errors - {"FlitwiseError"} == set(re.findall(r"^\| `([A-Z]\w+)` \|", page, re.MULTILINE))
    functions = {name for name in flitwise.__all__ if type(getattr(flitwise, name)).__name__
                 == "function"}
    assert functions - {"find_command"} <= set(re.findall(r"`([a-z]\w+)\(", page))
