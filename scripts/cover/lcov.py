"""Results as LCOV tracefiles, for genhtml and for editors."""


def _record(name, lines, branches=(), functions=()):
    """One file's part. Branches are (line, block, number, hit), functions (line, name, hit)."""
    text = [f"SF:{name}"]
    text += [f"FN:{line},{function}" for line, function, _ in functions]
    text += [f"FNDA:{int(hit)},{function}" for _, function, hit in functions]
    text += [f"FNF:{len(functions)}", f"FNH:{sum(1 for *_, hit in functions if hit)}"]
    text += [f"BRDA:{line},{block},{number},{int(hit)}" for line, block, number, hit in branches]
    text += [f"BRF:{len(branches)}", f"BRH:{sum(1 for *_, hit in branches if hit)}"]
    text += [f"DA:{line},{int(count)}" for line, count in sorted(lines.items())]
    text += [f"LF:{len(lines)}", f"LH:{sum(1 for count in lines.values() if count)}"]
    return "\n".join([*text, "end_of_record", ""])


def rtl(files, root):
    """Lines, branches, and as functions the cover points; bits have no place in the format."""
    text = "TN:\n"
    for name, file in files.items():
        branches = [(line, column, 0 if way == "if" else 1, hit)
                    for (line, column, way), hit in sorted(file.branches.items())]
        points = [(file.places[point], point, hit) for point, hit in sorted(file.points.items())]
        lines = dict(file.lines)
        for point, hit in file.points.items():
            lines[file.places[point]] = lines.get(file.places[point], True) and hit
        if lines:
            text += _record(root / name, lines, branches, points)
    return text


def cpp(files, root):
    """Lines of C++."""
    return "TN:\n" + "".join(_record(root / name, lines) for name, lines in files.items())
