"""What scripts/coverage makes of points, hits and lists, on sources of a few lines."""
import hashlib
import importlib.machinery
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True

from cover import cpp, errata, lcov, ledger, rtl, table  # noqa: E402

SOURCE = """module part;
  if (x) a;
  else b;
  c <= d;
endmodule
"""


def script():
    """scripts/coverage as a module."""
    loader = importlib.machinery.SourceFileLoader("coverage_script", str(ROOT / "scripts/coverage"))
    module = importlib.util.module_from_spec(
        importlib.util.spec_from_loader("coverage_script", loader))
    loader.exec_module(module)
    return module


class Folder(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path


class Hits(Folder):
    """Points and hits of several models."""

    def model(self, name, points, hits, sources=None):
        self.write("rtl/part.sv", SOURCE)
        digest = hashlib.sha1(SOURCE.encode()).hexdigest()
        self.write(f"hits/{name}.points", json.dumps(
            {"sources": sources or {"rtl/part.sv": digest}, "points": points}))
        if hits is not None:
            (self.root / f"hits/{name}.hits").write_bytes(bytes(hits))

    def loaded(self):
        files, models = rtl.load(self.root, self.root / "hits")
        return files.get("rtl/part.sv"), models

    IF = [0, "rtl/part.sv", 2, 3, "branch", "if", "2", ".part"]
    ELSE = [1, "rtl/part.sv", 2, 4, "branch", "else", "3", ".part"]
    BIT = [2, "rtl/part.sv", 4, 3, "toggle", "c[1]", "", ".part"]
    POINT = [3, "tb/cover/part_cover.sv", 9, 3, "user", "c_full", "9",
             ".net.gen_pe[4].i_part.i_cover.gen_lane[0].c_full"]

    def test_of_two_models_add_up(self):
        self.model("Va", [self.IF, self.ELSE, self.BIT, self.POINT], [1, 0, 0, 0])
        self.model("Vb", [self.IF, self.ELSE, self.BIT, self.POINT], [0, 1, 0, 1])
        file, models = self.loaded()
        self.assertEqual(models, 2)
        self.assertEqual(file.lines, {2: True, 3: True})
        self.assertEqual(file.branches, {(2, 3, "if"): True, (2, 4, "else"): True})
        self.assertEqual(file.bits, {"c[1]": False})
        covers = rtl.load(self.root, self.root / "hits")[0]["tb/cover/part_cover.sv"]
        self.assertEqual(covers.points, {"gen_lane[0].c_full": True})

    def test_of_a_model_that_never_ran_are_none(self):
        self.model("Va", [self.IF], None)
        self.assertEqual(self.loaded()[0].lines, {2: False})

    def test_of_other_sources_do_not_count(self):
        self.model("Va", [self.IF], [1], {"rtl/part.sv": "0" * 40})
        self.assertEqual(self.loaded(), (None, 0))

    def test_a_line_is_reached_by_any_of_its_points(self):
        self.model("Va", [[0, "rtl/part.sv", 2, 3, "line", "block", "2-4", ".part"],
                          [1, "rtl/part.sv", 2, 3, "line", "elsif", "3", ".part"]], [0, 1])
        self.assertEqual(self.loaded()[0].lines, {2: False, 3: True, 4: False})

    def test_bits_are_named_in_ranges(self):
        self.assertEqual(rtl.grouped_bits(["a[3]", "a[4]", "a[5]", "a[9]", "b", "c.d[0]"]),
                         ["a[3-5]", "a[9]", "b", "c.d[0]"])


class Reasons(Folder):
    """The list of what is not reached."""

    def setUp(self):
        super().setUp()
        self.write("rtl/part.sv", SOURCE)
        self.file = rtl.File(lines={2: True, 3: False}, branches={(2, 4, "else"): False},
                             bits={"c[0]": True, "c[1]": False, "c[2]": False},
                             points={"gen_lane[0].c_full": False})

    def judged(self, *entries):
        text = "".join(f"[[uncovered]]\nfile = 'rtl/part.sv'\n{what} = '{name}'\nreason = 'r'\n"
                       for what, name in entries)
        return ledger.judge({"rtl/part.sv": self.file},
                            ledger.load(self.write("list.toml", text)), self.root)

    def test_that_are_missing_are_asked_for(self):
        self.assertEqual(self.judged()[0], [
            "rtl/part.sv: line else b;", "rtl/part.sv: branch if (x) a;: else",
            "rtl/part.sv: bits c[1-2]", "rtl/part.sv: point gen_lane[0].c_full"])

    def test_explain_each_kind(self):
        self.assertEqual(self.judged(("line", "else b;"), ("branch", "if (x) a;: else"),
                                     ("bits", "c[1-2]"), ("point", "gen_lane*.c_full")), ([], []))

    def test_for_what_is_reached_now_are_wrong(self):
        self.assertEqual(self.judged(("bits", "c[0]"))[1],
                         ["rtl/part.sv: bits c[0]: covered now: c[0]"])

    def test_that_name_too_much_are_wrong(self):
        self.assertEqual(self.judged(("bits", "c[0-2]"))[1],
                         ["rtl/part.sv: bits c[0-2]: covered now: c[0]"])
        self.assertEqual(self.judged(("bits", "c[1,2]"))[1], [])

    def test_for_what_is_not_there_are_wrong(self):
        self.assertEqual(self.judged(("line", "e;"))[1], ["rtl/part.sv: line e;: there is none"])

    def test_for_a_file_that_was_not_measured_are_wrong(self):
        entry = ledger.Uncovered("rtl/none.sv", "line", "a", "r")
        self.assertEqual(ledger.judge({}, [entry], self.root)[1],
                         ["rtl/none.sv: line a: no such file was measured"])

    FUNCTION = ("module part;\n  function automatic int two(\n      input int a\n  );\n"
                "    two = 2;\n  endfunction\n  x = y;\nendmodule\n")

    def left_out(self, function, reached=False):
        self.write("rtl/part.sv", self.FUNCTION)
        self.file.lines = {5: reached, 7: False}
        self.file.branches = {(5, 1, "if"): False, (7, 1, "if"): True}
        listed = ledger.load_elaborated(self.write(
            "list.toml", f"[[elaborated]]\nfile = 'rtl/part.sv'\nfunctions = ['{function}']\n"))
        return ledger.leave_out({"rtl/part.sv": self.file}, listed, self.root)

    def test_functions_of_elaboration_do_not_count(self):
        self.assertEqual(self.left_out("two"), [])
        self.assertEqual(self.file.lines, {7: False})
        self.assertEqual(self.file.branches, {(7, 1, "if"): True})

    def test_functions_of_elaboration_that_run_are_wrong(self):
        self.assertEqual(self.left_out("two", reached=True),
                         ["rtl/part.sv: function two: runs in tests"])
        self.assertEqual(self.left_out("three"), ["rtl/part.sv: function three: there is none"])

    def test_without_sense_are_refused(self):
        for text, message in [
                ("[[uncovered]]\nfile = 'a'\nline = 'b'\n", "entry 1 must have"),
                ("[[uncovered]]\nfile = 'a'\nline = 'b'\nbits = 'c'\nreason = 'r'\n", "must have"),
                ("[[uncovered]]\nfile = 'a'\nline = 'b'\nreason = ''\n", "must have"),
                ("[[uncovered]]\nfile = 'a'\nline = 'b'\nreason = 'r'\n" * 2, "twice: a: line b"),
                ("[[covered]]\n", "unknown: covered"), ("[", "list.toml")]:
            with self.subTest(message), self.assertRaisesRegex(ledger.BadList, message):
                ledger.load(self.write("list.toml", text))


class Errata(Folder):
    JUNIT = """<testsuite><testcase name="theory_test.Errata.A" status="run"/>
        <testcase name="theory_test.Errata.B" status="fail"><failure/></testcase>
        <testcase name="lint" status="notrun"/></testsuite>"""
    ENTRY = '[[erratum]]\npaper = "p"\nname = "E1"\nsays = "s"\ntests = [{}]\n'

    def complaints(self, tests):
        listed = errata.load(self.write("errata.toml", self.ENTRY.format(tests)))
        return errata.judge(listed, errata.results(self.write("tests.xml", self.JUNIT)))

    def test_that_are_shown(self):
        self.assertEqual(self.complaints('"Errata.A"'), [])

    def test_of_which_a_test_failed_or_is_missing(self):
        self.assertEqual(self.complaints('"Errata.B", "Errata.C"'), [
            "p E1: Errata.B did not pass", "p E1: there is no test Errata.C"])

    def test_without_a_test_are_refused(self):
        with self.assertRaisesRegex(ledger.BadList, "entry 1 must have"):
            self.complaints("")

    def test_what_is_set_aside_has_a_list_of_its_own(self):
        entry = self.ENTRY.format('"Errata.A"')
        listed = errata.load(self.write(
            "errata.toml", entry + "aside = true\n" + entry.replace("E1", "E2")))
        self.assertIn("| p | E2 | s | `Errata.A` |", errata.table(listed))
        self.assertNotIn("E1", errata.table(listed))
        self.assertIn("E1", errata.table(listed, aside=True))
        self.assertNotIn("E2", errata.table(listed, aside=True))

    def test_tests_that_failed_are_named(self):
        self.assertEqual(errata.failures(self.write("tests.xml", self.JUNIT)),
                         ["theory_test.Errata.B", "lint"])


class Figures(unittest.TestCase):
    FIGURES = {"rtl": {"rtl/a.sv": {"lines": [49, 50], "branches": [1, 1], "bits": [1, 2],
                                    "points": [3, 3]}},
               "cpp": {"systemc/pe": [19, 20], cpp.COMMAND_LINE: [0, 100]}}
    LIMITS = {"rtl": {"lines": 98, "branches": 100, "bits": 50, "points": 100},
              "cpp": {"lines": 95}}

    def test_at_their_limits_are_enough(self):
        self.assertEqual(table.below(self.FIGURES, self.LIMITS), [])

    def test_below_a_limit_are_named(self):
        limits = {"rtl": {**self.LIMITS["rtl"], "lines": 98.1}, "cpp": {"lines": 95.1}}
        self.assertEqual(table.below(self.FIGURES, limits), [
            "RTL lines: 98.00 %, must be 98.1 % (49 of 50)",
            "C++ lines: 95.00 %, must be 95.1 % (19 of 20)"])

    def test_of_nothing_are_not_enough(self):
        self.assertIn("C++ lines: nothing was measured",
                      table.below({"rtl": {}, "cpp": {}}, self.LIMITS))

    def test_the_command_line_is_apart(self):
        for name in ("sim/cli/cli_run.cpp", "sim/cli/main.cpp", "sim/cli/cli_claims.cpp",
                     "sim/cli/cli.h"):
            self.assertEqual(cpp.group_of(name), cpp.COMMAND_LINE)
        self.assertEqual(cpp.group_of("sim/studies/claims/claim_runs.cpp"), "sim/studies")
        self.assertEqual(cpp.group_of("sim/run/family/recipe.cpp"), "sim")

    def test_points_count_for_their_router(self):
        files = {"rtl/pe/part.sv": rtl.File(lines={1: True}),
                 "tb/cover/part_cover.sv": rtl.File(lines={2: False},
                                                    points={"c": True, "d": False})}
        self.assertEqual(table.summary(files, {})["rtl"], {"rtl/pe/part.sv": {
            "lines": [1, 1], "branches": [0, 0], "bits": [0, 0], "points": [1, 2]}})

    def test_are_written_for_genhtml(self):
        file = rtl.File(lines={2: True}, branches={(2, 3, "if"): True, (2, 4, "else"): False})
        text = lcov.rtl({"rtl/part.sv": file}, pathlib.Path("/x"))
        for line in ("SF:/x/rtl/part.sv", "DA:2,1", "BRDA:2,4,1,0", "LF:1", "LH:1", "BRF:2",
                     "BRH:1"):
            self.assertIn(line + "\n", text)


class Committed(unittest.TestCase):
    """The lists of tests/coverage and the page made of them."""

    def test_errata_name_tests_that_are_there(self):
        named = {test for erratum in errata.load(ROOT / "tests/coverage/errata.toml")
                 for test in erratum["tests"]}
        there = set()
        for path in (ROOT / "tests").rglob("*_test.cpp"):
            there |= {".".join(found) for found in re.findall(
                r"^TEST(?:_F|_P)?\((\w+),\s*(\w+)\)", path.read_text(), re.MULTILINE)}
        self.assertGreater(len(named), 60)
        self.assertEqual(named - there, set())

    def test_reasons_are_of_files_that_are_there(self):
        for entry in ledger.load(ROOT / "tests/coverage/uncovered.toml"):
            self.assertTrue((ROOT / entry.file).exists(), entry)

    def test_results_of_tests_that_ran_again_replace_the_earlier_ones(self):
        def junit(name, **status):
            path = pathlib.Path(folder) / name
            path.write_text("<testsuite>" + "".join(
                f'<testcase name="{test}" status="{is_now}"/>' for test, is_now in status.items())
                + "</testsuite>")
            return path

        with tempfile.TemporaryDirectory() as folder:
            kept = junit("kept.xml", a="fail", b="run", c="fail")
            errata.replace(kept, junit("again.xml", a="run", b="fail", d="run"))
            self.assertEqual(errata.failures(kept), ["c", "b"])
            self.assertEqual(errata.results(kept), {"a": True, "b": False, "c": False, "d": True})

    def test_limits_are_read(self):
        limits = table.load_limits(ROOT / "tests/coverage/limits.toml")
        self.assertGreaterEqual(limits["rtl"]["lines"], 98)
        self.assertGreaterEqual(limits["cpp"]["lines"], 95)

    def test_figures_keep_the_limits(self):
        results = ROOT / "tests/coverage/results.json"
        if results.exists():
            self.assertEqual(table.below(json.loads(results.read_text()), table.load_limits(
                ROOT / "tests/coverage/limits.toml")), [])

    def test_the_page_is_what_the_lists_say(self):
        self.assertEqual(script().pages(), (ROOT / "docs/coverage.md").read_text(),
                         "run scripts/coverage --page")

    def test_router_tests_alone_owe_no_bits_and_no_cpp_but_all_else(self):
        row = {"lines": [97, 100], "branches": [96, 100], "bits": [1, 100], "points": [99, 100]}
        limits = {"rtl": {"lines": 98.0, "branches": 95.0, "bits": 90.0, "points": 98.0},
                  "cpp": {"lines": 95.0}}
        part = {"rtl": {"rtl/a.sv": row}, "cpp": {}, "whole": False}
        self.assertEqual(table.below(part, limits),
                         ["RTL lines: 97.00 %, must be 98.0 % (97 of 100)"])
        self.assertEqual(len(table.below({**part, "whole": True}, limits)), 3)
        self.assertIn("router tests alone", table.markdown(part))

    def test_every_router_has_cover_points(self):
        routers = {path.stem for path in (ROOT / "rtl").glob("*/*.sv")
                   if path.parent.name != "adapters"}  # these have the assertions of their tests
        checked = {path.stem.removesuffix("_sva") for path in (ROOT / "tb/sva").glob("*_sva.sv")}
        self.assertGreaterEqual(len(routers & checked), 8)
        for name in routers & checked:
            text = (ROOT / f"tb/cover/{name}_cover.sv").read_text()
            self.assertIn(f"bind {name} {name}_cover", text)

    def test_arguments_that_contradict_are_refused(self):
        for arguments, complaint in (
                (("--save", "--family", "trees"), "whole runs, or of all routers, only"),
                (("--family", "all", "--tests", "x"), "--family has tests of its own")):
            done = subprocess.run(
                [sys.executable, ROOT / "scripts/coverage", "--report", "--build", "/none",
                 *arguments], text=True, capture_output=True, check=False)
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertIn(complaint, done.stderr)


if __name__ == "__main__":
    unittest.main()
