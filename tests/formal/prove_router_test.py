"""scripts/prove_router on the router that breaks one clause of choice, and on text that Yosys does
not read: what it proves, what it refutes, and with which status."""
import json
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent

FLIT = {"width": 32, "head": [31, 1], "tail": [30, 1], "x": [27, 3], "y": [24, 3],
        "payload": {"head": [0, 24], "body": [0, 24]}}


class ProveRouter(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def ask(self, clause, fault=0, link="ready", **changes):
        """What is found of a clause of the router with a fault: the result, and the status."""
        router = {"name": "bad", "top": "bad_router",
                  "files": [str(ROOT / "tests/kit/bad/bad_router.sv")],
                  "parameters": [f"Fault={fault}", f"Link={1 if link == 'ready' else 2}",
                                 "Lanes=1", "Depth=2"],
                  "link": link, "lanes": 1, "queue": 2, "latency": {"router": 2},
                  "sides": [8, 8], "places": [[7, 3]], "flit": FLIT, **changes}
        file = self.folder / "router.json"
        file.write_text(json.dumps(router))
        done = subprocess.run([sys.executable, ROOT / "scripts/prove_router", file, "--clause",
                               clause, "--out", self.folder / "out"],
                              text=True, capture_output=True)
        self.assertEqual(done.stderr, "")
        return json.loads(done.stdout), done.returncode

    def proves_good_and_refutes_bad(self, clause, fault, link="ready", always=False):
        good, status = self.ask(clause, 0, link)
        self.assertEqual((good["result"], status), ("proved always" if always else "proved", 0),
                         good)
        bad, status = self.ask(clause, fault, link)
        self.assertEqual((bad["result"], status), ("refuted", 1), bad)
        return bad

    def test_proves_quiet_from_any_state_and_refutes_a_register_without_reset(self):
        bad = self.proves_good_and_refutes_bad("quiet", 1, always=True)
        self.assertEqual((bad["property"], bad["step"]), ("a_quiet", 1))

    def test_proves_ways_and_refutes_a_wrong_comparison_in_the_last_column(self):
        self.proves_good_and_refutes_bad("way", 5)

    def test_proves_worms_whole_and_refutes_a_lane_freed_before_the_tail(self):
        self.proves_good_and_refutes_bad("whole", 7)

    def test_proves_offers_held_and_refutes_one_withdrawn(self):
        self.proves_good_and_refutes_bad("hold", 8)

    def test_proves_no_flit_without_credit_and_refutes_one(self):
        self.proves_good_and_refutes_bad("hold", 8, "credit")

    def test_proves_credits_and_refutes_one_returned_twice(self):
        good, _ = self.ask("credits", 0, "credit")
        self.assertIn(good["result"], ("proved", "proved always"), good)
        bad, status = self.ask("credits", 9, "credit")
        self.assertEqual((bad["result"], status), ("refuted", 1), bad)

    def test_proves_the_latency_and_refutes_a_step_more_for_one_pair(self):
        good, _ = self.ask("latency", places=[[3, 3]])
        self.assertEqual(good["result"], "proved", good)
        bad, status = self.ask("latency", 11, places=[[3, 3]])
        self.assertEqual((bad["result"], status), ("refuted", 1), bad)

    def test_refutes_a_flit_made_twice(self):
        bad, status = self.ask("made", 3, places=[[3, 3]])
        self.assertEqual((bad["result"], bad["property"], status), ("refuted", "a_once", 1), bad)

    def test_proves_the_order_of_a_lane_and_refutes_one_flit_that_overtakes(self):
        good, _ = self.ask("order")
        self.assertEqual(good["result"], "proved", good)
        bad, status = self.ask("order", 6)
        self.assertEqual((bad["result"], status), ("refuted", 1), bad)

    def test_refutes_one_flit_more_than_the_queue_has_room_for(self):
        bad, status = self.ask("room", 10, places=[[3, 3]])
        self.assertEqual((bad["result"], status), ("refuted", 1), bad)

    def test_refutes_a_fixed_priority(self):
        bad, status = self.ask("fair", 13, places=[[3, 3]])
        self.assertEqual((bad["result"], status), ("refuted", 1), bad)

    def test_refutes_a_latency_that_is_a_step_short(self):
        found, status = self.ask("latency", latency={"router": 1})
        self.assertEqual((found["result"], status), ("refuted", 1), found)

    def test_finds_no_shortcut_and_names_the_inputs_of_one(self):
        good, status = self.ask("no-shortcut")
        self.assertEqual((good["result"], status), ("proved always", 0), good)
        bad, status = self.ask("no-shortcut", 15)
        self.assertEqual((bad["result"], status), ("refuted", 1), bad)
        self.assertIn("in_valid_i", bad["text"])

    def test_says_that_ready_links_have_no_credits(self):
        found, status = self.ask("credits")
        self.assertEqual((found["result"], found["text"], status),
                         ("n/a", "the links have no credits", 0))

    def test_says_where_yosys_does_not_read_the_sources(self):
        source = self.folder / "strange.sv"
        source.write_text("module bad_router;\n  interface inside; endinterface\nendmodule\n")
        found, status = self.ask("quiet", files=[str(source)])
        self.assertEqual((found["result"], status), ("not read", 3), found)
        self.assertIn("strange.sv:2: ", found["text"])


if __name__ == "__main__":
    unittest.main()
