"""The router tests of each family, for a look at one of them, or at all, in minutes."""
import dataclasses


@dataclasses.dataclass(frozen=True)
class Family:
    folder: str    # of rtl/; "" for all of it
    targets: list  # programs that are built
    tests: str     # of ctest, a regular expression


def _family(folder, *programs):
    return Family(folder, list(programs), "^(" + "|".join(programs) + ")[.]")


FAMILIES = {
    "trees": _family("pe", "rtl_router_test", "rtl_multiport_test", "rtl_network_test"),
    "fat-trees": _family("fat_tree", "rtl_fat_tree_test", "rtl_credit_test"),
    "tori": _family("torus", "rtl_torus_router_test", "rtl_torus_network_test"),
    "stars": _family("star", "rtl_star_tree_test", "rtl_star_router_test",
                     "rtl_star_network_test"),
    "adapters": _family("adapters", "rtl_adapters_test"),
    "collective": _family("collective", "rtl_combine_test", "rtl_merge_test",
                          "rtl_flood_test"),
    "links": _family("link", "rtl_link_test"),
}
FAMILIES["all"] = _family("", *(program for family in FAMILIES.values()
                                for program in family.targets))
