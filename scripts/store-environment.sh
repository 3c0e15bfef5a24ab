#!/bin/sh
# Makes .venv-stores with the object stores of tests, and prints the path of its Python. They are programs for some systems only:
# the tests that need them are left out, and say so, where they cannot be had.
exec "$(dirname "$0")/python-environment.sh" .venv-stores Tests/ObjectStore/requirements.txt
