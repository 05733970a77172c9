# The GoogleTest binaries: each is one lit test.
import os
import lit.formats

config.name = "ptx-mlir-unit"
config.test_format = lit.formats.GoogleTest("", "Tests")
config.suffixes = []
config.test_source_root = config.test_exec_root = os.path.join(
    config.build_dir, "test", "unit")
