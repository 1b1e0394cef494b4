"""To be imported before all else where the program or one of its workers starts: it takes a second or more off that.

jsonschema, with which nbformat validates, looks for a grammar of internationalised addresses, which is built anew
whenever it is imported. No schema of notebooks has such an address, and jsonschema does without where there is none.
"""

from __future__ import annotations

import sys

sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type]  # None is how an import is told not to look
