# Shared by the scripts beside it, which source it: keeps the checkout's .venv ready.
#
# A stamp in .venv holds what the environment was made from: the folder (its scripts have the
# path written into them), the size of the Python behind it (another one in its place has
# another size) and pyproject.toml.  Nothing is started when the stamp is right but three small
# programs; otherwise _env.py makes or mends the environment.
# Needs: $root, the absolute path of the checkout.

venv=$root/.venv

# is_ready KIND: whether the stamp of .venv for KIND (run or test) is right; see stamp() of _env.py.
is_ready() {
    [ -f "$venv/ready-$1" ] && [ -x "$venv/bin/python" ] && {
        printf '%s\n' "$root" "$(($(wc -c <"$venv/bin/python")))"
        cat "$root/pyproject.toml"
    } | cmp -s - "$venv/ready-$1"
}

# find_python: prints the first of the usual names that is Python 3.11 or later and can make
# an environment.  Each is tried, since a name on the PATH need not run.
find_python() {
    for name in python3.13 python3.12 python3.11 python3 python; do
        if "$name" -c 'import sys, ensurepip, venv; sys.exit(sys.version_info < (3, 11))' \
            >/dev/null 2>&1 </dev/null; then
            echo "$name"
            return
        fi
    done
    cat >&2 <<'END'
Error: no Python 3.11 or later was found
  looked for python3.13, python3.12, python3.11, python3 and python, with the modules venv and
  ensurepip (on Debian and Ubuntu: apt install python3-venv); install one and put it on the PATH
END
    return 125
}

# ensure_env KIND: makes .venv ready for KIND, or ends the script with 125 (or 130, interrupted).
ensure_env() {
    is_ready "$1" && return
    python=$(find_python) || exit
    "$python" "$root/scripts/_env.py" "$root" "$1" >&2 </dev/null || exit
}
