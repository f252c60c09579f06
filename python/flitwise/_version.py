"""The version, which is that of CMake's project and of the command that the package runs."""

__version__ = "1.0.0"
