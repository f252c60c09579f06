#!/usr/bin/env python3
"""What scripts/gallery prints of the routers of a folder.

usage: gallery_test.py FLITWISE SOURCE_DIRECTORY
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

COMMAND, SOURCE = sys.argv[1], pathlib.Path(sys.argv.pop(2))
sys.argv.pop(1)


def gallery(*arguments):
    return subprocess.run([SOURCE / "scripts" / "gallery", "--cycles", "1200", "--clause",
                           "latency,rate", COMMAND, *arguments], text=True, capture_output=True,
                          check=False)


class Gallery(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="flitwise-gallery-test-")
        self.addCleanup(folder.cleanup)
        self.routers = pathlib.Path(folder.name)

    def add(self, name, change=lambda text: text):
        shutil.copytree(SOURCE / "tests" / "data" / "routers" / "plain", self.routers / name)
        text = (self.routers / name / "placed.yaml").read_text(encoding="utf-8")
        description = self.routers / name / "router.yaml"
        description.write_text(change(text), encoding="utf-8")

    def test_a_row_a_router_and_the_worst_status(self):
        self.add("good")
        self.add("slow", lambda text: text.replace("router: 2", "router: 3"))
        self.add("torn",
                 lambda text: text.replace("lanes", "lains").replace("queue: 4", "queue: 0"))
        shutil.copytree(SOURCE / "tests" / "kit" / "foreign" / "tr2", self.routers / "twig")
        shutil.copytree(SOURCE / "tests" / "kit" / "foreign" / "tc2", self.routers / "ring")
        done = gallery(str(self.routers))
        rows = [line.split() for line in done.stdout.splitlines()]
        ring = rows.pop(2)
        self.assertEqual(ring, ["tc2", "credit", "2", "2", "6", "3", "none", "22", "44"])
        self.assertEqual(rows[0][:3], ["router", "link", "r"])
        self.assertEqual(rows[1], ["placed", "ready", "2", "1", "4", "2", "none", "22", "48"])
        self.assertEqual(rows[2][:7], ["placed", "ready", "2", "1", "4", "2", "latency"])
        self.assertIn("FAIL", rows[2])
        self.assertEqual(rows[3][0], "torn")
        self.assertIn("queue:", rows[3])
        self.assertEqual(rows[4], ["twig", "registered", "2", "1", "1", "-", "none", "-", "-"])
        self.assertEqual(done.returncode, 2)

    def test_nothing_to_do_is_no_failure_and_a_folder_without_routers_is(self):
        done = gallery()
        self.assertEqual((done.stdout, done.returncode), ("no ROUTER_SRC: gallery skipped\n", 0))
        done = gallery(str(self.routers))
        self.assertEqual(done.returncode, 2)
        self.assertIn("has no */router.yaml", done.stderr)


if __name__ == "__main__":
    unittest.main()
