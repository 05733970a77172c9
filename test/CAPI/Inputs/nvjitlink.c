/* Calls the functions of nvJitLink in right and wrong order and prints what they
   answer, so that the output of two libraries can be compared. With arguments:
   cubins, relocatable ones last; what libraries need not have in common. */
#include "nvJitLink.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD ".version 8.0\n.target sm_80\n.address_size 64\n"
static const char caller[] =
    HEAD ".extern .func (.param .b32 r) f(.param .b32 x);\n"
    ".visible .entry k(.param .u64 p) {\n"
    "  .reg .b64 %rd<3>; .reg .b32 %r<3>;\n"
    "  ld.param.u64 %rd1, [p]; mov.u32 %r1, %tid.x;\n"
    "  { .param .b32 q; .param .b32 z; st.param.b32 [q], %r1;\n"
    "    call.uni (z), f, (q); ld.param.b32 %r2, [z]; }\n"
    "  st.global.u32 [%rd1], %r2; ret;\n}\n";
static const char callee[] =
    HEAD ".visible .func (.param .b32 r) f(.param .b32 x) {\n"
    "  .reg .b32 %r<3>; ld.param.b32 %r1, [x]; add.s32 %r2, %r1, 1;\n"
    "  st.param.b32 [r], %r2; ret;\n}\n";
static const char bad[] = HEAD ".visible .entry k() {\n  bogus.u32 x;\n}\n";
static const char garbage[] = "garbage!garbage!";

typedef struct {
  nvJitLinkInputType type;
  const char *data;
  size_t size;
} Data;
static char *logOf(nvJitLinkHandle h, int isError) {
  size_t size = 0;
  if (isError)
    nvJitLinkGetErrorLogSize(h, &size);
  else
    nvJitLinkGetInfoLogSize(h, &size);
  char *log = calloc(size + 1, 1);
  if (isError)
    nvJitLinkGetErrorLog(h, log);
  else
    nvJitLinkGetInfoLog(h, log);
  if (size && size != strlen(log) + 1)
    printf("size %zu of a log of %zu\n", size, strlen(log));
  if (getenv("SHOW"))
    fputs(log, stderr);
  return log;
}

static void link(const char *title, int numOptions, const char **options,
                 int numData, const Data *data) {
  nvJitLinkHandle h = NULL;
  int result = nvJitLinkCreate(&h, numOptions, options);
  printf("%s: create %d\n", title, result);
  if (!h)
    return;
  if (!result) {
    for (int i = 0; i < numData; ++i)
      printf("%s: add %d\n", title,
             nvJitLinkAddData(h, data[i].type, data[i].data, data[i].size,
                              "name"));
    result = nvJitLinkComplete(h);
    printf("%s: complete %d\n", title, result);
    size_t size = 0;
    if (!result) {
      printf("%s: size %d\n", title, nvJitLinkGetLinkedCubinSize(h, &size));
      char *cubin = malloc(size + 4);
      printf("%s: cubin %d", title, nvJitLinkGetLinkedCubin(h, cubin));
      printf(" ELF %d\n", memcmp(cubin, "\177ELF", 4) == 0);
      free(cubin);
    }
    printf("%s: PTX %d\n", title, nvJitLinkGetLinkedPtxSize(h, &size));
  }
  char *log = logOf(h, 1);
  printf("%s: error log %s%s\n", title, *log ? "some" : "none",
         strstr(log, "line 5") ? ", line 5" : "");
  free(log);
  log = logOf(h, 0);
  printf("%s: info log%s\n", title,
         strstr(log, "registers") ? " registers" : "");
  free(log);
  printf("%s: destroy %d", title, nvJitLinkDestroy(&h));
  printf(" %s\n", h ? "kept" : "NULL");
}

#define OPTIONS(...)                                                           \
  sizeof((const char *[]){__VA_ARGS__}) / sizeof(char *),                      \
      (const char *[]) {                                                       \
    __VA_ARGS__                                                                \
  }
#define PTX(text)                                                              \
  { NVJITLINK_INPUT_PTX, text, sizeof(text) }

static void linkFile(const char *path) {
  static char bytes[1 << 20];
  FILE *file = fopen(path, "rb");
  size_t size = file ? fread(bytes, 1, sizeof(bytes), file) : 0;
  if (file)
    fclose(file);
  Data one[] = {{NVJITLINK_INPUT_CUBIN, bytes, size}};
  link("cubin", OPTIONS("-arch=sm_80"), 1, one);
  one[0].type = NVJITLINK_INPUT_ANY;
  link("cubin of any type", OPTIONS("-arch=sm_80"), 1, one);
  link("cubin for another SM", OPTIONS("-arch=sm_90"), 1, one);
  Data two[] = {PTX(caller), {NVJITLINK_INPUT_CUBIN, bytes, size}};
  link("PTX and cubin", OPTIONS("-arch=sm_80"), 2, two);
}

static void missingArch(void) {
  const char *options[] = {"-O3"};
  nvJitLinkHandle h = NULL;
  printf("no arch: create %d\n", nvJitLinkCreate(&h, 1, options));
  printf("no arch: destroy %d\n", nvJitLinkDestroy(&h));
}

int main(int argc, char **argv) {
  setvbuf(stdout, NULL, _IONBF, 0);
  const Data both[] = {PTX(caller), PTX(callee)};
  if (argc > 1) {
    Data twice[] = {PTX(callee), PTX(callee)};
    link("duplicate", OPTIONS("-arch=sm_80"), 2, twice);
    link("unknown arch", OPTIONS("-arch=sm_1"), 0, NULL);
    Data lto[] = {{NVJITLINK_INPUT_LTOIR, "\xed\x43\x4e\x7f....", 8}};
    link("LTO IR", OPTIONS("-arch=sm_80", "-lto"), 1, lto);
    link("LTO IR without -lto", OPTIONS("-arch=sm_80"), 1, lto);
    Data fatbin[] = {{NVJITLINK_INPUT_FATBIN, "\x50\xed\x55\xba....", 8}};
    link("fatbin", OPTIONS("-arch=sm_80"), 1, fatbin);
    Data nowhere[] = {{NVJITLINK_INPUT_PTX, NULL, 5}};
    link("NULL", OPTIONS("-arch=sm_80"), 1, nowhere);
    nvJitLinkHandle none = NULL;
    printf("nothing: %d %d %d\n", nvJitLinkComplete(NULL),
           nvJitLinkDestroy(&none),
           nvJitLinkAddData(NULL, NVJITLINK_INPUT_PTX, caller, 1, NULL));
    for (int i = 1; i < argc; ++i)
      linkFile(argv[i]);
    return 0;
  }
  unsigned major = 0, minor = 0;
  printf("version %d", nvJitLinkVersion(&major, &minor));
  printf(" %s\n", major >= 12 ? "12 or later" : "old");
  link("two inputs", OPTIONS("-arch=sm_80"), 2, both);
  link("verbose", OPTIONS("-arch=sm_80", "-verbose"), 2, both);
  link("newer SM", OPTIONS("-arch=sm_90"), 2, both);
  link("options",
       OPTIONS("-arch=sm_80", "-maxrregcount=32", "-lineinfo", "-fma=0", "-O0",
               "-split-compile=2", "-ftz=1", "-kernels-used=k", "-no-cache",
               "-Xptxas=-v"),
       2, both);
  link("unresolved", OPTIONS("-arch=sm_80"), 1, both);
  Data counted[] = {{NVJITLINK_INPUT_PTX, caller, sizeof(caller) - 1},
                    {NVJITLINK_INPUT_ANY, callee, sizeof(callee) - 1}};
  link("without the 0", OPTIONS("-arch=sm_80"), 2, counted);
  Data malformed[] = {PTX(bad)};
  link("malformed", OPTIONS("-arch=sm_80"), 1, malformed);
  link("older SM", OPTIONS("-arch=sm_75"), 2, both);
  link("no inputs", OPTIONS("-arch=sm_80"), 0, NULL);
  link("no options", 0, NULL, 0, NULL);
  missingArch();
  link("unknown option", OPTIONS("-arch=sm_80", "-nosuch"), 0, NULL);
  link("-O1", OPTIONS("-arch=sm_80", "-O1"), 0, NULL);
  link("-ptx", OPTIONS("-arch=sm_80", "-ptx"), 0, NULL);
  link("virtual", OPTIONS("-arch=compute_80"), 0, NULL);
  link("-lto", OPTIONS("-arch=sm_80", "-lto"), 2, both);
  link("unknown option of ptxas", OPTIONS("-arch=sm_80", "-Xptxas=--nosuch"), 2,
       both);
  static const int types[] = {0, 1, 3, 4, 5, 6, 77};
  for (unsigned i = 0; i < sizeof(types) / sizeof(*types); ++i) {
    char title[32];
    snprintf(title, sizeof(title), "PTX as type %d", types[i]);
    Data wrong[] = {
        {(nvJitLinkInputType)types[i], caller, sizeof(caller)}};
    link(title, OPTIONS("-arch=sm_80"), 1, wrong);
  }
  Data unknown[] = {{NVJITLINK_INPUT_ANY, garbage, sizeof(garbage)},
                    {NVJITLINK_INPUT_CUBIN, garbage, sizeof(garbage)},
                    {NVJITLINK_INPUT_PTX, garbage, 0}};
  link("garbage", OPTIONS("-arch=sm_80"), 3, unknown);

  nvJitLinkHandle h = NULL;
  size_t size = 0;
  const char *options[] = {"-arch=sm_80"};
  printf("create %d\n", nvJitLinkCreate(&h, 1, options));
  printf("early size %d\n", nvJitLinkGetLinkedCubinSize(h, &size));
  printf("early log %d\n", nvJitLinkGetErrorLogSize(h, &size));
  printf("no such file %d\n",
         nvJitLinkAddFile(h, NVJITLINK_INPUT_PTX, "/no/such/file"));
  printf("without a name %d\n",
         nvJitLinkAddData(h, NVJITLINK_INPUT_PTX, callee, sizeof(callee), NULL));
  printf("complete %d\n", nvJitLinkComplete(h));
  printf("destroy %d\n", nvJitLinkDestroy(&h));
  return 0;
}
