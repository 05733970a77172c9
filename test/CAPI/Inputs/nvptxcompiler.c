/* Calls the functions of nvPTXCompiler in right and wrong order and prints what
   they answer, so that the output of two libraries can be compared. What is in
   cubins and logs is the libraries' own: only whether something is there, and
   words that callers look for. */
#include "nvPTXCompiler.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char good[] =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".visible .entry k(.param .u64 p) {\n"
    "  .reg .b64 %rd<3>; .reg .b32 %r<3>;\n"
    "  ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x;\n"
    "  st.global.u32 [%rd1], %r1; ret;\n}\n";
static const char bad[] = ".version 8.0\n.target sm_80\n.address_size 64\n"
                          ".visible .entry k() {\n  bogus.u32 x;\n}\n";
static const char otherVersion[] = ".version 0.5\n.target sm_80\n.address_size 64\n";
static const char empty[] = "";

static char *errorLog(nvPTXCompilerHandle h, size_t *size) {
  *size = 0;
  nvPTXCompilerGetErrorLogSize(h, size);
  char *log = calloc(*size + 1, 1);
  nvPTXCompilerGetErrorLog(h, log);
  return log;
}

static void compile(const char *title, const char *ptx, int n,
                    const char *const *options) {
  nvPTXCompilerHandle h = NULL;
  size_t size = 1, logSize = 0, infoSize = 0;
  printf("%s: create %d\n", title, nvPTXCompilerCreate(&h, strlen(ptx), ptx));
  if (!h)
    return;
  int result = nvPTXCompilerCompile(h, n, options);
  printf("%s: compile %d\n", title, result);
  int got = nvPTXCompilerGetCompiledProgramSize(h, &size);
  printf("%s: size %d %s\n", title, got, got ? "-" : size ? "some" : "none");
  if (!got && size) {
    char *image = malloc(size);
    printf("%s: program %d ELF %d\n", title,
           nvPTXCompilerGetCompiledProgram(h, image),
           memcmp(image, "\177ELF", 4) == 0);
    free(image);
  }
  char *log = errorLog(h, &logSize);
  printf("%s: error log %s%s%s\n", title, logSize ? "some" : "none",
         strstr(log, "line 5") ? ", line 5" : "",
         strstr(log, "ptxas") ? ", ptxas" : "");
  if (getenv("SHOW"))
    fputs(log, stderr);
  free(log);
  printf("%s: info log size %d\n", title,
         nvPTXCompilerGetInfoLogSize(h, &infoSize));
  char *info = calloc(infoSize + 1, 1);
  printf("%s: info log %d%s\n", title, nvPTXCompilerGetInfoLog(h, info),
         strstr(info, "registers") ? ", registers" : "");
  if (getenv("SHOW"))
    fputs(info, stderr);
  free(info);
  printf("%s: destroy %d", title, nvPTXCompilerDestroy(&h));
  printf(" %s\n", h ? "kept" : "NULL");
}

#define COMPILE(title, ptx, ...)                                               \
  do {                                                                         \
    const char *options[] = {__VA_ARGS__};                                     \
    compile(title, ptx, sizeof(options) / sizeof(*options), options);          \
  } while (0)

int main(int argc, char **argv) {
  (void)argv;
  setvbuf(stdout, NULL, _IONBF, 0);
  unsigned major = 0, minor = 0;
  printf("version %d", nvPTXCompilerGetVersion(&major, &minor));
  printf(" %s\n", major >= 9 ? "9 or later" : "old");
  printf("version of nothing %d\n", nvPTXCompilerGetVersion(NULL, &minor));

  COMPILE("good", good, "-arch=sm_80");
  COMPILE("verbose", good, "-arch=sm_80", "-v");
  COMPILE("long names", good, "--gpu-name=sm_90", "--opt-level=0");
  COMPILE("two words", good, "--gpu-name", "sm_90");
  COMPILE("parse only", good, "-arch=compute_80");
  COMPILE("malformed", bad, "-arch=sm_80");
  COMPILE("other version", otherVersion, "-arch=sm_80");
  COMPILE("empty", empty, "-arch=sm_80");
  COMPILE("older target", good, "-arch=sm_75");
  COMPILE("unknown option", good, "-arch=sm_80", "--no-such-option");
  COMPILE("unknown arch", good, "-arch=sm_1");
  COMPILE("file", good, "-arch=sm_80", "-o", "x.cubin");
  compile("no options", good, 0, NULL);

  nvPTXCompilerHandle h = NULL;
  size_t size = 0;
  char byte[4096];
  if (argc > 1) { /* Not all look at it. */
    printf("create without handle %d\n",
           nvPTXCompilerCreate(NULL, strlen(good), good));
    printf("destroy nothing %d\n", nvPTXCompilerDestroy(NULL));
  }
  printf("create without text %d\n", nvPTXCompilerCreate(&h, 5, NULL));
  printf("compile nothing %d\n", nvPTXCompilerCompile(NULL, 0, NULL));
  printf("size of nothing %d\n",
         nvPTXCompilerGetCompiledProgramSize(NULL, &size));
  printf("error log of nothing %d\n", nvPTXCompilerGetErrorLogSize(NULL, &size));
  printf("info log of nothing %d\n", nvPTXCompilerGetInfoLogSize(NULL, &size));
  h = NULL;
  printf("destroy NULL %d\n", nvPTXCompilerDestroy(&h));
  printf("create %d\n", nvPTXCompilerCreate(&h, strlen(good), good));
  printf("early size %d\n", nvPTXCompilerGetCompiledProgramSize(h, &size));
  printf("early program %d\n", nvPTXCompilerGetCompiledProgram(h, byte));
  printf("early error log size %d\n", nvPTXCompilerGetErrorLogSize(h, &size));
  printf("early info log size %d\n", nvPTXCompilerGetInfoLogSize(h, &size));
  const char *options[] = {"-arch=sm_80"};
  printf("compile %d\n", nvPTXCompilerCompile(h, 1, options));
  printf("again %d\n", nvPTXCompilerCompile(h, 1, options));
  printf("size to nowhere %d\n", nvPTXCompilerGetCompiledProgramSize(h, NULL));
  printf("program to nowhere %d\n", nvPTXCompilerGetCompiledProgram(h, NULL));
  printf("error log size to nowhere %d\n", nvPTXCompilerGetErrorLogSize(h, NULL));
  printf("error log to nowhere %d\n", nvPTXCompilerGetErrorLog(h, NULL));
  printf("destroy %d\n", nvPTXCompilerDestroy(&h));
  return 0;
}
