#!/usr/bin/env python3
"""Holds scenario files against the JSON Schema, by an implementation that is not this project's.

usage: schema_validation.py FLITWISE SOURCE_DIRECTORY

All scenarios of the project must fit it, with the line that tells editors where it is. Of the files
that must be refused, many break rules that the schema can say: they must not fit.
"""
import glob
import json
import subprocess
import sys

import jsonschema
import yaml

LEAST_REFUSED = 160  # of the bad files; the others break rules that no schema can say


def main():
    command, source = sys.argv[1:]
    schema = json.loads(subprocess.run([command, "schema"], check=True, capture_output=True).stdout)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    failed = 0

    scenarios = glob.glob(source + "/sim/scenarios/**/*.yaml", recursive=True)
    assert len(scenarios) >= 36, "where are the scenarios?"
    for file in sorted(scenarios):
        with open(file, encoding="utf-8") as stream:
            text = stream.read()
        levels = "../" * file[len(source + "/sim/scenarios/"):].count("/")
        modeline = f"# yaml-language-server: $schema={levels}../scenario.schema.json"
        if text.split("\n", 1)[0] != modeline:
            print(f"{file}: must begin with {modeline}")
            failed += 1
        for error in validator.iter_errors(yaml.safe_load(text)):
            print(f"{file}: {error.message}")
            failed += 1

    refused = 0
    for file in glob.glob(source + "/tests/data/bad/*.yaml"):
        try:
            with open(file, encoding="utf-8") as stream:
                refused += not validator.is_valid(yaml.safe_load(stream))
        except (yaml.YAMLError, UnicodeDecodeError):
            continue  # not even YAML
    if refused < LEAST_REFUSED:
        print(f"the schema refuses {refused} of the bad files, not {LEAST_REFUSED}")
        failed += 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
