#!/bin/bash
# All sources are in the project's format.
cd "$(dirname "$0")/../.." && exec tools/format.sh --check
