"""Which version this is. Apart, for where a course's own folder `autograder` hides the package's first file."""

__version__ = "0.1.0"
