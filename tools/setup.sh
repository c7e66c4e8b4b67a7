#!/usr/bin/env bash
# Make the environment that the Makefile uses: $VENV, with the pinned versions of constraints.txt.
#
# torch: PyPI's Linux x86_64 build carries several GB of CUDA libraries. Where there is no NVIDIA GPU the CPU build is
# taken, if pip's own sources or PyTorch's CPU index have it; if neither does, PyPI's build works as well.
set -euo pipefail

say() { printf 'setup: %s\n' "$*"; }

"$PYTHON" -c 'import sys; sys.exit(sys.version_info < (3, 11))' || {
    say "$("$PYTHON" --version) is too old: HAT needs Python 3.11 or newer (make PYTHON=/path/to/python3.11 ...)" >&2
    exit 2
}

if [ ! -x "$VENV/bin/python" ]; then
    say "making $VENV with $("$PYTHON" --version)"
    "$PYTHON" -m venv "$VENV"
fi
pip=("$VENV/bin/python" -m pip --disable-pip-version-check)
torch=$(grep '^torch==' constraints.txt)
cpu_index=https://download.pytorch.org/whl/cpu

if ! command -v nvidia-smi >/dev/null; then
    if "${pip[@]}" install --quiet --no-deps "$torch+cpu" 2>/dev/null; then
        say "took the CPU build of $torch"
    elif "${pip[@]}" install --quiet --no-deps --timeout 5 --retries 0 --index-url "$cpu_index" "$torch" 2>/dev/null; then
        say "took the CPU build of $torch from $cpu_index"
    else
        say "no CPU build of $torch can be had here; taking PyPI's"
    fi
fi

say "installing HAT and what it needs (a few minutes the first time)"
"${pip[@]}" install -qq --constraint constraints.txt --editable '.[dev]'
say "done"
