# lit configuration of the project's tests.
import os
import shutil
import subprocess

import lit.formats

config.name = "ptx-mlir"
config.suffixes = [".mlir", ".ptx", ".td", ".test", ".py", ".sass"]
config.excludes = ["lit.cfg.py", "lit.site.cfg.py", "Inputs", "Consumer",
                   "CMakeLists.txt", "README.md"]
config.test_source_root = os.path.dirname(__file__)
config.test_exec_root = os.path.join(config.build_dir, "test")
config.test_format = lit.formats.ShTest(execute_external=False)

path = os.pathsep.join([
    os.path.join(config.build_dir, "bin"),
    os.path.join(config.build_dir, "test", "lib"),
    os.path.join(config.build_dir, "test", "Target"),
    config.llvm_tools_dir,
    config.environment.get("PATH", os.environ["PATH"]),
])
# Which forms of PTX run (utils/ptx/executed-forms): a folder that notes them.
forms = lit_config.params.get("forms")
if forms:
    path = os.path.join(config.build_dir, "test", "lib", "forms") + os.pathsep + path
    config.environment["PTXMLIR_FORMS"] = forms
config.environment["PATH"] = path
for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS", "HOME", "CUDA_HOME"):
    if name in os.environ:
        config.environment[name] = os.environ[name]

config.substitutions.append(("%python", config.python))
config.substitutions.append(("%src_root", config.source_dir))
config.substitutions.append(("%build_root", config.build_dir))
config.substitutions.append(("%cxx", config.cxx))
config.substitutions.append(("%cc", config.cc))
# Projects of others are built with the compilers and the cache of this one.
others = ["env", "CC=" + config.cc, "CXX=" + config.cxx]
if config.launcher:
    others.append("CMAKE_CXX_COMPILER_LAUNCHER=" + config.launcher)
config.substitutions.append(("%as_others", " ".join(others)))
# The project as a plug-in of mlir-opt.
plugin = os.path.join(config.build_dir, "lib", "libPTXMLIRShared.so")
config.substitutions.append(("%plugin", "--load-dialect-plugin=%s --load-pass-plugin=%s" % (plugin, plugin)))
config.substitutions.append(("%mlir_lib", os.path.join(os.path.dirname(config.llvm_tools_dir), "lib")))
config.substitutions.append(("%mlir_include", config.mlir_include))
config.substitutions.append(("%llvm_include", config.mlir_include))

if config.sanitize:
    config.available_features.add("sanitized")

if shutil.which("cpack", path=path) and shutil.which("dpkg-deb", path=path):
    config.available_features.add("cpack")
if shutil.which("clang-format-22", path=path):
    config.available_features.add("clang-format")

# What runs the scripts of a page, without a window (Debian's node-jsdom).
jsdom = ["env", "NODE_PATH=/usr/share/nodejs", "node"]
if shutil.which("node", path=path) and subprocess.run(
        [*jsdom, "-e", "require('jsdom')"], stderr=subprocess.DEVNULL).returncode == 0:
    config.available_features.add("jsdom")
config.substitutions.append(("%jsdom", " ".join(jsdom)))

# What sets the clock of a program.
if shutil.which("faketime", path=path):
    config.available_features.add("faketime")

# NVIDIA's tools are optional oracles: without them their tests are UNSUPPORTED.
for tool in ("ptxas", "nvdisasm", "cuobjdump", "nvcc", "llc", "nvlink", "mlir-opt"):
    if shutil.which(tool, path=path):
        config.available_features.add(tool)

# So are its libraries, which are compared with ours in place of them.
cuda_home = os.environ.get("CUDA_HOME", "/usr/local/cuda")
if os.path.exists(os.path.join(cuda_home, "nvvm", "libdevice", "libdevice.10.bc")):
    config.available_features.add("libdevice")
config.substitutions.append(("%cuda_home", cuda_home))
for feature, header, libraries in (
        ("nvptxcompiler", "nvPTXCompiler.h", ("libnvptxcompiler_static.a",)),
        ("nvjitlink", "nvJitLink.h", ("libnvJitLink.so",))):
    root = os.environ.get(feature.upper() + "_HOME", cuda_home)
    for folder in ("lib64", "lib"):
        if (os.path.exists(os.path.join(root, "include", header)) and
                all(os.path.exists(os.path.join(root, folder, lib)) for lib in libraries)):
            config.available_features.add(feature)
            config.substitutions.append(("%" + feature + "_include", os.path.join(root, "include")))
            config.substitutions.append(("%" + feature + "_lib", os.path.join(root, folder)))
            break

# The tests of the Python package want two modules; another Python than that of the build may have them.
test_python = os.environ.get("PTXMLIR_TEST_PYTHON", config.python)
find_modules = "import importlib.util as u, sys; sys.exit(not (u.find_spec('numpy') and u.find_spec('pytest')))"
if subprocess.run([test_python, "-c", find_modules]).returncode == 0:
    config.available_features.add("pytest")
config.substitutions.append(("%test_python", test_python))
# Kernels of PyTorch want it and its Triton.
find_modules = "import importlib.util as u, sys; sys.exit(not (u.find_spec('torch') and u.find_spec('triton')))"
if subprocess.run([test_python, "-c", find_modules]).returncode == 0:
    config.available_features.add("inductor")
