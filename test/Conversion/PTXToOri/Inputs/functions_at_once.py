"""functions_at_once.py: sixteen kernels that call one function of many conversions."""

COUNT = 1500
print(""".version 8.0
.target sm_90
.address_size 64
.func (.reg .f32 r) f(.reg .f32 a)
{
  .reg .f32 %%x<%d>;
  mov.f32 %%x0, a;""" % (COUNT + 1))
for i in range(COUNT):
    print("  cvt.sat.ftz.f32.f32 %%x%d, %%x%d;" % (i + 1, i))
    print("  cvt.rni.sat.f32.f32 %%x%d, %%x%d;" % (i + 1, 0 if i % 3 else i + 1))
print("  mov.f32 r, %%x%d;\n  ret;\n}" % COUNT)
for k in range(16):
    print(""".visible .entry k%d(.param .u64 p)
{
  .reg .u64 %%p;
  .reg .f32 %%a, %%b;
  ld.param.u64 %%p, [p];
  ld.global.f32 %%a, [%%p];
  call (%%b), f, (%%a);
  st.global.f32 [%%p], %%b;
  ret;
}""" % k)
