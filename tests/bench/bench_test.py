#!/usr/bin/env python3
"""The programs of `make bench`: what counts of instructions are held against, and BookSim2, whose
place a small program takes that prints as BookSim2 does.

usage: bench_test.py FLITWISE
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import instructions  # noqa: E402  pylint: disable=wrong-import-position

TOOLS = {"verilator": "5.006", "systemc": "2.3.4", "compiler": "g++ 12.2.0"}
# Prints what BookSim2 does: statistics of every sample, then those of the whole run.
FAKE = """#!/usr/bin/env python3
import re, sys
text = open(sys.argv[1]).read()
values = dict(re.findall(r"(\\w+) = ([^;]+);", text))
open("{folder}/configurations", "a").write(text + "\\n")
sum(i * i for i in range(2000000))  # some processor time
print("BEGIN Configuration File: " + sys.argv[1])
print("Class 0:\\nPacket latency average = 99.5\\n\\tminimum = 9")
print("Time taken is 2000 cycles")
print("====== Overall Traffic Statistics ======\\n====== Traffic class 0 ======")
print("Packet latency average = 21.25 (1 samples)\\n\\tminimum = 9 (1 samples)")
{more}
sys.exit(255)
"""


def counts(runs, stored=None, tools=None):
    one = instructions.Counts({"tools": stored if stored is not None else TOOLS,
                               "runs": {"a": 1000, "b": 2000}}, tools or TOOLS)
    one.runs.update(runs)
    return one


class StoredCounts(unittest.TestCase):
    def test_three_percent_more_pass_and_beyond_that_fail(self):
        self.assertEqual(list(counts({"a": 1030, "b": 100}).complaints()), [])
        self.assertEqual(list(counts({"a": 1031, "b": 2000}).complaints()),
                         ["a: 1,031 instructions, 3.1 % more than 1,000"])

    def test_runs_without_a_stored_count_fail(self):
        self.assertEqual(list(counts({"c": 5}).complaints()), ["c: no count is stored"])

    def test_counts_of_other_tools_are_not_compared_and_fail(self):
        other = counts({"a": 5000}, tools={**TOOLS, "compiler": "g++ 14"})
        self.assertIsNone(other.more("a"))
        self.assertEqual(list(other.complaints()),
                         ["the stored counts are of compiler g++ 12.2.0, not g++ 14"])

    def test_an_update_keeps_runs_that_were_not_made_of_the_same_tools_alone(self):
        self.assertEqual(counts({"a": 7}).updated()["runs"], {"a": 7, "b": 2000})
        self.assertEqual(counts({"a": 7}, stored={}).updated(), {"tools": TOOLS, "runs": {"a": 7}})

    def test_the_stored_file_has_every_run(self):
        stored = instructions.read_stored()
        self.assertEqual(set(stored["runs"]), set(instructions.RUNS))
        self.assertEqual(set(stored["tools"]), set(instructions.TOOLS))

    def test_callgrinds_file_is_read(self):
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "out.1"
            file.write_text("fn=(1) main\n5 100\n"
                            "cfn=(2) flitwise::VerilatedFunctions<A>::cycle(void*)\n"
                            "calls=3 7\n6 900\nfn=(2)\n7 40\n+1 2\n", encoding="utf-8")
            profile = instructions.Profile(file)
        self.assertEqual((profile.total, profile.evaluations), (142, 3))


class BookSim(unittest.TestCase):
    flitwise = ""

    def run_script(self, more="", words=("--cycles", "200"), program=True):
        with tempfile.TemporaryDirectory() as folder:
            fake = pathlib.Path(folder) / "booksim"
            fake.write_text(FAKE.format(folder=folder, more=more), encoding="utf-8")
            fake.chmod(0o755)
            done = subprocess.run([sys.executable, "-B", HERE / "booksim.py", self.flitwise,
                                   *([fake] if program else []), *words],
                                  text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                  check=False)
            file = pathlib.Path(folder) / "configurations"
            return done, file.read_text(encoding="utf-8") if file.exists() else ""

    def test_without_it_nothing_runs_and_that_is_no_failure(self):
        done, ran = self.run_script(program=False)
        self.assertEqual((done.returncode, ran), (0, ""))
        self.assertIn("make bench-booksim BOOKSIM=path/to/booksim", done.stdout)

    def test_each_load_has_both_times_and_their_ratio(self):
        done, ran = self.run_script()
        self.assertEqual(done.returncode, 0, done.stdout)
        rows = re.findall(r"^(\d+) x \d+, rate ([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) +([\d.]+) +"
                          r"([\d.]+)$", done.stdout, re.MULTILINE)
        self.assertEqual([(row[0], row[1]) for row in rows],
                         [("8", "0.1"), ("8", "0.2"), ("8", "0.001"), ("16", "0.05"),
                          ("32", "0.05")])
        for row in rows:
            other, own, ratio = map(float, row[2:5])
            self.assertGreater(own, 0)
            self.assertAlmostEqual(ratio, other / own, delta=0.01 + 0.1 * ratio)
            self.assertEqual(row[5], "21.2")  # that of the whole run, not of a sample
        self.assertEqual(re.findall(r"injection_rate = (\S+);", ran),
                         ["0.0125", "0.025", "0.000125", "0.00625", "0.00625"])
        self.assertEqual(ran.count("packet_size = 8;"), 5)

    def test_a_saturated_network_is_told(self):
        done, _ = self.run_script('print("Simulation unstable, ending ...")')
        self.assertEqual(done.returncode, 1)
        self.assertIn("BookSim's network is saturated at rate 0.1", done.stdout)

    def test_what_is_no_booksim_is_told(self):
        done, _ = self.run_script("sys.stdout.flush()", words=("/nowhere",), program=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("/nowhere: is no program", done.stdout)
        done, _ = self.run_script(words=("/bin/true",), program=False)
        self.assertEqual(done.returncode, 1)
        self.assertIn("BookSim does not say how many cycles it took", done.stdout)

    def test_the_command_names_its_tools(self):
        done = subprocess.run([self.flitwise, "--version", "--json"], capture_output=True,
                              text=True, check=True)
        self.assertLessEqual(set(instructions.TOOLS), set(json.loads(done.stdout)))


if __name__ == "__main__":
    BookSim.flitwise = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
