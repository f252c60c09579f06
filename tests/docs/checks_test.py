#!/usr/bin/env python3
"""The checks of pages must notice what they are for: each is given a page that is wrong."""
import json
import pathlib
import tempfile
import unittest

import claims_test
import command_test
import examples_test
import independence_test
import keys_test
import links_test
import modules_test
import rewrite_examples
import results_test


class Pages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "docs").mkdir()

    def page(self, text, name="page.md"):
        file = self.root / "docs" / name
        file.write_text(text, encoding="utf-8")
        return file

    def complaints(self, session):
        return examples_test.check_page(self.page(f"```console\n{session}\n```\n"), self.root)[1]


class Examples(Pages):
    def test_accept_what_is_printed(self):
        self.assertEqual(self.complaints("$ echo a; echo b\na\nb"), [])
        self.assertEqual(self.complaints("$ seq 9\n1\n...\n5\n...\n9"), [])
        self.assertEqual(self.complaints("$ echo a b c\na b..."), [])
        self.assertEqual(self.complaints("$ false\n$ echo $?\n1"), [])

    def test_notice_another_line(self):
        self.assertIn("the page has: c", self.complaints("$ echo a; echo b\na\nc")[0])

    def test_notice_a_line_too_few_and_one_too_many(self):
        self.assertIn("nothing more", self.complaints("$ echo a; echo b\na")[0])
        self.assertIn("the page has: b", self.complaints("$ echo a\na\nb")[0])

    def test_notice_what_dots_cannot_stand_for(self):
        self.assertIn("the page has: 7", self.complaints("$ seq 5\n1\n...\n7")[0])
        self.assertIn("the page has: 2", self.complaints("$ seq 5\n...\n4\n...\n2\n...")[0])

    def test_notice_a_status_that_is_not_shown(self):
        self.assertIn("status 3", self.complaints("$ (exit 3)")[0])

    def test_write_files_first(self):
        text = "```yaml a.yaml\nkey: 1\n```\n```console\n$ cat a.yaml\nkey: 2\n```\n"
        self.assertEqual(len(examples_test.check_page(self.page(text), self.root)[1]), 1)

    def test_are_rewritten_where_they_differ(self):
        page = self.page("```console\n$ seq 3\n1\n9\n\n$ seq 8\n0\n...\n5\n...\n9\n```\nend\n")
        self.assertEqual(rewrite_examples.rewrite(page, self.root), [])
        self.assertEqual(page.read_text(encoding="utf-8"),
                         "```console\n$ seq 3\n1\n2\n3\n$ seq 8\n1\n...\n5\n...\n8\n```\nend\n")

    def test_are_left_where_a_line_is_gone(self):
        page = self.page("```console\n$ seq 3\n...\n7\n...\n```\n")
        self.assertIn("7", rewrite_examples.rewrite(page, self.root)[0])


class Links(Pages):
    def test_notice_files_and_headings_that_are_not_there(self):
        page = self.page("# A title\n[a](b.md) [c](#a-title) [d](#e)\n"
                         "`sim/nothing.cpp` `[x](y.md)`\n")
        self.assertEqual(len(links_test.check_links(self.root, page)), 2)
        self.assertEqual(len(links_test.check_paths(self.root, page)), 1)

    def test_notice_tests_that_are_not_there(self):
        page = self.page("| a | `Net.IsRight` |\n| b | `Net.IsWrong`, `README.md` |\n")
        self.assertEqual(links_test.check_tests(self.root, page, {"Net.IsRight"}),
                         [f"{page.relative_to(self.root)}:2: no test Net.IsWrong"])


    def test_notice_files_whose_name_is_not_shown(self):
        block = "```yaml a.yaml\nkey: 1\n```\n"
        page = self.page(f"`a.yaml`:\n\n{block}")
        self.assertEqual(links_test.check_names(self.root, page), [])
        page = self.page(f"a.yaml:\n\n{block}")
        self.assertEqual(links_test.check_names(self.root, page),
                         ["docs/page.md:3: name a.yaml above"])


class Keys(Pages):
    def check(self, own, common="| key | value | default |\n|---|---|---|\n", **more):
        self.page(own, "fat_trees.md")
        self.page(common, "scenarios.md")
        kinds = {"properties": {"kind": {"enum": ["fat-tree"]}}}
        then = {"properties": {"a": {"properties": {"b": {"enum": ["on", "off"], **more}}}}}
        schema = json.loads(json.dumps({"allOf": [{"if": kinds, "then": then}]}))
        self.page("", keys_test.OWN_ROUTERS)
        return keys_test.check_keys(schema, {}, self.root / "docs")

    def test_accept_keys_and_words(self):
        self.assertEqual(self.check("| key | value | default |\n|---|---|---|\n"
                                    "| `a` | | |\n| `a.b` | `on` or `off` | |\n"), [])

    def test_notice_missing_keys_words_and_those_that_are_not_read(self):
        found = self.check("| key | value | default |\n|---|---|---|\n"
                           "| `a.b` | `on` | |\n| `c` | | |\n")
        self.assertEqual(found, ["docs/fat_trees.md: there is no key c",
                                 "docs/fat_trees.md: no row for the key a",
                                 "docs/fat_trees.md: a.b can be off"])

    def test_notice_other_defaults(self):
        page = ("| key | value | default |\n|---|---|---|\n| `a` | | |\n"
                "| `a.b` | `on`, `off` | `on` |\n")
        self.assertEqual(self.check(page, default="on"), [])
        self.assertEqual(self.check(page, default="off"),
                         ["docs/fat_trees.md: the default of a.b is off"])

    def test_notice_algorithms(self):
        self.page("| operation | algorithm |\n|---|---|\n| `gather` | `x` |\n| | `y` |\n",
                  "fat_trees.md")
        found = keys_test.check_algorithms("fat trees\n  gather  x\n  scatter z\n",
                                           self.root / "docs")
        self.assertEqual(found, ["docs/fat_trees.md: no row for scatter z",
                                 "docs/fat_trees.md: there is no gather y"])


class Independence(Pages):
    def setUp(self):
        super().setUp()
        for name, text in (
                ("systemc/topology/net.h", "struct Net {\n};\nstruct Plan {\n};\n"),
                ("systemc/protocols/act.h", '#include "systemc/topology/net.h"\n'
                 "/// Errors: throws.\nPlan make_plan(const Net& net,\n  int n = {});\n"),
                ("tb/theory/say.h", '#include "systemc/topology/net.h"\n'
                 "Step time_of(const Plan& plan);\nStep bound_of(const Net& net);\n"),
                ("sim/run.cpp", '#include "tb/theory/say.h"\n'
                 "Step a = theory::bound_of(net);\n"),
                ("tests/net_test.cpp", "TEST(Net, IsRight) {\n}\n")):
            self.write(name, text)
        for library in ("systemc/topology", "systemc/protocols", "tb/theory"):
            self.write(f"{library}/CMakeLists.txt",
                       f"target_link_libraries(flitwise_{library.split('/')[1]} PUBLIC "
                       "flitwise_options)\n")
        self.page("| shared | where | used for | guard |\n|---|---|---|---|\n"
                  "| nets | `systemc/topology/net.h` | | `Net.IsRight` |\n", "verification.md")

    def write(self, name, text):
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text, encoding="utf-8")

    def found(self):
        return independence_test.check_independence(self.root)

    def test_accepts_what_the_page_says(self):
        self.assertEqual(self.found(), [])

    def test_notices_includes_links_and_names_across(self):
        self.write("tb/theory/more.cpp", '#include "systemc/protocols/act.h"\nprotocols::A a;\n')
        self.write("systemc/protocols/more.cpp", '#include "tb/check/verdict.h"\n')
        self.write("tb/check/more.cpp", '#include "systemc/protocols/act.h"\n')
        self.write("tb/theory/CMakeLists.txt",
                   "target_link_libraries(flitwise_theory PUBLIC flitwise_protocols)\n")
        self.assertEqual(self.found()[:5], [
            "systemc/protocols/more.cpp:1: systemc/protocols must not include tb/check/verdict.h",
            "tb/theory/more.cpp:1: tb/theory must not include systemc/protocols/act.h",
            "tb/check/more.cpp:1: tb/check must not include systemc/protocols/act.h",
            "tb/theory/CMakeLists.txt: flitwise_theory must not link flitwise_protocols",
            "tb/theory/more.cpp: names protocols::"])

    def test_notices_what_is_shared_unsaid_and_guards_that_are_no_tests(self):
        self.page("| shared | where | used for | guard |\n|---|---|---|---|\n"
                  "| a | `b` | | `Net.IsWrong` |\n| c | `d` | | by hand |\n", "verification.md")
        self.assertEqual(self.found(), [
            "docs/verification.md: there is no test Net.IsWrong",
            "docs/verification.md: no test stands over c",
            "docs/verification.md: both sides include systemc/topology/net.h, which the table does "
            "not say"])

    def test_notices_what_is_handed_over(self):
        page = (self.root / "docs/verification.md").read_text(encoding="utf-8")
        self.write("sim/run.cpp", '#include "tb/theory/say.h"\n'
                   "Step a = theory::time_of(make_plan(net));\n")
        self.assertEqual(self.found(), ["docs/verification.md: sim/run.cpp hands time_of what "
                                        "protocols could have made"])
        handed = "\n| handed to theory | by | what it is | guard |\n|---|---|---|---|\n" \
                 "| `time_of` | `sim/run.cpp` | | `Net.IsRight` |\n"
        self.page(page + handed, "verification.md")
        self.assertEqual(self.found(), [])
        for told in ("Step plan_of(int n) {\n  return protocols::plan(n);\n}\n"
                     "Step asked(int n) {\n  return plan_of(n) + 1;\n}\n"
                     "Step b = theory::late(1, (asked(2)));\n",
                     "Run::Run()\n    : plan_(protocols::plan(1)),\n"
                     "      step_(theory::late(plan_)) {}\n"):
            self.write("sim/other.cpp", told)
            self.assertEqual(self.found(), ["docs/verification.md: sim/other.cpp tells late what "
                                            "protocols have answered"])
        self.write("systemc/protocols/word.h", "const char* word_of(int n);\n")
        self.write("sim/other.cpp", "Step b = theory::late(protocols::word_of(1));\n")
        self.assertEqual(self.found(), [])
        self.write("sim/row.h", "struct Row {\n  protocols::Plan (*plan)(int);\n};\n")
        self.write("sim/a_methods.cpp", "const Row& row() {\n  static const Row one{[](int n) {\n"
                   "    return protocols::plan(n); }};\n  return one;\n}\n")
        for told in ("Step b = theory::late(row().plan(1));\n",
                     "Plan kept = row().plan(1);\nStep b = theory::late(kept);\n"):
            self.write("sim/other.cpp", told)
            self.assertEqual(self.found(), ["docs/verification.md: sim/other.cpp tells late what "
                                            "protocols have answered"])
        self.write("sim/other.cpp", "Step b = theory::late(row().theory_of(1));\n")
        self.assertEqual(self.found(), [])
        self.write("sim/other.cpp", "Step c = theory::late(1) + protocols::plan(1);\n")
        self.assertEqual(self.found(), [])
        self.page(page + handed + "| `bound_of` | `sim/run.cpp` | | `Net.IsRight` |\n",
                  "verification.md")
        self.assertEqual(self.found(), ["docs/verification.md: bound_of is in no call to theory"])


class Others(Pages):
    def test_notice_figures(self):
        result = {"measured": {"finish": 1}, "predicted": {"finish": 1, "bound": 2},
                  "checks": [{"name": "finish"}, {"name": "events"}]}
        self.assertEqual(results_test.written([result])["check"], {"finish", "events"})
        self.assertEqual(results_test.written([result])["figure"], {"finish", "bound"})

    def test_notice_claims(self):
        readme = self.root / "README.md"
        readme.write_text("of 2 statements of the papers, 1 hold, 0 are corrected, 1 refuted\n"
                          "and 0 answered; so do 1 results of our own\n"
                          "| claim | verdict |\n|---|---|\n" + "| `a` | holds |\n" * 5,
                          encoding="utf-8")
        theirs, ours = {"a": "holds", "b": "refuted"}, {"c": "holds"}
        self.assertEqual(claims_test.check_claims(readme, theirs, ours, set()), [])
        self.assertEqual(len(claims_test.check_claims(readme, {"a": "refuted"}, ours, set())), 6)
        self.assertEqual(len(claims_test.check_claims(readme, theirs, {}, set())), 1)
        self.assertEqual(len(claims_test.check_claims(readme, theirs, ours, {"a"})), 5)
        claims_test.write_totals(readme, {"a": "holds"}, {})
        self.assertIn("of 1 statements of the papers, 1 hold, 0 are corrected, 0 refuted\n"
                      "and 0 answered; so do 0 results", readme.read_text(encoding="utf-8"))
        page = self.root / "claims.md"
        page.write_text("| id | place | verdict |\n|---|---|---|\n"
                        "| `a` | here | [**corrected**, arguable](#a) |\n\n"
                        "| id | verdict |\n|---|---|\n| `c` | **holds** |\n", encoding="utf-8")
        self.assertEqual(claims_test.verdicts(page), ({"a": "corrected"}, {"c": "holds"}))

    def test_notice_modules_and_parameters(self):
        (self.root / "rtl").mkdir()
        (self.root / "rtl/files.f").write_text("// all\nrtl/a.sv\nrtl/b.sv\n", encoding="utf-8")
        (self.root / "rtl/a.sv").write_text("module a #(\n  parameter logic [3:0] Size = 2,\n"
                                            "  localparam int Half = Size / 2\n) (\n);\n", "utf-8")
        self.page("| RTL | does | parameters |\n|---|---|---|\n| `rtl/a.sv` | | `Width` |\n"
                  "| `rtl/c.sv` | | |\n", "modules.md")
        self.assertEqual(modules_test.check_modules(self.root),
                         ["docs/modules.md: no row for rtl/b.sv",
                          "docs/modules.md: rtl/a.sv has ['Size'], not ['Width']",
                          "docs/modules.md: rtl/c.sv is not in rtl/files.f"])

    def test_find_the_sections_of_subcommands(self):
        page = self.page("## flitwise run\n`--set`\n### Waves\nx\n## flitwise list\n`--all`\n")
        self.assertEqual(set(command_test.sections(page)), {"run", "list"})


if __name__ == "__main__":
    unittest.main()
