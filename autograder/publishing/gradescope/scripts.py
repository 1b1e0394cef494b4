"""The two programs that Gradescope asks for.

https://gradescope-autograders.readthedocs.io/en/latest/specs/: setup.sh runs once, as root, when the image is built on
Ubuntu; run_autograder runs for each submission. $AUTOGRADER_ROOT and $AUTOGRADER_PYTHON are for trying both elsewhere.
"""

SETUP = r"""#!/usr/bin/env bash
# Runs once, when Gradescope builds the image: Python, bubblewrap, and the autograder with what it needs.
set -euo pipefail
root=${AUTOGRADER_ROOT:-/autograder}
cd "$root/source"
export DEBIAN_FRONTEND=noninteractive PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_ROOT_USER_ACTION=ignore

apt-get update -qq
apt-get install -y -qq bubblewrap || echo "Ubuntu has no bubblewrap here: the one of the package is used"

# The Python that these versions were pinned with, then any that is new enough, then one that uv brings.
made=
for python in @PYTHONS@; do
  apt-get install -y -qq "$python" "$python-venv" || continue
  if "$python" -m venv "$root/venv"; then made=yes; break; fi
done
if [ -z "$made" ]; then
  apt-get install -y -qq python3-pip python3-venv
  python3 -m venv /opt/uv
  /opt/uv/bin/pip install --quiet uv
  UV_PYTHON_INSTALL_DIR=/opt/python /opt/uv/bin/uv venv --seed --python "@VERSION@" "$root/venv"
fi

# torch for the CPU: PyPI's brings gigabytes of CUDA.
"$root/venv/bin/pip" install --quiet --constraint constraints.txt \
  --extra-index-url https://download.pytorch.org/whl/cpu ./*.whl
"$root/venv/bin/python" -P -m autograder.publishing.gradescope.run --prepare "$root"
"""

RUN = r"""#!/usr/bin/env bash
# Runs for each submission. Whatever happens to the grader, there is a results.json.
root=${AUTOGRADER_ROOT:-/autograder}
mkdir -p "$root/results"
cp "$root/source/not_graded.json" "$root/results/results.json"
"${AUTOGRADER_PYTHON:-$root/venv/bin/python}" -P -m autograder.publishing.gradescope.run "$root"
exit 0
"""
