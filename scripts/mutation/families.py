"""What is changed, and which tests must notice."""
import re
from typing import NamedTuple


class Family(NamedTuple):
    """Sources and tests of one campaign; patterns are regular expressions."""
    sources: tuple        # globs
    tops: str             # modules whose verilated models have the faults; others are left alone
    large: str            # of those, models that would take minutes to compile: left alone too
    at_once: tuple        # test programs of which all tests can share a process
    one_by_one: tuple     # (program, tests of it), a process each; cheapest first
    faults: int           # how many to choose
    by_area: bool = False  # files are asked about by the tests of their area only (AREAS)
    copy: str = ""         # the family whose copy of the tree it uses, which is built already


RTL_FAULTS = 72
MERGING_FAULTS = 36  # of two short modules
FLOODING_FAULTS = 24  # of one
CPP_FAULTS = 48
SHARED_FAULTS = 40  # of what both sides stand on, a family a folder
# Tests of netlists, of the tool chain and of waves do not look at what is changed.
NOT_APPLICABLE = ("*Netlist*", "*ModelLibrary*", "*ModelStore*", "*Wave*", "*ModelRecipe*")

# Of protocols and theory, what belongs to which tests: (tests, files). Other files are common.
AREAS = ((r"graph_theory", r"theory/graph/"),
         (r"collective", r"theory/collective/"),
         (r"fat_tree", r"fat_tree|/schedule[.d]"),
         (r"xy_mesh", r"xy_mesh|mesh_"),
         (r"torus", r"torus|traffic|packet_tree|worm|channel|broadcast_(timing|plan|stages)|"
                    r"(fsh|edn)_plan"),
         (r"star", r"/star_"),
         (r"", r"certific|shoulder|scatter|polling|sync|cover|stream|dispatch|complaint|composite|"
              r"tree_broadcast"))


def concerns(program, file):
    """Whether a test program looks at a file of protocols or theory."""
    for tests, files in AREAS:
        if re.search(files, file):
            mine = [area for area, _ in AREAS if re.search(area, program)][0]
            return mine == tests
    return True


FAMILIES = {
    "trees": Family(
        ("rtl/noc_pkg.sv", "rtl/common/*.sv", "rtl/pe/*.sv"),
        r"^(bufferless_router|multiport_router|tree_network)",
        r"binary15(_checked)?$|path6_checked|_c16|_l17",
        ("rtl_router_test", "rtl_multiport_test", "rtl_network_test", "rtl_checker_test",
         "rtl_router_parameters_test"),
        (("small_trees_test", ""), ("network_test", r"^(Tree|Network|Engine|Cover|Back)"),
         ("system_test", ""), ("covers_test", ""), ("shrinking_trees_test", "")), RTL_FAULTS),
    "fat-trees": Family(
        ("rtl/fat_tree/*.sv",), r"^(fat_tree|credit)_", r"network_2_3|8_1_|2_128_0_128|2_1_1_1024",
        ("rtl_fat_tree_test", "rtl_credit_test"),
        (("network_test", r"^FatTree"), ("fat_tree_system_test", "")), RTL_FAULTS),
    "tori": Family(
        ("rtl/torus/*.sv",), r"^torus_", r"network_4x4|d4l",
        ("rtl_torus_router_test", "rtl_torus_network_test"),
        (("network_test", r"^Torus"), ("torus_system_test", "")), RTL_FAULTS),
    "stars": Family(
        ("rtl/star/*.sv",), r"^star_", r"network_4|router_(5_16|6_4|7_)",
        ("rtl_star_tree_test", "rtl_star_router_test", "rtl_star_network_test",
         "rtl_star_checker_test"),
        (("network_test", r"^Star"), ("star_system_test", "")), RTL_FAULTS),
    "collective": Family(
        ("rtl/collective/combin*.sv",), r"^combin", r"4_1_(0_[23]|1_2|2_[02])$",
        ("rtl_combine_test",), (), RTL_FAULTS),
    "merging": Family(
        ("rtl/collective/merg*.sv",), r"^merg", r"8_1$",
        ("rtl_merge_test",), (), MERGING_FAULTS, copy="collective"),
    "flooding": Family(
        ("rtl/collective/flood*.sv",), r"^flood", "",
        ("rtl_flood_test",), (), FLOODING_FAULTS, copy="collective"),
    "protocols": Family(
        ("systemc/protocols/**/*.cpp",), r"^$", "",
        ("torus_protocols_test", "xy_mesh_protocols_test", "fat_tree_protocols_test",
         "protocols_test", "protocols_star_test", "protocols_variants_test"),
        (("system_test", ""), ("covers_test", ""), ("fat_tree_system_test", ""),
         ("torus_system_test", ""), ("xy_mesh_system_test", ""), ("star_system_test", "")),
        CPP_FAULTS, True),
    "theory": Family(
        ("tb/theory/**/*.cpp",), r"^$", "",
        ("torus_theory_test", "torus_derivations_test", "xy_mesh_theory_test",
         "fat_tree_theory_test", "star_theory_test", "collective_theory_test", "graph_theory_test",
         "theory_test"),
        (("system_test", ""), ("covers_test", ""), ("fat_tree_system_test", ""),
         ("torus_system_test", ""), ("xy_mesh_system_test", ""), ("star_system_test", "")),
        CPP_FAULTS, True),
    # What prediction and measurement both stand on: its own tests must notice, since a fault of it
    # moves both sides alike.
    "topology": Family(
        ("systemc/topology/**/*.cpp",), r"^$", "",
        ("topology_test", "graph_test", "graph_shapes_test", "cover_test", "torus_test",
         "star_topology_test"), (),
        SHARED_FAULTS),
    # What makes, finds and keeps compiled models and writes waves measures nothing.
    "network": Family(
        tuple(f"systemc/network/{name}.cpp" for name in (
            "engine", "flit", "injector", "network*", "parts/part", "parts/wiring", "receivers",
            "fat_tree/*", "star/*", "torus/*", "tree/*")), r"^$", "",
        (), (("network_test", r"^(?!Install)"), ("parts_test", "")), SHARED_FAULTS, copy="check"),
    "pe": Family(
        ("systemc/pe/**/*.cpp",), r"^$", "", (),
        (("network_test", r"^(FlitsOf|PePorts|Star(Frame|Module)|Torus)"),),
        SHARED_FAULTS, copy="check"),
    "check": Family(
        ("tb/check/**/*.cpp",), r"^$", "", ("check_test",), (), SHARED_FAULTS),
}
