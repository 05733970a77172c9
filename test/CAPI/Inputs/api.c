/* Calls each function of the C interface, rightly and wrongly. */
#include "ptx-mlir-c/ptx-mlir.h"
#include <stdio.h>
#include <string.h>

static const char kernel[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry scale(.param .u64 p, .param .f32 f) {\n"
    "  .reg .b64 %rd<4>; .reg .b32 %r<3>; .reg .f32 %f<4>;\n"
    "  ld.param.u64 %rd1, [p]; ld.param.f32 %f1, [f];\n"
    "  mov.u32 %r1, %tid.x; mul.wide.u32 %rd2, %r1, 4;\n"
    "  add.s64 %rd3, %rd1, %rd2; ld.global.f32 %f2, [%rd3];\n"
    "  mul.f32 %f3, %f1, %f2; st.global.f32 [%rd3], %f3; ret;\n}\n";
static const char bad[] = ".version 8.0\n.target sm_80\n.address_size 64\n"
                          ".visible .entry k() {\n  bogus.u32 x;\n}\n";

static int failures;
#define CHECK(condition)                                                       \
  do {                                                                         \
    if (!(condition)) {                                                        \
      printf("line %d: %s\n", __LINE__, #condition);                           \
      ++failures;                                                              \
    }                                                                          \
  } while (0)

static PtxmlirStatus compile(const char *ptx, const char *option,
                             PtxmlirResult **result) {
  PtxmlirInput input;
  const char *options[1];
  input.data = ptx;
  input.size = strlen(ptx);
  input.name = "k.ptx";
  options[0] = option;
  return ptxmlirCompile(&input, 1, options, option ? 1 : 0, result);
}

static void checkErrors(void) {
  static const char *const refused[] = {
      "--help",       "--version",   "-o=x",      "--input-as-string=x",
      "--list-arch",  "--validate",  "k.ptx",     "--fdevice-time-trace=x",
      "--no-such",    "-arch=sm_1",  "-O",        "--launch=x"};
  PtxmlirResult *result = NULL;
  PtxmlirDiagnostic d;
  size_t i;
  CHECK(ptxmlirCompile(NULL, 0, NULL, 0, &result) == PTXMLIR_ERROR_ARGUMENT);
  CHECK(compile(kernel, NULL, NULL) == PTXMLIR_ERROR_ARGUMENT);
  for (i = 0; i != sizeof(refused) / sizeof(*refused); ++i) {
    PtxmlirStatus status = compile(kernel, refused[i], &result);
    if (strcmp(refused[i], "-O") && status != PTXMLIR_ERROR_OPTIONS) {
      printf("%s: %d\n", refused[i], status);
      ++failures;
    }
    ptxmlirResultDestroy(result);
  }
  CHECK(compile(bad, NULL, &result) == PTXMLIR_ERROR_INPUT);
  CHECK(ptxmlirResultGetStatus(result) == PTXMLIR_ERROR_INPUT);
  CHECK(ptxmlirResultGetDiagnostic(result, 0, &d));
  CHECK(d.severity == PTXMLIR_SEVERITY_ERROR && d.line == 5 && d.column == 3 &&
        !strcmp(d.file, "k.ptx") && strstr(d.message, "bogus"));
  CHECK(!ptxmlirResultGetDiagnostic(result, 1000, &d));
  CHECK(strstr(ptxmlirResultGetLog(result), "  ^~~~"));
  ptxmlirResultDestroy(result);
  CHECK(compile(kernel, "-arch=sm_75", &result) == PTXMLIR_ERROR_TARGET);
  CHECK(ptxmlirResultGetNumDiagnostics(result) == 1);
  ptxmlirResultDestroy(result);
  CHECK(compile(kernel, "-arch=compute_90", &result) == PTXMLIR_SUCCESS);
  CHECK(*ptxmlirResultGetOutput(result, &i) == 0 && i == 0);
  ptxmlirResultDestroy(result);
}

static void run(int interpret, const char *data, size_t size) {
  PtxmlirInput input;
  PtxmlirLaunch launch;
  PtxmlirArgument arguments[2];
  PtxmlirResult *result = NULL;
  float values[4] = {1, 2, 3, 4}, factor = 2.5f;
  uint64_t count = 0;
  memset(&launch, 0, sizeof(launch));
  launch.structSize = sizeof(launch);
  launch.block[0] = 4;
  launch.checks = PTXMLIR_CHECK_MEMORY;
  input.data = data;
  input.size = size;
  input.name = NULL;
  arguments[0].kind = PTXMLIR_ARGUMENT_BUFFER;
  arguments[0].data = values;
  arguments[0].size = sizeof(values);
  arguments[1].kind = PTXMLIR_ARGUMENT_VALUE;
  arguments[1].data = &factor;
  arguments[1].size = sizeof(factor);
  CHECK((interpret ? ptxmlirInterpret : ptxmlirRun)(
            &input, &launch, arguments, 2, &result) == PTXMLIR_SUCCESS);
  CHECK(values[0] == 2.5f && values[1] == 5 && values[2] == 7.5f &&
        values[3] == 10);
  ptxmlirResultGetCounts(result, &count, NULL);
  CHECK(count != 0);
  ptxmlirResultDestroy(result);
  /* A thread too many. */
  launch.block[0] = 5;
  CHECK((interpret ? ptxmlirInterpret : ptxmlirRun)(
            &input, &launch, arguments, 2, &result) == PTXMLIR_ERROR_EXECUTION);
  CHECK(ptxmlirResultGetNumDiagnostics(result) == 1);
  ptxmlirResultDestroy(result);
  launch.kernel = "other";
  CHECK((interpret ? ptxmlirInterpret : ptxmlirRun)(
            &input, &launch, arguments, 2, &result) == PTXMLIR_ERROR_EXECUTION);
  ptxmlirResultDestroy(result);
  arguments[0].kind = PTXMLIR_ARGUMENT_TEXT;
  arguments[0].data = "buf:file,/etc/passwd";
  arguments[0].size = strlen(arguments[0].data);
  launch.kernel = NULL;
  CHECK((interpret ? ptxmlirInterpret : ptxmlirRun)(
            &input, &launch, arguments, 2, &result) == PTXMLIR_ERROR_EXECUTION);
  CHECK(strstr(ptxmlirResultGetLog(result), "file"));
  ptxmlirResultDestroy(result);
  launch.structSize = 3;
  CHECK((interpret ? ptxmlirInterpret : ptxmlirRun)(
            &input, &launch, arguments, 2, &result) == PTXMLIR_ERROR_ARGUMENT);
}

static void checkCubin(PtxmlirResult *compiled) {
  PtxmlirInput cubin, text;
  PtxmlirFunction function;
  PtxmlirResult *listing = NULL, *result = NULL;
  size_t size;
  cubin.data = ptxmlirResultGetOutput(compiled, &cubin.size);
  cubin.name = NULL;
  CHECK(ptxmlirResultGetNumFunctions(compiled) == 1);
  CHECK(ptxmlirResultGetFunction(compiled, 0, &function));
  CHECK(!strcmp(function.name, "scale") && function.isKernel &&
        function.registers > 4 && function.spillStoreBytes == 0 &&
        function.paramBytes == 12);
  CHECK(!ptxmlirResultGetFunction(compiled, 1, &function));
  CHECK(ptxmlirInspect(&cubin, &result) == PTXMLIR_SUCCESS);
  CHECK(ptxmlirResultGetFunction(result, 0, &function));
  CHECK(!strcmp(function.name, "scale") && function.spillStoreBytes == -1 &&
        function.paramBytes == 12);
  CHECK(!strcmp(ptxmlirResultGetTarget(result), "sm_80"));
  ptxmlirResultDestroy(result);
  CHECK(ptxmlirCheckHazards(&cubin, &result) == PTXMLIR_SUCCESS);
  ptxmlirResultDestroy(result);
  CHECK(ptxmlirDisassemble(&cubin, PTXMLIR_FORM_LISTING, &result) ==
        PTXMLIR_SUCCESS);
  CHECK(strstr(ptxmlirResultGetOutput(result, &size), "FMUL"));
  ptxmlirResultDestroy(result);
  CHECK(ptxmlirDisassemble(&cubin, PTXMLIR_FORM_MLIR_WITH_IMAGE, &listing) ==
        PTXMLIR_SUCCESS);
  text.data = ptxmlirResultGetOutput(listing, &text.size);
  text.name = "k.mlir";
  CHECK(ptxmlirAssemble(&text, &result) == PTXMLIR_SUCCESS);
  CHECK(ptxmlirResultGetOutput(result, &size) && size == cubin.size &&
        !memcmp(ptxmlirResultGetOutput(result, NULL), cubin.data, size));
  ptxmlirResultDestroy(result);
  text.size /= 2;
  CHECK(ptxmlirAssemble(&text, &result) == PTXMLIR_ERROR_INPUT);
  CHECK(ptxmlirResultGetNumDiagnostics(result) > 0);
  ptxmlirResultDestroy(result);
  ptxmlirResultDestroy(listing);
  for (text = cubin, text.size = 0; text.size < cubin.size; text.size += 97) {
    CHECK(ptxmlirInspect(&text, &result) == PTXMLIR_ERROR_INPUT);
    ptxmlirResultDestroy(result);
    CHECK(ptxmlirDisassemble(&text, PTXMLIR_FORM_MLIR, &result) ==
          PTXMLIR_ERROR_INPUT);
    CHECK(ptxmlirResultGetNumDiagnostics(result) > 0);
    ptxmlirResultDestroy(result);
  }
}

int main(void) {
  PtxmlirResult *result = NULL;
  PtxmlirInput input;
  int major, minor;
  size_t size;
  const char *cubin;
  ptxmlirGetAPIVersion(&major, &minor);
  CHECK(major == PTXMLIR_API_MAJOR && minor >= PTXMLIR_API_MINOR);
  CHECK(strlen(ptxmlirGetVersion()) >= 5);
  CHECK(ptxmlirGetPTXVersion(ptxmlirGetNumPTXVersions() - 1, &major, &minor));
  CHECK(major >= 9);
  CHECK(!strcmp(ptxmlirGetTarget(0), "sm_75"));
  CHECK(!ptxmlirGetTarget(ptxmlirGetNumTargets()));
  checkErrors();
  input.data = kernel;
  input.size = strlen(kernel);
  input.name = NULL;
  CHECK(ptxmlirParse(&input, NULL, 0, &result) == PTXMLIR_SUCCESS);
  CHECK(strstr(ptxmlirResultGetOutput(result, NULL), "@scale"));
  ptxmlirResultDestroy(result);
  CHECK(compile(kernel, "-v", &result) == PTXMLIR_SUCCESS);
  CHECK(strstr(ptxmlirResultGetInfo(result), "Used "));
  cubin = ptxmlirResultGetOutput(result, &size);
  CHECK(!memcmp(cubin, "\177ELF", 4));
  checkCubin(result);
  run(0, cubin, size);
  run(1, kernel, strlen(kernel));
  ptxmlirResultDestroy(result);
  ptxmlirResultDestroy(NULL);
  printf("%d failures\n", failures);
  return failures != 0;
}
