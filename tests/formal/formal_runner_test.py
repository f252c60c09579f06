"""scripts/formal on a counter to 4: what it proves, what it must notice, and with which status."""
import os
import pathlib
import re
import signal
import re
import subprocess
import sys
import tempfile
import time
import unittest

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

RTL = """
module counter (input logic clk_i, output logic [3:0] count_q);
  logic is_out_q = 1'b0;
  initial count_q = 4'd0;
  always_ff @(posedge clk_i) begin
    if (count_q == 4'd4) count_q <= 4'd0;
    else count_q <= count_q + 4'd1;
    if (count_q == 4'd9) is_out_q <= 1'b1;
  end
endmodule
"""

WRAPPER = """
module counter_fv (input logic clk_i, input logic [3:0] any_i);
  logic [3:0] count;
  counter i_counter (.clk_i(clk_i), .count_q(count));
  always_comb begin
    a_below: assert (count < 4'd5);
    c_wraps: cover (count == 4'd4);
  end
endmodule
"""

ENTRY = """
[[proof]]
name = "counter"
top = "counter_fv"
rtl = ["counter.sv"]
proves = "counts to 4"
mode = "induction"
depth = 1
cover_depth = 6
twin_depth = 8
[[proof.twin]]
broken = "counts to 5"
file = "rtl/counter.sv"
find = "count_q == 4'd4"
replace = "count_q == 4'd5"
"""


class FormalRunner(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "rtl").mkdir()
        (self.root / "formal").mkdir()

    def run_on(self, entry=ENTRY, wrapper=WRAPPER, options=(), path=None, rtl=RTL, page=None):
        """Runs the proofs of the counter; returns the exit status and all that is printed."""
        (self.root / "rtl/counter.sv").write_text(rtl)
        if page is not None:
            (self.root / "docs/proofs.md").write_text(page)
        (self.root / "formal/counter_fv.sv").write_text(wrapper)
        (self.root / "formal/proofs.toml").write_text(entry)
        environment = dict(os.environ, PATH=f"{path}:{os.environ['PATH']}" if path else
                           os.environ["PATH"])
        done = subprocess.run([sys.executable, ROOT / "scripts/formal", "--root", self.root,
                               "--jobs", "1", *options], text=True, capture_output=True,
                              env=environment, check=False)
        return done.returncode, done.stdout + done.stderr

    def expect(self, status, texts, **run):
        got, output = self.run_on(**run)
        for text in texts:
            self.assertIn(text, output)
        self.assertEqual(got, status, output)
        return output

    def bounded(self, depth):
        return ENTRY.replace('mode = "induction"\ndepth = 1', f'mode = "bounded"\ndepth = {depth}')

    def test_proves_by_induction_and_sees_the_twin_fail(self):
        self.expect(0, ["induction 1", "proved", "1 covered", "twin fails: a_below, step 6"])

    def test_proves_within_a_bound(self):
        self.expect(0, ["bounded 6", "proved", "twin fails: a_below"], entry=self.bounded(6))

    def test_a_failure_names_property_step_source_and_waves(self):
        output = self.expect(1, ["FAILED", "a_below fails at step 5",
                                 "source: formal/counter_fv.sv:6: a_below: assert (count < 4'd4)",
                                 "scripts/formal counter"],
                             entry=self.bounded(9), wrapper=WRAPPER.replace("4'd5", "4'd4"))
        waves = pathlib.Path(re.search(r"waves: (\S+)", output)[1])
        self.assertIn("$var", waves.read_text())

    def test_merges_equal_gates_before_the_search(self):
        for entry in (ENTRY, self.bounded(6)):
            self.expect(0, ["1 covered", "twin fails: a_below, step 6"],
                        entry=entry.replace("twin_depth", "sweep = true\ntwin_depth"))
        log = self.root / "build/formal/counter/proof/properties.log"
        self.assertIn("fraig", log.read_text())

    def test_a_property_of_a_model_is_named_with_its_source(self):
        (self.root / "formal/low_fv.sv").write_text(
            "module low_fv (input logic [3:0] count_i);\n"
            "  always_comb a_low: assert (count_i < 4'd4);\nendmodule\n")
        self.expect(1, ["i_low.a_low fails at step 5",
                        "source: formal/low_fv.sv:2: always_comb a_low"],
                    entry=self.bounded(9).replace("twin_depth",
                                                  'models = ["low_fv.sv"]\ntwin_depth'),
                    wrapper=WRAPPER.replace("  always_comb",
                                            "  low_fv i_low (.count_i(count));\n  always_comb", 1))

    def test_an_induction_that_does_not_close_is_a_failure(self):
        self.expect(1, ["FAILED", "a_below holds in 3 steps from reset, but induction 1 does not",
                                 "formal/counter_fv.sv:6: a_below"],
                             wrapper=WRAPPER.replace("count < 4'd5", "count != 4'd9"))

    def test_a_cover_point_that_is_not_reached_makes_a_proof_vacuous(self):
        self.expect(1, ["vacuous", "formal/counter_fv.sv:7: c_wraps: cover (count == 4'd7)"],
                    wrapper=WRAPPER.replace("count == 4'd4", "count == 4'd7"))

    def test_a_proof_without_cover_points_is_vacuous(self):
        self.expect(1, ["vacuous: there is no cover point"],
                    wrapper=re.sub(r"    c_wraps.*\n", "", WRAPPER))

    def test_a_contradictory_assumption_makes_a_proof_vacuous(self):
        self.expect(1, ["vacuous"], wrapper=WRAPPER.replace(
            "a_below", "m_never: assume (count == 4'd7);\n    a_below"))

    def test_a_twin_that_passes_is_a_failure(self):
        self.expect(1, ["twin: the broken copy passes", "count_q == 4'd4 -> 4'd4 == count_q"],
                    entry=ENTRY.replace('replace = "count_q == 4\'d5"',
                                        'replace = "4\'d4 == count_q"'))

    def test_every_twin_must_fail(self):
        second = ENTRY[ENTRY.index("[[proof.twin]]"):].replace("count_q == 4'd5", "count_q == 4'd6")
        self.expect(0, ["twin fails: a_below, step 6; twin fails: a_below, step 6"],
                    entry=ENTRY + second)
        self.expect(1, ["twin: the broken copy passes", "count_q == 4'd4 -> 4'd4 == count_q"],
                    entry=ENTRY + second.replace("count_q == 4'd6", "4'd4 == count_q"))

    def test_a_twin_can_name_the_property_that_must_fail(self):
        wrapper = WRAPPER.replace("    c_wraps", "    a_low: assert (count < 4'd7);\n    c_wraps")
        entry = ENTRY.replace("count_q == 4'd5\"", "count_q == 4'd8\"") + 'property = "a_low"\n'
        self.expect(0, ["twin fails: a_low, step 8"], wrapper=wrapper, entry=entry)
        self.expect(1, ["twin: the broken copy passes a_low: count_q == 4'd4 -> "],
                    wrapper=wrapper, entry=entry.replace("4'd8", "4'd5"))
        self.expect(1, ["there must be one property a_none, there are 0"],
                    entry=entry.replace("a_low", "a_none"))
        self.expect(2, ["counter: property of a twin must be of a proof with steps"],
                    entry=entry.replace('"induction"', '"combinational"'))

    def test_a_twin_whose_text_is_gone_is_a_failure(self):
        self.expect(1, ["must occur once in rtl/counter.sv, occurs 0 times: count_q == 4'd6"],
                    entry=ENTRY.replace('find = "count_q == 4\'d4"', 'find = "count_q == 4\'d6"'))

    def test_faults_are_noticed_or_survive(self):
        output = self.expect(0, ["counter: rtl/counter.sv:6: ", "a_below fails at step",
                                 ": survived, ", "\n  - ", "counter: ", " noticed, "],
                             options=["--faults", "8"])
        self.assertRegex(output, r"\ncounter: [1-9]\d* noticed, [1-9]\d* survived, "
                                 r"\d+ not built, 0 undecided\n$")
        self.assertEqual(RTL, (self.root / "rtl/counter.sv").read_text())

    def test_rtl_that_yosys_refuses_is_a_failure(self):
        self.expect(1, ["Yosys refuses it", "ERROR"], wrapper=WRAPPER.replace("assert", "asert"))

    def test_a_missing_file_is_a_wrong_list(self):
        self.expect(2, ["counter: no such file: rtl/none.sv"],
                    entry=ENTRY.replace("counter.sv\"]", "none.sv\"]"))

    def test_wrong_keys_and_values_are_a_wrong_list(self):
        for find, replace, message in [
                ("depth = 1\n", "dpeth = 1\ndepth = 1\n", "counter: unknown key: dpeth"),
                ("proves = \"counts to 4\"", "", "counter: missing key: proves"),
                ("depth = 1\n", 'depth = "1"\n', "depth must be of type int, got '1'"),
                ("depth = 1\n", "depth = 0\n", "depth must be at least 1, got 0"),
                ('"induction"', '"hope"', "mode must be one of induction, combinational, bounded"),
                ("cover_depth = ", "cover_depth = -3  # ",
                 "cover_depth must be at least 0, got -3"),
                ('name = "counter"', 'name = "../counter"',
                 "name must be of letters, digits and _"),
                ("find =", "search =", "twin must have the keys broken, file, find, replace"),
                (ENTRY[ENTRY.index("[[proof.twin]]"):], "twin = []\n", "there must be a twin"),
                (ENTRY, ENTRY + ENTRY, "counter: the name is used twice"),
                (ENTRY, "", "no list of proofs"),
                ("[[proof]]", "[proof", "no list of proofs")]:
            with self.subTest(message):
                self.expect(2, [message], entry=ENTRY.replace(find, replace, 1))

    def test_a_name_that_is_not_in_the_list_is_refused(self):
        self.expect(2, ["no such proof: other"], options=["other"])

    def test_numbers_that_make_no_sense_are_refused(self):
        self.expect(2, ["--jobs: must be a whole number from 1, got '0'"], options=["--jobs", "0"])
        for limit in ["-1", "nan", "inf", "x"]:
            self.expect(2, [f"--limit: must be a number of seconds above 0, got '{limit}'"],
                        options=["--limit", limit])

    def test_a_folder_that_cannot_be_made_is_told_in_one_line(self):
        self.expect(2, ["formal: Not a directory: "],
                    options=["--out", str(self.root / "rtl/counter.sv/out")])

    def test_an_interrupt_ends_all_at_once_in_one_line(self):
        tools = self.root / "tools"
        tools.mkdir()
        marker = self.root / "pid"
        (tools / "yosys").write_text(f"#!/bin/sh\necho $$ > {marker}.new\n"
                                     f"mv {marker}.new {marker}\nexec sleep 60\n")
        (tools / "yosys").chmod(0o755)
        self.run_on(options=["--list"])
        with subprocess.Popen(
                [sys.executable, ROOT / "scripts/formal", "--root", self.root], text=True,
                stderr=subprocess.PIPE,
                env=dict(os.environ, PATH=f"{tools}:{os.environ['PATH']}")) as process:
            while not marker.exists():
                time.sleep(0.01)
            process.send_signal(signal.SIGINT)
            said = process.communicate(timeout=30)[1]
        self.assertEqual((process.returncode, said), (130, "\nformal: interrupted\n"))
        time.sleep(0.1)
        state = pathlib.Path(f"/proc/{marker.read_text().strip()}/stat")
        self.assertTrue(not state.exists() or state.read_text().split()[2] == "Z")

    def test_a_choice_of_no_proof_is_refused(self):
        self.expect(2, ["no proof was chosen"], options=["--quick"])

    def test_a_time_limit_is_an_early_stop(self):
        self.expect(3, ["STOPPED EARLY, nothing is known", "not done after 0.001 s"],
                    options=["--limit", "0.001"])
        self.expect(3, ["reproduce with:\n  scripts/formal --limit 0.001 counter"],
                    options=["--limit", "0.001"])

    def test_what_a_stopped_tool_has_started_is_ended(self):
        sys.path[:0] = [str(ROOT / "formal"), str(ROOT / "scripts")]
        from runner import engines
        marker = self.root / "pid"
        with self.assertRaisesRegex(engines.Stopped, "sh: not done after 1 s"):
            engines.run(["sh", "-c", f"sleep 60 & echo $! > {marker}; wait"], self.root / "log", 1,
                        self.root)
        time.sleep(0.1)
        state = pathlib.Path(f"/proc/{marker.read_text().strip()}/stat")
        self.assertTrue(not state.exists() or state.read_text().split()[2] == "Z")

    def test_a_solver_that_dies_is_an_early_stop(self):
        tools = self.root / "tools"
        tools.mkdir()
        (tools / "z3").write_text("#!/bin/sh\nkill -9 $$\n")
        (tools / "z3").chmod(0o755)
        self.expect(3, ["STOPPED EARLY", "yosys-smtbmc: gives no answer"], path=tools,
                    entry=ENTRY.replace('"induction"', '"combinational"'))

    def test_yosys_that_does_not_start_is_an_early_stop_whatever_lies_there(self):
        tools = self.root / "tools"
        tools.mkdir()
        (tools / "yosys").write_text("#!/bin/sh\necho yosys: no libtcl\nexit 127\n")
        (tools / "yosys").chmod(0o755)
        self.expect(0, ["proved"])
        self.expect(3, ["STOPPED EARLY", "yosys: ended with status 127"], path=tools)
        for status in (0, 1):
            (tools / "yosys").write_text(f"#!/bin/sh\necho half\nexit {status}\n")
            self.expect(3, ["yosys: did not come to the end of its script"], path=tools)

    def test_the_docs_name_properties_that_are_there(self):
        sources = "".join(path.read_text() for path in (ROOT / "formal").rglob("*.sv"))
        named = set(re.findall(r"`(a_\w+)`", (ROOT / "docs/proofs.md").read_text()))
        self.assertGreater(len(named), 20)
        for name in named:
            self.assertRegex(sources, rf"\b{name} *:")

    def test_the_texts_of_all_twins_are_in_the_rtl_once(self):
        _, lists, _ = self.runner()
        for proof in lists.load(ROOT):
            for twin in proof.twin:
                self.assertEqual((ROOT / twin["file"]).read_text().count(twin["find"]), 1,
                                 f"{proof.name}: {twin['file']}: {twin['find']}")

    def test_a_search_that_is_killed_is_an_early_stop(self):
        tools = self.root / "tools"
        tools.mkdir()
        (tools / "yosys-abc").write_text("#!/bin/sh\necho '   6 + : Var = 1'\nkill -9 $$\n")
        (tools / "yosys-abc").chmod(0o755)
        self.expect(3, ["STOPPED EARLY", "yosys-abc: ended by signal 9 at step 7"], path=tools)

    def test_the_tables_in_the_docs_are_those_of_the_lists(self):
        page, lists, _ = self.runner()
        text = (ROOT / page.PAGE).read_text()
        self.assertTrue(text == page.written(ROOT, lists.load(ROOT), text),
                        f"{page.PAGE}: run scripts/formal --write")

    def test_every_fault_that_survives_is_one_of_the_sources_and_has_one_reason(self):
        page, lists, mutants = self.runner()
        found, idle = page.explained(ROOT)
        self.assertEqual(idle, [], f"{page.REASONS}: reasons of no survivor")
        self.assertGreater(len(found), 5)
        self.assertEqual(set(found) - {proof.name for proof in lists.load(ROOT)}, set())
        for name, survivors in found.items():
            for fault, reason in survivors:
                self.assertIsNotNone(reason, f"{page.REASONS}: {name}: no reason: {fault}")
        sources = mutants.read_sources(ROOT, sorted(str(path.relative_to(ROOT))
                                                    for path in ROOT.glob("rtl/**/*.sv")))
        self.assertEqual(page.outdated(ROOT, sources, mutants.mutants_of), [],
                         f"{page.RECORDS}: run scripts/formal --faults --write of these proofs")

    @staticmethod
    def runner():
        """The modules of the runner that know pages and lists, and that of faults."""
        sys.path[:0] = [str(ROOT / "formal"), str(ROOT / "scripts")]
        from mutation import mutants
        from runner import page, proofs
        return page, proofs, mutants

    def test_what_faults_show_is_recorded_and_written_with_reasons(self):
        (self.root / "docs").mkdir()
        marks = "<!-- proofs -->\n<!-- end of proofs -->\n<!-- faults -->\n<!-- end of faults -->"
        (self.root / "docs/proofs.md").write_text(f"Before\n{marks}\nbehind\n")
        wide = RTL.replace(
            "endmodule", "  assign is_out_o = is_out_q && count_q < 4'd12;\nendmodule").replace(
            "count_q);", "count_q, output logic is_out_o);")
        # abc asks for registers, which a counter that stays at 0 has none of.
        registered = WRAPPER.replace("  always_comb begin", """  logic [1:0] odd_q = 2'b00;
  always_ff @(posedge clk_i) odd_q <= {odd_q[0], any_i[0] && !odd_q[0]};
  always_comb begin
    a_not_twice: assert (odd_q != 2'b11);""")
        self.expect(0, [], options=["--faults", "all", "--write"], rtl=wide, wrapper=registered)
        text = (self.root / "docs/proofs.md").read_text()
        self.assertRegex(text, r"(?s)^Before.*counts to 4.*\n\| `counter` \| (\d+) \| \1 \| \d+ ")
        self.assertIn("Only signals change that no property of the proof reads. | `counter`", text)
        self.assertIn("UNEXPLAINED", text)  # count_q == 4'd4 may be <= 4'd4 or so
        self.expect(2, ["docs/proofs.md: must have the marks of faults once, has them 0 times"],
                    options=["--write"], page="<!-- proofs -->\n<!-- end of proofs -->")


if __name__ == "__main__":
    unittest.main()
