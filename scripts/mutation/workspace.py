"""A copy of the tree in which the faults of a family can be chosen at run time, and its build."""
import hashlib
import os
import pathlib
import subprocess

from .schemata import CPP_HEADER, CPP_TEXT, VERILOG_PACKAGE, alone

FOLDERS = ("rtl", "include", "systemc", "tb", "sim", "tests", "cmake", "scripts", "python")
FILES = ("CMakeLists.txt", "CMakePresets.json")
# (file, text, its replacement): models without faults come from the tree itself, as they are there,
# so that the compiler's cache has them; netlists, which have none, too. Networks, which
# are large, have routers without faults.
PATCHES = (
    ("cmake/FlitwiseRtl.cmake", "  set(amalgam ${directory}/${ARG_PREFIX}__all.cpp)",
     """  set(amalgam ${directory}/${ARG_PREFIX}__all.cpp)
  set(tree ${PROJECT_SOURCE_DIR})
  if(NOT ARG_SOURCES MATCHES "/netlists/")
    if(ARG_TRACED OR NOT ARG_TOP MATCHES "${FLITWISE_MUTATED_TOPS}"
       OR (FLITWISE_LARGE AND ARG_PREFIX MATCHES "${FLITWISE_LARGE}"))
      set(tree ${FLITWISE_ORIGIN})
    elseif(ARG_TOP MATCHES "_network$")
      list(TRANSFORM ARG_SOURCES REPLACE
           "^${PROJECT_SOURCE_DIR}/rtl/(.*_(router|switch|leaf)[.]sv)$"
           "${FLITWISE_ORIGIN}/rtl/\\\\1")
    endif()
  endif()"""),
    ("cmake/FlitwiseRtl.cmake",
     "    file(RELATIVE_PATH source ${PROJECT_SOURCE_DIR} ${source})",
     """    if(NOT source MATCHES "^${FLITWISE_ORIGIN}/rtl/")
      file(RELATIVE_PATH source ${PROJECT_SOURCE_DIR} ${source})
    endif()"""),
    ("cmake/FlitwiseRtl.cmake", "    WORKING_DIRECTORY ${PROJECT_SOURCE_DIR}",
     "    WORKING_DIRECTORY ${tree}"),
    ("cmake/FlitwiseRtl.cmake",
     "    COMMAND ${PROJECT_SOURCE_DIR}/scripts/synth --yosys ${YOSYS} --netlist ${netlist}",
     """    COMMAND cp ${FLITWISE_ORIGIN}/build/tests/rtl/netlists/${ARG_NAME}.v ${netlist} ||
            ${FLITWISE_ORIGIN}/scripts/synth --yosys ${YOSYS} --netlist ${netlist}"""),
    ("cmake/FlitwiseRtl.cmake",
     "    DEPENDS ${rtl_sources} ${PROJECT_SOURCE_DIR}/scripts/synth", ""),
    ("cmake/FlitwiseTest.cmake", '"${PROJECT_SOURCE_DIR}/tests/data"',
     '"${FLITWISE_ORIGIN}/tests/data"'),
    ("cmake/FlitwiseTest.cmake", '"${PROJECT_SOURCE_DIR}"', '"${FLITWISE_ORIGIN}"'),
)
TOLERANT = ("cmake/FlitwiseRtl.cmake", "set(FLITWISE_VERILATOR_FLAGS ",
            "set(FLITWISE_VERILATOR_FLAGS -Wno-fatal ")


class Workspace:
    """A family's folder, `build/mutate/<family>`, what lies in it, and the copy of the tree."""

    def __init__(self, root, name, family):
        self.root = root
        self.family = family
        self.folder = root / "build/mutate" / name
        self.tree = self.folder.parent / (family.copy or name) / "tree"
        self.results = self.folder / "results.jsonl"
        self.has_rtl = any(source.startswith("rtl/") for source in family.sources)

    def program(self, test):
        """Where a test program lies."""
        found = list((self.tree / "build/tests").glob(f"*/{test}"))
        if not found:
            raise SystemExit(f"mutate: {test} is not built in {self.tree}/build")
        return found[0]

    def state(self, chosen, tests):
        """A name for the faults and the test programs asked: results are of no other."""
        digest = hashlib.sha256("\n".join(mutant.key for mutant in chosen).encode())
        for test in tests:
            digest.update(pathlib.Path(self.program(test)).read_bytes())
        return digest.hexdigest()[:16]

    def environment(self):
        """What test programs get beside the environment of the caller."""
        # Without faults in RTL, models compiled on first use are those of the ordinary build.
        return {} if self.has_rtl else {"FLITWISE_MODELS": str(self.root / "build/models")}

    def fill(self, texts):
        """Brings the tree up to date, with other texts for some files; touches nothing else."""
        texts = dict(texts)
        texts[CPP_HEADER] = CPP_TEXT
        if self.has_rtl:
            # Every model reads this file, and first.
            package = texts.get("rtl/noc_pkg.sv", (self.root / "rtl/noc_pkg.sv").read_text())
            texts["rtl/noc_pkg.sv"] = VERILOG_PACKAGE + package
        for file, old, new in PATCHES + ((TOLERANT,) if self.has_rtl else ()):
            text = texts.get(file, (self.root / file).read_text())
            if old not in text:
                raise SystemExit(f"mutate: {file} no longer has {old.strip()!r}, "
                                 "see PATCHES in scripts/mutation/workspace.py")
            texts[file] = text.replace(old, new)
        wanted = set(texts)
        for name in self._own_files():
            wanted.add(name)
            if name not in texts:
                write_if_other(self.tree / name, (self.root / name).read_bytes(),
                               (self.root / name).stat().st_mode)
        for name, text in texts.items():
            write_if_other(self.tree / name, text.encode(), 0o644)
        for folder in FOLDERS:
            for path in (self.tree / folder).rglob("*"):
                if path.is_file() and str(path.relative_to(self.tree)) not in wanted:
                    path.unlink()

    def _own_files(self):
        for folder in FOLDERS:
            for path in (self.root / folder).rglob("*"):
                if path.is_file() and "__pycache__" not in path.parts:
                    yield str(path.relative_to(self.root))
        yield from FILES

    def compiles_to_the_same(self, source, mutant):
        """Whether a source of C++ with nothing but this fault is the same code to the compiler."""
        copy = self.folder / "alone" / mutant.file  # the same name in both: it is in the object
        objects = []
        for text in (source.text, alone(source, mutant)):
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(text)
            made = copy.with_suffix(".o")
            made.unlink(missing_ok=True)
            generated = self.tree / "build/generated"
            done = subprocess.run(["g++", "-std=c++17", "-O2", "-g0", "-w", "-c", f"-I{generated}",
                                   f"-I{self.root}", "-I/usr/share/verilator/include", "-o", made,
                                   copy], capture_output=True)
            if done.returncode != 0:
                return False
            objects.append(made.read_bytes())
        return objects[0] == objects[1]

    def build(self, jobs, tests):
        """Configures and compiles these of the family's test programs."""
        run(["cmake", "--preset", "release", "-DFLITWISE_UNITY=OFF",
             f"-DFLITWISE_ORIGIN={self.root}",
             f"-DFLITWISE_MUTATED_TOPS={self.family.tops}",
             f"-DFLITWISE_LARGE={self.family.large}"], self.tree, self.folder / "build.log")
        run(["ninja", "-C", "build", "-j", str(jobs), *tests], self.tree,
            self.folder / "build.log")


def write_if_other(path, content, mode):
    """Writes a file unless it has that content, so that its time stays."""
    if path.exists() and path.read_bytes() == content:
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    path.chmod(mode)


def run(command, folder, log):
    """Runs a command with its output in a log; exits when it fails."""
    # Families differ in few sources: what is the same has the same names from its own tree on.
    environment = {**os.environ, "CCACHE_BASEDIR": str(folder), "CCACHE_NOHASHDIR": "true"}
    with open(log, "a") as stream:
        if subprocess.run(command, cwd=folder, stdout=stream, stderr=stream,
                          env=environment).returncode == 0:
            return
    tail = "\n".join(pathlib.Path(log).read_text().splitlines()[-30:])
    raise SystemExit(f"{tail}\nmutate: failed, see {log}; reproduce with:\n"
                     f"  cd {folder} && {' '.join(command)}")
