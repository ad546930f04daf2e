#!/usr/bin/python3
"""Validates JSON documents against a JSON schema; ends 77 where the validator is not installed.

usage: validate.py SCHEMA DOCUMENT...
"""
import json
import sys

try:
    from jsonschema import Draft202012Validator
except ImportError as error:
    print(f"python3-jsonschema is not here: {error}")
    sys.exit(77)

schema, *documents = sys.argv[1:]
with open(schema, encoding="utf-8") as file:
    validator = Draft202012Validator(json.load(file))
Draft202012Validator.check_schema(validator.schema)
wrong = 0
for document in documents:
    with open(document, encoding="utf-8") as file:
        for error in validator.iter_errors(json.load(file)):
            print(f"{document}: {error.json_path}: {error.message}")
            wrong += 1
sys.exit(wrong > 0)
