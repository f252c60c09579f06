#!/usr/bin/env python3
"""Holds scenario files against the JSON Schema, by an implementation that is not this project's.

usage: schema_validation.py FLITWISE SOURCE_DIRECTORY

All scenarios of the project must fit it, with the line that tells editors where it is. Of the cases
that must be refused, many break rules that the schema can say: they must not fit. The same of
sweeps and of descriptions of routers, and their schemas.
"""
import glob
import json
import os
import subprocess
import sys

import jsonschema
import yaml

sys.path.insert(0, os.path.join(os.path.dirname(__file__), "..", "support"))
import case_files  # noqa: E402

LEAST_REFUSED = 282  # of the bad cases; the others break rules that no schema can say
LEAST_SWEEPS_REFUSED = 25
LEAST_ROUTERS_REFUSED = 19


def validator_of(*command):
    schema = json.loads(subprocess.run(command, check=True, capture_output=True).stdout)
    jsonschema.Draft7Validator.check_schema(schema)
    return jsonschema.Draft7Validator(schema)


def misfits(validator, source, folder, schema):
    """Files of the folder that do not fit, or do not say where their schema is."""
    failed = 0
    for file in sorted(glob.glob(f"{source}/sim/{folder}/**/*.yaml", recursive=True)):
        with open(file, encoding="utf-8") as stream:
            text = stream.read()
        levels = "../" * file[len(f"{source}/sim/{folder}/"):].count("/")
        modeline = f"# yaml-language-server: $schema={levels}../{schema}"
        if text.split("\n", 1)[0] != modeline:
            print(f"{file}: must begin with {modeline}")
            failed += 1
        for error in validator.iter_errors(yaml.safe_load(text)):
            print(f"{file}: {error.message}")
            failed += 1
    return failed


def count_refused(validator, folder):
    refused = 0
    for _, text in case_files.cases(folder):
        try:
            refused += not validator.is_valid(yaml.safe_load(text.decode()))
        except (yaml.YAMLError, UnicodeDecodeError):
            continue  # not even YAML
    return refused


def misses_names(validator):
    """Names that are texts to the reader, whatever they look like in YAML."""
    scenario = "network: {shape: path, pes: 4}\noperation: gather\nalgorithm: certification\n" \
        "lengths: {each: 1}\nname: "
    wrong = [name for name in ("figure 4", "2024", "1.5", "true", "'7'")
             if not validator.is_valid(yaml.safe_load(scenario + name))]
    wrong += [name for name in ("''", "[a]", "{a: b}", "null")
              if validator.is_valid(yaml.safe_load(scenario + name))]
    print("".join(f"the schema is wrong about the name {name}\n" for name in wrong), end="")
    return len(wrong)


def main():
    command, source = sys.argv[1:]
    scenarios = validator_of(command, "schema")
    sweeps = validator_of(command, "schema", "--sweep")
    routers = validator_of(command, "schema", "--router")
    for file in glob.glob(source + "/tests/kit/foreign/*/router.yaml"):
        with open(file, encoding="utf-8") as stream:
            routers.validate(yaml.safe_load(stream))
    assert len(glob.glob(source + "/sim/scenarios/**/*.yaml", recursive=True)) >= 36
    assert len(glob.glob(source + "/sim/sweeps/*.yaml")) >= 4
    failed = misses_names(scenarios)
    failed += misfits(scenarios, source, "scenarios", "scenario.schema.json")
    failed += misfits(sweeps, source, "sweeps", "sweep.schema.json")
    for validator, folder, least in ((scenarios, "bad", LEAST_REFUSED),
                                     (sweeps, "bad_sweeps", LEAST_SWEEPS_REFUSED),
                                     (routers, "bad_routers", LEAST_ROUTERS_REFUSED)):
        refused = count_refused(validator, f"{source}/tests/data/{folder}")
        if refused < least:
            print(f"the schema refuses {refused} of {folder}, not {least}")
            failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
