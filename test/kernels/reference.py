#===- reference.py - What each kernel of test/kernels has to compute -------===#
#
# Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
# Exceptions.  See LICENSE for license information.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#
#===------------------------------------------------------------------------===#
"""One function a kernel: it takes a Launch and returns {argument: expected},
where expected is bytes (compared bit for bit) or a list of Python floats
(compared with the tolerance of the manifest), or of pairs (float, magnitude)
where the relative tolerance refers to another magnitude than the result's.

The functions are written from the meaning of the CUDA source, by whole arrays
where that is the shorter way to say it, not thread by thread; only where the
order of floating-point operations is the meaning does the reference keep it.

Kernels that need prepared input files have a function in INPUTS.  The functions
are in the modules imported here, by subject."""

import reference_arrays  # noqa: F401
import reference_bits  # noqa: F401
import reference_calls  # noqa: F401
import reference_codes  # noqa: F401
import reference_control  # noqa: F401
import reference_float  # noqa: F401
import reference_images  # noqa: F401
import reference_numeric  # noqa: F401
import reference_parallel  # noqa: F401
import reference_tensor  # noqa: F401
import reference_threads  # noqa: F401
from refbase import INPUTS, REFERENCES  # noqa: F401
