"""How faults are made, where they go and how they are counted."""
import importlib.machinery
import importlib.util
import json
import pathlib
import re
import sys
import tempfile
import types
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True

from mutation import campaign, ledger, selection, workspace  # noqa: E402
from mutation.campaign import Unit  # noqa: E402
from mutation.families import FAMILIES  # noqa: E402
from mutation.mutants import in_order_of_choice, mutants_of, read_sources  # noqa: E402
from mutation.schemata import alone, with_faults  # noqa: E402

LOADER = importlib.machinery.SourceFileLoader("mutate", str(ROOT / "scripts/mutate"))
mutate = importlib.util.module_from_spec(importlib.util.spec_from_loader("mutate", LOADER))
LOADER.exec_module(mutate)

CPP = """namespace a {
Step sum(const Tree& tree, int limit) {
  int sum = 0;
  for (int i = 0; i < limit; ++i) sum += tree.depth(i);
  if (limit > 3 && tree.height() != 2) return 0;
  return sum + 1;
}
}
"""
VERILOG = """module m #(parameter int unsigned N = 2) (input logic clk_i, input logic rst_ni,
  input logic [N-1:0] a_i, output logic [N-1:0] b_o);
  function automatic int unsigned twice(input int unsigned n);
    twice = 2 * n;
  endfunction
  localparam int unsigned Width = twice(N);
  always_ff @(posedge clk_i) begin : step
    if (!rst_ni) begin
      b_o <= '0;
    end else begin
      b_o <= a_i + N'(twice(1));
`ifndef YOSYS
      a_none: assert (a_i != '0) else $error("none");
`endif
    end
  end
  part i_part (.clk_i, .one_i (a_i), .two_i (b_o), .sum_o (sum));
endmodule
"""


def source_of(text, name):
    """The source that a file with this text is."""
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / name).write_text(text)
        return read_sources(pathlib.Path(folder), [name])[name]


def changes_of(text, name):
    """(rule, line after the fault) of all faults."""
    return {(mutant.rule, mutant.mutated) for mutant in mutants_of(source_of(text, name))}


class Faults(unittest.TestCase):
    """What the rules make of small sources."""

    def test_cpp_has_faults_of_every_kind(self):
        found = changes_of(CPP, "a.cpp")
        for fault in (("operator", "for (int i = 0; i <= limit; ++i) sum += tree.depth(i);"),
                      ("operator", "for (int i = 0; i < limit; ++i) sum -= tree.depth(i);"),
                      ("constant", "int sum = 1;"),
                      ("off by one", "return (sum + 1) + 1;"),
                      ("dropped condition", "if (limit > 3) return 0;"),
                      ("dropped condition", "if (tree.height() != 2) return 0;"),
                      ("dropped condition", "if (true) return 0;"),
                      ("negated condition",
                       "if (!(limit > 3 && tree.height() != 2)) return 0;"),
                      ("dropped assignment", "for (int i = 0; i < limit; ++i) ;")):
            self.assertIn(fault, found)

    def test_verilog_has_faults_of_every_kind(self):
        found = changes_of(VERILOG, "m.sv")
        for fault in (("operator", "b_o <= a_i - N'(twice(1));"),
                      ("constant", "b_o <= '1;"),
                      ("constant", "twice = 3 * n;"),
                      ("stuck reset", ";"),
                      ("dropped condition", "if (rst_ni) begin"),
                      ("swapped port", ".one_i (b_o), .two_i (a_i)")):
            self.assertIn(fault, found)

    def test_nothing_goes_into_assertions_parameters_and_outputs(self):
        for _, line in changes_of(VERILOG, "m.sv"):
            self.assertNotIn("assert", line)
            self.assertNotIn("localparam", line)
            self.assertNotIn(".sum_o", line)

    def test_elaboration_calls_a_function_of_its_own(self):
        text, _ = with_faults(source_of(VERILOG, "m.sv"), [])
        self.assertIn("Width = twice_unchanged(N)", text)
        self.assertIn("function automatic int unsigned twice_unchanged", text)
        self.assertIn("N'(twice(1))", text)

    def test_a_fault_lies_in_the_lines_that_are_named_for_it(self):
        for text, name in ((CPP, "a.cpp"), (VERILOG, "m.sv")):
            source = source_of(text, name)
            mutants = mutants_of(source)
            changed, places = with_faults(source, list(enumerate(mutants, 1)))
            lines = changed.split("\n")
            for first, last, number in places:
                shown = " ".join(lines[first - 1:last])
                parts = [" ".join(part.split()) for _, part in mutants[number - 1].parts]
                self.assertTrue(any(part in " ".join(shown.split()) for part in parts), shown)
            self.assertEqual({n for _, _, n in places}, set(range(1, len(mutants) + 1)))


    def test_a_fault_alone_is_the_source_with_the_line_changed(self):
        source = source_of(CPP, "a.cpp")
        for mutant in mutants_of(source):
            lines = alone(source, mutant).split("\n")
            self.assertEqual(" ".join(lines[mutant.line - 1].split()), mutant.mutated)
            self.assertEqual(lines[:mutant.line - 1] + lines[mutant.line:],
                             CPP.split("\n")[:mutant.line - 1] + CPP.split("\n")[mutant.line:])


class Choice(unittest.TestCase):
    """Which faults a seed takes."""

    def test_the_seed_decides(self):
        mutants = mutants_of(source_of(CPP, "a.cpp"))
        orders = [[m.key for m in in_order_of_choice(mutants, seed)] for seed in (1, 1, 2)]
        self.assertEqual(orders[0], orders[1])
        self.assertNotEqual(orders[0], orders[2])
        self.assertEqual(sorted(orders[0]), sorted(m.key for m in mutants))

    def test_no_two_faults_have_the_same_key(self):
        mutants = mutants_of(source_of(CPP + CPP, "a.cpp"))
        self.assertEqual(len({m.key for m in mutants}), len(mutants))

    def test_other_lines_do_not_change_a_key(self):
        before = {m.key for m in mutants_of(source_of(CPP, "a.cpp"))}
        after = {m.key for m in mutants_of(source_of("// more\n" + CPP, "a.cpp"))}
        self.assertEqual(before, after)


class Selection(unittest.TestCase):
    """Which faults are taken with a compiler that says of no line that it is wrong."""

    FAULTS = [m.key for m in in_order_of_choice(mutants_of(source_of(CPP, "a.cpp")), 1)]

    def taken(self, *impossible):
        """Those that are taken when all are asked for, in their order, with a compiler that takes
        no source that has any of these sets of faults."""
        held = set()

        def with_these(source, numbered):
            held.clear()
            held.update(mutant.key for _, mutant in numbered)
            return with_faults(source, numbered)

        def compiled(*_):
            return None if any(held >= set(faults) for faults in impossible) else set()

        with tempfile.TemporaryDirectory() as folder, \
                unittest.mock.patch.object(selection, "with_faults", with_these), \
                unittest.mock.patch.object(selection, "_refused", compiled):
            (pathlib.Path(folder) / "a.cpp").write_text(CPP)
            place = types.SimpleNamespace(
                root=pathlib.Path(folder), folder=pathlib.Path(folder), fill=lambda texts: None,
                family=types.SimpleNamespace(sources=("*.cpp",), faults=len(self.FAULTS)))
            chosen, _, refused = selection.select(place, 1, 1, lambda text: None)
        self.assertEqual(len(chosen) + refused, len(self.FAULTS))
        return [mutant.key for mutant in chosen]

    def without(self, *refused):
        """All faults but these, in their order."""
        return [key for key in self.FAULTS if key not in refused]

    def test_all_that_compile_are_taken(self):
        self.assertEqual(self.taken(), self.FAULTS)

    def test_each_that_does_not_compile_is_refused(self):
        for key in self.FAULTS:
            self.assertEqual(self.taken([key]), self.without(key))

    def test_sources_that_never_compile_are_not_taken_for_faults_that_do_not(self):
        with self.assertRaisesRegex(SystemExit, "none of [0-9]+ faults compiles: do the sources?"):
            self.taken([])

    def test_of_two_that_do_not_compile_together_the_later_is_refused(self):
        for i, later in enumerate(self.FAULTS):
            for earlier in self.FAULTS[:i]:
                self.assertEqual(self.taken([earlier, later]), self.without(later))

    def test_of_several_sets_that_do_not_compile_one_of_each_is_refused(self):
        one, two, three, four, five, six = self.FAULTS[::4][:6]
        self.assertEqual(self.taken([one, three, six], [two, four], [five]),
                         self.without(six, four, five))


class Tree(unittest.TestCase):
    """What the copies of the tree rely on."""

    def test_every_patch_fits_the_build(self):
        for file, old, _ in (*workspace.PATCHES, workspace.TOLERANT):
            self.assertEqual((ROOT / file).read_text().count(old), 1, f"{old!r} in {file}")

    def test_what_the_build_is_configured_from_is_copied(self):
        wanted = re.findall(r"configure_file\(([a-z]\w*)/",
                            "".join(path.read_text() for path in (ROOT / "cmake").glob("*.cmake")))
        self.assertGreater(len(wanted), 1)
        self.assertEqual(set(wanted) - set(workspace.FOLDERS), set())

    def test_every_test_program_is_built(self):
        built = "".join(path.read_text() for pattern in ("*/CMakeLists.txt", "*/*.cmake")
                        for path in (ROOT / "tests").glob(pattern))
        for family in FAMILIES.values():
            for program in (*family.at_once, *dict(family.one_by_one)):
                self.assertRegex(built, rf"flitwise_test\({program}\s")

    def test_results_are_of_one_choice_of_faults_and_one_build(self):
        with tempfile.TemporaryDirectory() as root:
            copy = workspace.Workspace(pathlib.Path(root), "theory", FAMILIES["theory"])
            tests = copy.family.at_once
            for test in tests:
                program = copy.tree / "build/tests/theory" / test
                program.parent.mkdir(parents=True, exist_ok=True)
                program.write_bytes(b"one")
            choice = mutants_of(source_of(CPP, "a.cpp"))
            state = copy.state(choice, tests)
            self.assertEqual(copy.state(choice, tests), state)
            self.assertNotEqual(copy.state(choice[1:], tests), state)
            self.assertNotEqual(copy.state(choice, tests[:1]), state)
            program.write_bytes(b"two")
            self.assertNotEqual(copy.state(choice, tests), state)

    def test_faults_that_are_the_same_code_are_told_from_others(self):
        text = "int twice(int n) {\n  int sum = 0;\n  sum = n + n;\n  return sum;\n}\n"
        source = source_of(text, "a.cpp")
        with tempfile.TemporaryDirectory() as root:
            copy = workspace.Workspace(pathlib.Path(root), "theory", FAMILIES["theory"])
            same = {mutant.mutated for mutant in mutants_of(source)
                    if copy.compiles_to_the_same(source, mutant)}
        self.assertEqual(same, {"int sum = 1;"})

    def test_every_night_tries_every_family(self):
        night = (ROOT / ".github/workflows/mutants.yml").read_text()
        self.assertIn(f"family: [{', '.join(FAMILIES)}]", night)

    def test_tests_named_after_a_file_are_asked_first(self):
        units = [Unit(name, "", "", 1.0) for name in
                 ("network_test Engine.Steps", "network_test StarRouters.Count",
                  "network_test TorusRouters.Count")]
        first = max(units, key=lambda unit: unit.worth("systemc/network/torus/torus_routers.cpp"))
        self.assertEqual(first, units[2])

    def test_every_family_has_sources(self):
        for family in FAMILIES.values():
            for pattern in family.sources:
                self.assertTrue(list(ROOT.glob(pattern)), pattern)


class Campaign(unittest.TestCase):
    """Which tests are built and asked."""

    FAMILY = FAMILIES["trees"]._replace(sources=("*.cpp",), faults=3, at_once=("router_test",),
                                        one_by_one=(("system_test", ""),))

    def tried(self, folder, router_notices, system_notices):
        """What was built, and what noticed faults 1 to 3, where tests notice these numbers."""
        root = pathlib.Path(folder)
        (root / "a.cpp").write_text(CPP)
        for name, numbers in (("router_test", router_notices), ("system_test", system_notices)):
            program = root / f"build/mutate/trees/tree/build/tests/all/{name}"
            cases = "|".join(map(str, numbers)) or "none"
            workspace.write_if_other(program, (
                "#!/bin/sh\ncase $1 in --gtest_list*) printf 'A.\\n  B\\n'; exit;; esac\n"
                "echo '[ RUN      ] A.B'\n"
                f"case $FLITWISE_MUTANT in {cases}) exit 1;; esac\n").encode(), 0o755)
        mutants = mutants_of(source_of(CPP, "a.cpp"))[:3]
        built = []
        with unittest.mock.patch.multiple(
                mutate, ROOT=root, FAMILIES={"trees": self.FAMILY}, say=lambda text: None,
                select=lambda *_: (mutants, 3, 0)), unittest.mock.patch.object(
                    workspace.Workspace, "build", lambda _, jobs, tests: built.extend(tests)), \
                unittest.mock.patch.object(workspace.Workspace, "compiles_to_the_same",
                                           lambda *_: False):
            row = mutate.try_family("trees", types.SimpleNamespace(seed=1, jobs=1, list=False))
        return built, row["killers"], len(row["survivors"])

    def test_tests_of_whole_systems_are_built_only_for_what_the_others_leave(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.tried(folder, (1, 2, 3), ()),
                             (["router_test"], {"router_test": {"failed": 3}}, 0))
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.tried(folder, (1, 3), (2,)),
                             (["router_test", "system_test"],
                              {"router_test": {"failed": 2}, "system_test": {"failed": 1}}, 0))

    def test_what_no_test_notices_survives(self):
        with tempfile.TemporaryDirectory() as folder:
            self.assertEqual(self.tried(folder, (1,), (2,))[2], 1)

    def test_a_run_goes_on_with_what_is_known_of_the_same_programs(self):
        with tempfile.TemporaryDirectory() as folder:
            first = self.tried(folder, (1,), (2, 3))
            with unittest.mock.patch.object(campaign.Runner, "run", return_value=None) as run:
                self.assertEqual(self.tried(folder, (1,), (2, 3)), first)
            # Faults 2 and 3 are shown to the router's tests again; no other is shown to any.
            self.assertEqual([call.args[1] for call in run.call_args_list if call.args[1]], [2, 3])


class Ledger(unittest.TestCase):
    """What is committed."""

    def test_every_explained_equivalent_is_a_fault_of_the_sources(self):
        entries = json.loads((ROOT / ledger.EQUIVALENTS).read_text())
        sources = read_sources(ROOT, sorted({entry["file"] for entry in entries} | {
            str(path.relative_to(ROOT)) for path in (ROOT / "rtl").rglob("*.sv")}))
        there = {(m.file, m.place, m.rule, m.original, m.mutated, m.occurrence)
                 for source in sources.values() for m in mutants_of(source)}
        missing = [known for known in ledger.equivalents(ROOT) if known not in there]
        self.assertEqual(missing, [])

    def test_the_document_is_that_of_the_scores(self):
        rows = json.loads((ROOT / ledger.SCORES).read_text())
        self.assertEqual(ledger.document(rows), (ROOT / ledger.DOCUMENT).read_text())

    def test_the_document_says_the_seeds_of_its_rows(self):
        rows = json.loads((ROOT / ledger.SCORES).read_text())
        others = [{**entry, "seed": 2} for entry in rows]
        self.assertIn("The seed, 2 here, takes", ledger.document(others))
        both = ledger.document([*rows[:-1], others[-1]])
        self.assertIn("The seed, in the table below, takes", both)
        self.assertIn("| family | seed | faults possible |", both)
        for entry in (rows[0], others[-1]):
            self.assertIn(f"| {entry['family']} | {entry['seed']} | {entry['possible']} | ", both)

    def test_the_score_leaves_equivalents_out(self):
        self.assertEqual(ledger.score({"faults": 10, "killed": 6, "equivalent": [{}, {}]}), 75.0)

    def test_the_same_code_is_no_survivor(self):
        mutant = mutants_of(source_of(CPP, "a.cpp"))[0]
        for how, rest in ((ledger.SAME_CODE, (1, 0)), ("survived", (0, 1))):
            row = ledger.row("theory", 1, 9, [mutant],
                             {mutant.key: {"test": None, "how": how}}, {})
            self.assertEqual((len(row["equivalent"]), len(row["survivors"])), rest)

    def test_a_score_below_the_committed_one_fails(self):
        rows = json.loads((ROOT / ledger.SCORES).read_text())
        said = []
        self.assertEqual(ledger.check(ROOT, rows, said.append), 0)
        self.assertEqual(ledger.check(ROOT, [{**rows[0], "killed": rows[0]["killed"] - 5}],
                                      said.append), 1)
        self.assertIn("below the committed", said[0])


if __name__ == "__main__":
    unittest.main()
