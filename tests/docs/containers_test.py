#!/usr/bin/env python3
"""The Dockerfile and .devcontainer install what scripts/setup installs and nothing else, and name
only files, stages and targets that there are. Images are not built here.

usage: containers_test.py SOURCE_DIRECTORY
"""
import json
import pathlib
import re
import shlex
import subprocess
import sys

INSTALLERS = ("apt", "aptitude", "dpkg", "pip", "pip3", "npm", "curl", "wget", "snap", "git")


def instructions(text):
    """(word, rest) of every instruction, with its lines joined."""
    text = re.sub(r"^#.*\n", "", text, flags=re.MULTILINE)
    for line in re.sub(r"\\\n\s*", " ", text).split("\n"):
        if line.strip():
            word, _, rest = line.strip().partition(" ")
            yield word, rest


def stages_of(text):
    """{stage: its instructions}; the last one is called "" where it has no name."""
    stages, current = {}, None
    for word, rest in instructions(text):
        if word == "FROM":
            image, _, name = rest.partition(" AS ")
            current = stages.setdefault(name, [])
            current.append((word, image))
        else:
            current.append((word, rest))
    return stages


def command_complaints(line, options):
    """What one shell command of RUN must not do."""
    words = shlex.split(line)
    program = pathlib.PurePath(words[0]).name
    if program in INSTALLERS:
        yield f"RUN {line}: installs by itself"
    if program == "apt-get" and words[1] == "install":
        for word in words[2:]:
            if not word.startswith("-") and not word.endswith(".deb"):
                yield f"RUN {line}: {word} is not installed by scripts/setup"
    if program == "flitwise-setup":
        yield from (f"RUN {line}: setup has no {word}" for word in words[1:]
                    if word not in options)


def docker_complaints(text, source):
    usage = subprocess.run([source / "scripts" / "setup", "--help"], check=True, text=True,
                           stdout=subprocess.PIPE).stdout
    options = re.findall(r"--[a-z]+", usage)
    stages = stages_of(text)
    makefile = (source / "Makefile").read_text(encoding="utf-8")
    bases = set()
    for name, steps in stages.items():
        for word, rest in steps:
            if word == "FROM" and rest not in stages:
                bases.add(rest)
            if word == "COPY" and "--from=" in rest:
                stage = re.search(r"--from=(\S+)", rest)[1]
                if stage not in stages:
                    yield f"COPY {rest}: no stage {stage}"
            elif word == "COPY" and not (source / rest.split()[0]).exists():
                yield f"COPY {rest}: no such file"
            if word == "RUN":
                for line in rest.split("&&"):
                    yield from command_complaints(line, options)
                    for target in re.findall(r"\bmake (\S+)", line):
                        if not re.search(rf"^{target}:", makefile, re.MULTILINE):
                            yield f"RUN {line}: no target {target}"
    if bases != {"debian:12"}:
        yield f"images are made of {sorted(bases)}, not of debian:12"
    if ("COPY", "scripts/setup /usr/local/bin/flitwise-setup") not in stages["tools"]:
        yield "stage tools has no scripts/setup"
    if not any(step[0] == "RUN" and step[1].startswith("flitwise-setup")
               for step in stages["tools"]):
        yield "stage tools does not run scripts/setup"


def devcontainer_complaints(text, docker, source):
    container = json.loads(text)
    build = container["build"]
    place = source / ".devcontainer"
    if (place / build["dockerfile"]).resolve() != (source / "Dockerfile").resolve():
        yield "devcontainer.json: is not made of the Dockerfile"
    if (place / build["context"]).resolve() != source.resolve():
        yield "devcontainer.json: its context is not the checkout"
    if build["target"] not in stages_of(docker):
        yield f"devcontainer.json: no stage {build['target']}"
    for key in container:
        if key not in ("name", "build", "postCreateCommand", "customizations"):
            yield f"devcontainer.json: {key} may install something"
    makefile = (source / "Makefile").read_text(encoding="utf-8")
    target = re.fullmatch(r"make ([a-z-]+)", container["postCreateCommand"])
    if not target or not re.search(rf"^{target[1]}:", makefile, re.MULTILINE):
        yield f"devcontainer.json: no target of make: {container['postCreateCommand']}"


def broken_complaints(text, source):
    """Each of these faults must be seen."""
    for old, new in [("flitwise-setup --lint", "apt-get install -y gtkwave"),
                     ("flitwise-setup --lint", "flitwise-setup --all"),
                     ("RUN make deb", "RUN make package"), ("RUN make deb", "RUN pip install x"),
                     ("/tmp/flitwise_*.deb \\", "/tmp/flitwise_*.deb gtkwave \\"),
                     ("COPY . ", "COPY nowhere "), ("--from=build", "--from=nowhere"),
                     ("FROM debian:12\n", "FROM ubuntu:24.04\n")]:
        assert old in text, old
        if not list(docker_complaints(text.replace(old, new, 1), source)):
            yield f"{new} would pass"


def main():
    source = pathlib.Path(sys.argv[1])
    docker = (source / "Dockerfile").read_text(encoding="utf-8")
    container = (source / ".devcontainer" / "devcontainer.json").read_text(encoding="utf-8")
    complaints = [*docker_complaints(docker, source),
                  *devcontainer_complaints(container, docker, source),
                  *broken_complaints(docker, source)]
    print("\n".join(complaints))
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
