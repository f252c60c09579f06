#!/usr/bin/env python3
"""The whole command with a family from outside the tree: hypercubes.

usage: plugin_test.py HYPERCUBE_FLITWISE [TEST...]
"""
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

import jsonschema
import yaml

HERE = pathlib.Path(__file__).resolve().parent
SCENARIOS = sorted((HERE / "scenarios").glob("*.yaml"))
PROGRAM = ""

CUBE = "network: {kind: hypercube, dimensions: 3}\n"
BROADCAST = CUBE + "operation: broadcast\n"
SCATTER = CUBE + "operation: scatter\n"

SIZES = """
base: {network: {kind: hypercube, dimensions: 1}, operation: broadcast}
vary:
- network.dimensions: {from: 1, to: 6, step: 1}
- operation: [broadcast, scatter, scatter]
  algorithm: [binomial, furthest-first, nearest-first]
- length: [1, 2, 3, 7]
- root: [0, 1]
"""

# One of every family that is there without the plug-in; the build has their routers.
OTHERS = {
    "tree": "network: {kind: tree, shape: star, leaves: 3}\noperation: scatter\n"
            "algorithm: fdf\nlengths: {each: 2}\n",
    "mesh": "network: {kind: mesh, sides: [4, 4]}\noperation: gather\n"
            "algorithm: certification\nlengths: {each: 1}\n",
    "fat-tree": "network: {kind: fat-tree, leaves: 4, capacities: constant}\n"
                "operation: exchange\nalgorithm: optimal-cbft\n",
    "torus": "network: {kind: torus, sides: [4, 4]}\noperation: broadcast\nalgorithm: peel\n"
             "length: 4\n",
    "star-graph": "network: {kind: star-graph, n: 5}\noperation: multinode\ncopies: 4\n",
}


def records_of(file):
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def finish_of(point):
    """From the README's table."""
    d, m = point["network.dimensions"], point["length"]
    return {"binomial": d + m - 1,
            "furthest-first": m * 2 ** (d - 1),
            "nearest-first": m * 2 ** (d - 1) + d - 1}[point["algorithm"]]


class Plugin(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.scratch = pathlib.Path(scratch.name)

    def run_program(self, *words, status=0):
        done = subprocess.run([PROGRAM, *map(str, words)], cwd=self.scratch, text=True,
                              capture_output=True, check=False)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        return done

    def write(self, text, name="scenario.yaml"):
        (self.scratch / name).write_text(text, encoding="utf-8")
        return name

    def errors_in(self, text):
        """The first line of each message."""
        lines = self.run_program("run", self.write(text), status=2).stderr.splitlines()
        return [line for line in lines if line.startswith("scenario.yaml:")]

    def validator(self):
        schema = json.loads(self.run_program("schema").stdout)
        jsonschema.Draft7Validator.check_schema(schema)
        return jsonschema.Draft7Validator(schema)

    # What runs.
    def test_its_scenarios_pass_with_every_event_compared(self):
        self.run_program("run", *SCENARIOS, "--json", "out.jsonl")

        records = records_of(self.scratch / "out.jsonl")
        self.assertEqual(len(records), 4)
        for record in records:
            with self.subTest(record["scenario"]):
                self.assertEqual(record["verdict"], "pass")
                checks = {check["name"]: check for check in record["checks"]}
                self.assertLessEqual({"finish", "quiesce", "lower_bound", "dispatch",
                                      "link_flits", "delivered_flits"}, checks.keys())
                hops = record["predicted"]["link_flits"]
                self.assertGreater(hops, 0)
                self.assertEqual(checks["events"]["measured"], f"{hops} transfers")

    def test_the_formulas_hold_on_every_size(self):
        self.run_program("sweep", self.write(SIZES, "sizes.yaml"))

        points = records_of(self.scratch / "sizes.jsonl")
        self.assertEqual(len(points), 6 * 3 * 4 * 2)
        for one in points:
            self.assertEqual(one["result"]["verdict"], "pass", one["point"])
            self.assertEqual(one["result"]["measured"]["finish"], finish_of(one["point"]),
                             one["point"])

    def test_long_runs_pass_without_their_lists_of_events(self):
        file = self.write(SCATTER + "length: 400000\noptions: {checkers: false}\n")
        table = self.run_program("run", file, "--verbose").stdout

        self.assertIn("the list of all events was not compared", table)
        self.assertIn("finish: measured 1600000 as predicted", table)

    def test_the_families_that_were_there_still_run(self):
        files = [self.write(text, f"{name}.yaml") for name, text in OTHERS.items()]
        table = self.run_program("run", *files).stdout

        self.assertIn(f"{len(files)} scenarios: {len(files)} passed, 0 failed", table)

    # What must not pass.
    def test_pes_that_never_send_are_noticed(self):
        for fault, silent in ((BROADCAST + "options: {break: {mute: 4}}\n", "PE 5 waits for"),
                              (SCATTER + "options: {break: {mute: 0}}\n", "PE 5 waits for")):
            table = self.run_program("run", self.write(fault), status=3).stdout
            self.assertIn("NO END", table)
            self.assertIn(silent, table)

    def test_a_root_that_sends_early_is_noticed(self):
        file = self.write(SCATTER + "options: {break: {early: 0}}\n")
        table = self.run_program("run", file, status=1).stdout

        self.assertIn("FAIL events: ", table)
        self.assertIn("PE 0 has two flits for one of its ports", table)

    def test_faults_that_nothing_would_show_are_refused(self):
        for text, key, rule in (
                (BROADCAST + "options: {break: {mute: 5}}\n", "mute: '5'", "has nothing to send"),
                (SCATTER + "options: {break: {mute: 4}}\n", "mute: '4'", "has nothing to send"),
                (BROADCAST + "options: {break: {early: 0}}\n", "early: '0'",
                 "has nothing that it could send early"),
                (SCATTER.replace("3", "1") + "options: {break: {early: 0}}\n", "early: '0'",
                 "has nothing that it could send early")):
            errors = self.errors_in(text)
            self.assertEqual(len(errors), 1, errors)
            self.assertIn(f"error: options.break.{key} {rule}", errors[0])

    # What the language says.
    def test_its_mistakes_get_the_messages_of_all_others(self):
        column = len("network: {kind: hypercube, ") + 1
        self.assertEqual(
            self.errors_in("network: {kind: hypercube, dimension: 3}\noperation: scater\n"
                           "lenth: 3\n"),
            ["scenario.yaml:1:10: error: network.dimensions: missing key: d; the cube has 2^d "
             "nodes",
             f"scenario.yaml:1:{column}: error: network.dimension: unknown key (did you mean "
             "'dimensions'?)",
             "scenario.yaml:2:12: error: operation: 'scater' must be one of broadcast, scatter "
             "(did you mean 'scatter'?)",
             "scenario.yaml:3:1: error: lenth: unknown key (did you mean 'length'?)"])
        self.assertEqual(
            self.errors_in(BROADCAST + "algorithm: nearest-first\nroot: 8\nlength: 0\n"
                           "options: {build: netlist}\n"),
            ["scenario.yaml:3:12: error: algorithm: 'nearest-first' is no algorithm of operation "
             "broadcast, which has binomial",
             "scenario.yaml:4:7: error: root: '8' must be a whole number from 0 to 7",
             "scenario.yaml:5:9: error: length: '0' must be a whole number from 1 to 1000000",
             "scenario.yaml:6:18: error: options.build: 'netlist' must be one of assembled"])

    def test_its_kind_is_among_all_kinds(self):
        kind = "hypercube"
        errors = self.errors_in(CUBE.replace(kind, kind + "x") + "operation: scatter\n")
        self.assertEqual(len(errors), 1, errors)
        self.assertRegex(errors[0], f"must be one of tree, .*, star-graph, {kind}(?: |$)")
        if len(kind) > 4:  # of shorter words, others are as near
            self.assertTrue(errors[0].endswith(f"(did you mean '{kind}'?)"), errors[0])

    def test_the_schema_knows_its_scenarios(self):
        validator = self.validator()
        for file in SCENARIOS:
            validator.validate(yaml.safe_load(file.read_text(encoding="utf-8")))
        for bad in (BROADCAST.replace("3", "7"), BROADCAST.replace("dimensions", "dimension"),
                    CUBE + "operation: gather\n", BROADCAST + "length: 0\n",
                    BROADCAST + "options: {build: netlist}\n", BROADCAST + "lengths: {each: 1}\n"):
            self.assertFalse(validator.is_valid(yaml.safe_load(bad)), bad)
        for other in OTHERS.values():
            validator.validate(yaml.safe_load(other))

    def test_lists_and_help_name_it(self):
        listed = self.run_program("list").stdout
        self.assertRegex(listed, r"(?m)^Hypercubes$")
        self.assertRegex(listed, r"(?m)^  dimensions: 1 to 6 ")
        explained = self.run_program("explain", "binomial").stdout
        self.assertIn("binomial: broadcast on hypercubes\n", explained)
        self.assertIn("finish  d + m - 1\n", explained)
        self.assertIn("on a hypercube", self.run_program("run", "--help").stdout)
        self.assertIn("on a hypercube", self.run_program("compare", "--help").stdout)
        words = re.search(r'compgen -W "([^"]*binomial[^"]*)"',
                          self.run_program("completion", "bash").stdout)
        self.assertLessEqual({"binomial", "furthest-first", "nearest-first"},
                             set(words[1].split()))

    # What is made of runs.
    def test_compare_has_the_faster_scatter_first(self):
        table = self.run_program("compare", HERE / "scenarios" / "scatter.yaml").stdout

        self.assertLess(table.index("*  furthest-first      48 "),
                        table.index("   nearest-first       52 "))
        self.assertIn("2 variants: 2 passed, 0 failed", table)

    def test_check_writes_junit(self):
        self.run_program("check", HERE / "scenarios", "--junit", "out.xml")

        root = xml.etree.ElementTree.parse(self.scratch / "out.xml").getroot()
        self.assertEqual((root.get("tests"), root.get("failures"), root.get("errors")),
                         ("4", "0", "0"))
        self.assertEqual({case.get("name") for case in root.iter("testcase")},
                         {"hypercube broadcast", "hypercube scatter", "largest hypercube",
                          "smallest"})

    def test_waves_have_a_group_for_every_pe(self):
        self.run_program("run", HERE / "scenarios" / "broadcast.yaml", "--waves", "out.fst")

        self.assertGreater((self.scratch / "out.fst").stat().st_size, 1000)
        view = (self.scratch / "out.gtkw").read_text(encoding="utf-8")
        groups = re.findall(r"(?m)^-(PE \d+ \([01]{4}(?:, root)?\))$", view)
        self.assertEqual(len(set(groups)), 16)
        self.assertEqual(groups[0], "PE 5 (0101, root)")
        self.assertIn("pe5.router.multiport_router.view.link[3].to", view)

    def test_the_page_draws_it(self):
        self.run_program("run", HERE / "scenarios" / "broadcast.yaml", "--report", "out.html")

        page = (self.scratch / "out.html").read_text(encoding="utf-8")
        self.assertIn("hypercube Q_4", page)
        self.assertIn("1010", page)

    # What makes predictions worth something.
    def test_protocols_and_theory_share_the_topology_alone(self):
        def included(name):
            text = (HERE / name).read_text(encoding="utf-8")
            return set(re.findall(r'(?m)^#include "([^"]+)"', text))

        both = []
        for part, others in (("protocols", "systemc/protocols/"), ("theory", "tb/theory/")):
            headers = included(f"hypercube_{part}.h") | included(f"hypercube_{part}.cpp")
            headers.remove(f"hypercube_{part}.h")
            both.append(headers)
            self.assertIn("hypercube_topology.h", headers)
            for header in headers - {"hypercube_topology.h"}:
                self.assertTrue(header.startswith(others), header)
        self.assertEqual(both[0] & both[1], {"hypercube_topology.h"})


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    PROGRAM = str(pathlib.Path(sys.argv.pop(1)).resolve())
    unittest.main()
