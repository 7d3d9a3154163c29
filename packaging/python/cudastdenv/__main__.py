# SPDX-License-Identifier: MIT
"""`python -m cudastdenv` is the command."""

import os
import sys

from ._command import NAME, path
from ._errors import Failure


def main() -> None:
    try:
        command = path()
        try:
            os.execv(command, [NAME, *sys.argv[1:]])
        except OSError as error:
            raise Failure(f"{command} cannot be run: {error.strerror}") from error
    except Failure as failure:
        print(f"error: {failure}", file=sys.stderr)
        sys.exit(failure.status)


if __name__ == "__main__":
    main()
