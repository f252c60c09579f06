"""Verilator's and gcov's part in coverage: models and programs of a few lines, compiled and run."""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True

from cover import cpp, points  # noqa: E402

MODULE = """module part (input logic clk_i, input logic [1:0] a_i, output logic [1:0] b_o);
  always_ff @(posedge clk_i) begin
    if (a_i == 2'd1) b_o <= 2'd1;
    else if (a_i == 2'd2) b_o <= 2'd2;
    else b_o <= 2'd0;
  end
  c_three: cover property (@(posedge clk_i) a_i == 2'd3);
  c_two: cover property (@(posedge clk_i) a_i == 2'd2);
endmodule
"""
# A child ends by _exit while its model lives, another by a signal; the parent has no model.
PROGRAM = """#include <verilated.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include "Vpart.h"
static void run(int a) {
  VerilatedContext context;
  Vpart* part = new Vpart(&context);
  for (int i = 0; i < 2; ++i) {
    part->a_i = a;
    part->clk_i = 0;
    part->eval();
    part->clk_i = 1;
    part->eval();
  }
  if (a == 1) _exit(0);
  raise(SIGKILL);
}
int main() {
  for (int a : {1, 2}) {
    if (fork() == 0) run(a);
    int status = 0;
    wait(&status);
  }
}
"""


def verilator_root():
    """Where Verilator's runtime is."""
    for line in subprocess.run(["verilator", "-V"], text=True, capture_output=True,
                               check=True).stdout.splitlines():
        if "VERILATOR_ROOT" in line and "=" in line and line.split("=")[1].strip():
            root = pathlib.Path(line.split("=")[1].strip())
            if (root / "include/verilated.cpp").exists():
                return root
    return pathlib.Path("/usr/share/verilator")


class Tools(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name).resolve()

    def run_in(self, *command):
        done = subprocess.run(command, cwd=self.root, text=True, capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def verilated(self):
        (self.root / "part.sv").write_text(MODULE)
        self.run_in("verilator", "--cc", "--assert", "--coverage-line", "--coverage-toggle",
                    "--coverage-user", "-fno-split", "--prefix", "Vpart", "--Mdir", "model",
                    "part.sv")

    def test_hits_outlive_processes_that_end_in_any_way(self):
        self.verilated()
        hits = self.root / "part.hits"
        found = points.instrument(self.root / "model", "Vpart", hits,
                                  ROOT / "scripts/cover/hits.h")
        (self.root / "main.cpp").write_text(PROGRAM)
        include = verilator_root() / "include"
        self.run_in("g++", "-std=c++17", "-w", "-DVL_TIME_CONTEXT", "-Imodel", f"-I{include}",
                    "main.cpp", *sorted(map(str, (self.root / "model").glob("*.cpp"))),
                    str(include / "verilated.cpp"), str(include / "verilated_threads.cpp"),
                    "-pthread", "-o", "program")
        self.run_in("./program")
        reached = {(point.kind, point.name, point.line)
                   for point in found if hits.read_bytes()[point.index]}
        everything = {(point.kind, point.name, point.line) for point in found}
        self.assertIn(("line", "if", 4), everything)
        self.assertEqual({item for item in everything - reached if item[0] != "toggle"},
                         {("user", "c_three", 7), ("line", "else", 4)})
        self.assertIn(("user", "c_two", 8), reached)

    def test_no_bit_is_reached_by_what_models_begin_with(self):
        self.verilated()

        def drawn():
            return sum("VL_RAND_RESET" in path.read_text()
                       for path in (self.root / "model").glob("*.cpp"))

        self.assertGreater(drawn(), 0)
        points.instrument(self.root / "model", "Vpart", self.root / "h", "hits.h")
        self.assertEqual(drawn(), 0)

    def test_code_that_is_not_as_expected_is_refused(self):
        self.verilated()
        symbols = self.root / "model/Vpart__Syms.h"
        symbols.write_text(symbols.read_text().replace("__Vcoverage[", "__Vcounter["))
        with self.assertRaisesRegex(points.Unexpected, "Vpart: .* there are 0 counters"):
            points.instrument(self.root / "model", "Vpart", self.root / "h", "hits.h")

    def test_lines_of_children_that_end_by_exit_count(self):
        (self.root / "systemc").mkdir()
        (self.root / "build/systemc").mkdir(parents=True)
        (self.root / "systemc/part.cpp").write_text(
            "#include <sys/wait.h>\n#include <unistd.h>\n"
            "int child(int a) {\n  return a + 1;\n}\n"
            "int main(int argc, char**) {\n  if (argc > 1)\n    return 3;\n"
            "  if (fork() == 0)\n    _exit(child(argc));\n  wait(nullptr);\n  return 0;\n}\n")
        (self.root / "systemc/idle.cpp").write_text("int idle() {\n  return 1;\n}\n")
        for name in ("part", "idle"):
            self.run_in("g++", "--coverage", "-fprofile-abs-path", "-c", f"systemc/{name}.cpp",
                        "-o", f"build/systemc/{name}.o")
        self.run_in("g++", "--coverage", "-Wl,--wrap=_exit", "build/systemc/part.o",
                    str(ROOT / "scripts/cover/exit.cpp"), "-o", "build/program")
        self.run_in("./build/program")
        files = cpp.load(self.root, self.root / "build", 2)
        ran = {line for line, count in files["systemc/part.cpp"].items() if count}
        self.assertEqual(set(files["systemc/part.cpp"]) - ran, {8})
        self.assertEqual(set(files["systemc/idle.cpp"].values()), {0})

    def test_gcov_that_fails_is_an_error(self):
        (self.root / "build/systemc").mkdir(parents=True)
        (self.root / "build/systemc/a.gcno").write_text("nothing")
        with self.assertRaises(cpp.GcovFailed):
            cpp.load(self.root, self.root / "build", 1, gcov="false")

    def wrapped(self, top):
        """The kinds of points, by file, of a model of rtl/pe; empty where it has none."""
        sources = [ROOT / "rtl" / name
                   for name in ("noc_pkg.sv", "pe/tree_pkg.sv", "pe/bufferless_router.sv",
                                "pe/multiport_router.sv", "common/link_stages.sv",
                                "pe/tree_network.sv")]
        self.run_in(ROOT / "scripts/cover/verilator", shutil.which("verilator"), self.root / "hits",
                    "--cc", "--assert", "--prefix", "Vpart", "--Mdir", "model", "--top-module", top,
                    *map(str, sources))
        self.assertTrue((self.root / "model/Vpart.h").exists())
        record = self.root / "hits/Vpart.points"
        if not record.exists():
            return {}
        kinds = {}
        for _, file, _, _, kind, *_ in json.loads(record.read_text())["points"]:
            kinds.setdefault(file, set()).add(kind)
        return kinds

    def test_routers_get_points_of_every_kind(self):
        kinds = self.wrapped("bufferless_router")
        self.assertEqual(kinds["rtl/pe/bufferless_router.sv"], {"line", "branch", "toggle"})
        self.assertEqual(kinds["tb/cover/bufferless_router_cover.sv"], {"user"})

    def test_networks_get_none(self):
        self.assertEqual(self.wrapped("tree_network"), {})

    def test_other_sources_go_to_verilator_as_they_are(self):
        (self.root / "part.sv").write_text(MODULE)
        done = subprocess.run(
            [ROOT / "scripts/cover/verilator", shutil.which("verilator"), self.root / "hits",
             "--cc", "--prefix", "Vpart", "--Mdir", "model", "part.sv"], cwd=self.root,
            env=os.environ, check=False)
        self.assertEqual(done.returncode, 0)
        self.assertFalse((self.root / "hits").exists())
        self.assertTrue((self.root / "model/Vpart.h").exists())


class Command(unittest.TestCase):
    """scripts/coverage with tools that do nothing: a run that did not happen is no result."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        self.tools = self.root / "tools"
        self.tools.mkdir()
        for tool, text in (("cmake", "exit 0"), ("ninja", "exit 0"), ("ctest", "kill -9 $$")):
            (self.tools / tool).write_text(f"#!/bin/sh\n{text}\n")
            (self.tools / tool).chmod(0o755)

    def expect(self, status, text, *options):
        """Runs it on an empty build with the tools; expects its status and a text."""
        done = subprocess.run(
            [sys.executable, ROOT / "scripts/coverage", "--build", self.root / "build", *options],
            text=True, capture_output=True, check=False,
            env=dict(os.environ, PATH=f"{self.tools}:{os.environ['PATH']}"))
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertIn(text, done.stderr)

    def test_says_that_there_is_nothing_to_report(self):
        self.expect(2, "there is no run to report", "--report")

    def test_does_not_take_an_earlier_runs_results_when_ctest_dies(self):
        (self.root / "build/coverage").mkdir(parents=True)
        (self.root / "build/coverage/tests.xml").write_text("<testsuite/>")
        self.expect(2, "ctest ended with status -9", "--family", "trees")
        self.expect(2, "ctest ended with status -9", "--keep")

    def test_says_that_nothing_was_measured(self):
        (self.tools / "ctest").write_text(
            '#!/bin/sh\nwhile [ "$1" != --output-junit ]; do shift; done\n'
            'echo "<testsuite/>" > "$2"\n')
        self.expect(2, "nothing was measured", "--family", "trees")

    def test_refuses_no_processes(self):
        self.expect(2, "--jobs: must be a whole number from 1", "--jobs", "0")


if __name__ == "__main__":
    unittest.main()
