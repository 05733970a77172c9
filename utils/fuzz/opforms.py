"""Operations of PTX and the kinds of their operands: what random-ops draws from, and
what check-ops --sweep goes through.

One form a line: the operation, where {a,b} stands for each of the words, then its
operands:

    R D H F G P   results: 32, 64, 16 bits, f32, f64, a predicate
    P|  P|Q       a predicate and perhaps another; two of them
    {HH} {rr}     a result, a source in several registers
    r d h f g p   sources; !p: or its complement; r.b1: part of it
    r?            a register or a constant
    r=  i8        a constant; one of eight bits
    r#            how far to shift, also past the width
    r^            a position or a length, less than 128
    r!            what one divides by: neither 0 nor -1
    f~            not a NaN, which one would be left open
"""

import collections
import functools
import re

# By the first SM that has them.
FORMS = {
    75: """
{add,sub}.{u32,s32} R r? r?
{add,sub}.sat.s32 R r r?
{add,sub}.{u16,s16} H h? h?
{add,sub}.{u64,s64} D d? d?
mul.lo.{u32,s32} R r r?
mul.hi.{u32,s32} R r r?
mul.wide.{u32,s32} D r r?
mul.wide.{u16,s16} R h h?
mul.lo.{u16,s16} H h h?
mul.hi.{u16,s16} H h h?
mul.lo.{u64,s64} D d d?
mul.hi.{u64,s64} D d d?
mad.lo.{u32,s32} R r r? r?
mad.hi.{u32,s32} R r r? r?
mad.hi.sat.s32 R r r? r?
mad.wide.{u32,s32} D r r? d?
mad.wide.{u16,s16} R h h? r?
mad.lo.{u16,s16} H h h? h?
mad.hi.{u16,s16} H h h? h?
mad.lo.{u64,s64} D d d? d?
mad.hi.{u64,s64} D d d? d?
mul24.{lo,hi}.{u32,s32} R r r?
mad24.{lo,hi}.{u32,s32} R r r? r?
mad24.hi.sat.s32 R r r? r?
sad.{u32,s32} R r r? r?
sad.{u16,s16} H h h? h?
sad.{u64,s64} D d d? d?
div.{u32,s32} R r r!
rem.{u32,s32} R r r!
div.{u16,s16} H h h!
rem.{u16,s16} H h h!
div.{u64,s64} D d d!
rem.{u64,s64} D d d!
abs.s32 R r
abs.s16 H h
abs.s64 D d
neg.s32 R r
neg.s16 H h
neg.s64 D d
{min,max}.{u32,s32} R r r?
{min,max}.{u16,s16} H h h?
{min,max}.{u64,s64} D d d?
{popc,clz}.b32 R r
{popc,clz}.b64 R d
bfind.{u32,s32} R r
bfind.{u64,s64} R d
bfind.shiftamt.{u32,s32} R r
bfind.shiftamt.{u64,s64} R d
brev.b32 R r
brev.b64 D d
fns.b32 R r r^ r^
bfe.{u32,s32} R r r^ r^
bfe.{u64,s64} D d r^ r^
bfi.b32 R r r r^ r^
bfi.b64 D d d r^ r^
bmsk.{clamp,wrap}.b32 R r^ r^
szext.{clamp,wrap}.{u32,s32} R r r#
dp4a.{u32,s32}.{u32,s32} R r r? r?
dp2a.{lo,hi}.{u32,s32}.{u32,s32} R r r? r?
{and,or,xor}.b32 R r r?
{and,or,xor}.b16 H h h?
{and,or,xor}.b64 D d d?
{and,or,xor}.pred P p p
not.pred P p
not.b32 R r
not.b16 H h
not.b64 D d
cnot.b32 R r
cnot.b16 H h
cnot.b64 D d
lop3.b32 R r r? r? i8
shl.b32 R r r#
shl.b16 H h r^
shl.b64 D d r#
shr.{u32,s32,b32} R r r#
shr.{u16,s16,b16} H h r^
shr.{u64,s64,b64} D d r#
shf.{l,r}.{wrap,clamp}.b32 R r r r#
prmt.b32 R r r? r?
prmt.b32.{f4e,b4e,rc8,ecl,ecr,rc16} R r r? r?
selp.{b32,u32,s32} R r? r? p
selp.{b16,u16,s16} H h? h? p
selp.{b64,u64,s64} D d? d? p
selp.f32 F f? f? p
selp.f64 G g? g? p
slct.{b32,u32,s32}.s32 R r r? r
slct.{b64,u64,s64}.s32 D d d? r
slct.{b16,u16}.s32 H h h? r
slct.{b32,u32}.f32 R r r f
slct.b64.f32 D d d f
slct.f32.s32 F f f r
slct.f32.f32 F f f f
setp.{eq,ne,lt,le,gt,ge}.s32 P r r?
setp.{eq,ne,lt,le,gt,ge,lo,ls,hi,hs}.u32 P r r?
setp.{eq,ne,lt,le,gt,ge}.s16 P h h?
setp.{eq,ne,lt,le,gt,ge,lo,ls,hi,hs}.u16 P h h?
setp.{eq,ne,lt,le,gt,ge}.s64 P d d?
setp.{eq,ne,lt,le,gt,ge,lo,ls,hi,hs}.u64 P d d?
setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}{,.ftz}.f32 P f f?
setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}.f64 P g g?
setp.{eq,ne,lt,le,gt,ge,lo}.{and,or,xor}.u32 P| r r? !p
setp.{eq,ne,lt,le,gt,ge}.{and,or,xor}.s64 P| d d? !p
setp.{eq,lt,geu,nan}.{and,or,xor}.f32 P| f f !p
setp.{eq,lt,geu,num}.{and,or,xor}.f64 P| g g !p
setp.{eq,ne,lt,le,gt,ge,equ,neu,ltu,leu,gtu,geu,num,nan}{,.ftz}.f16 P h h
setp.{eq,lt,geu,nan}.{and,or,xor}.f16 P h h !p
setp.{eq,ne,lt,ltu,nan}{,.ftz}.f16x2 P|Q r r
set.{eq,ne,lt,le,gt,ge}.{u32,s32}.s32 R r r?
set.{eq,ne,lt,le,gt,ge,hi}.{u32,s32}.u64 R d d?
set.{eq,lt,geu,nan}.{u32,s32}.f32 R f f
set.{eq,lt,geu,nan}.f32.f32 F f f
set.{lt,ge}.f32.s32 F r r?
set.{eq,lt,geu,nan}.{and,or,xor}.{u32,s32}.f64 R g g !p
set.{eq,lt,geu,nan}.{and,or,xor}.f32.f64 F g g !p
set.{eq,lt,ge}.{and,or,xor}.u32.s16 R h h !p
set.{eq,lt,geu}.f16.f16 H h h
set.{eq,lt,geu}.u16.f16 H h h
set.{eq,lt,geu}.f16x2.f16x2 R r r
vadd.{s32,u32}.{s32,u32}.{s32,u32} R r r
vsub.s32.{s32,u32}.{s32,u32}.sat R r r
vadd.s32.{s32,u32}.{s32,u32}.{add,min,max} R r.b1 r.h0 r
vabsdiff.u32.{s32,u32}.{s32,u32} R r.b3 r.b0
vmin.s32.s32.s32 R r.h1 r.b2
vshl.u32.u32.u32.{clamp,wrap} R r r
vshr.s32.s32.u32.{clamp,wrap} R r r
vmad.s32.s32.s32 R r.b0 r.h1 r
vset.{s32,u32}.{s32,u32}.{eq,lt,ge} R r r
vadd4.{u32,s32}.{u32,s32}.{u32,s32} R r r r
vadd4.u32.u32.u32.add R r r r
vsub4.s32.s32.s32.sat R r r r
vavrg4.u32.u32.u32 R r r r
vabsdiff4.u32.u32.u32.add R r r r
vmin2.s32.s32.s32 R r r r
vmax4.u32.u32.u32 R r r r
vset2.u32.s32.lt R r r r
vset4.u32.u32.{eq,ge} R r r r
cvt.{u8,s8,u16,s16}.{u32,s32} R r
cvt.{u8,s8,u16,s16,u32,s32}.{u64,s64} R d
cvt.{u8,s8,u16,s16,u32,s32}.{u64,s64} D d
cvt.{u64,s64}.{u8,s8,u16,s16,u32,s32} D r
cvt.{u64,s64}.{u8,s8,u16,s16} D h
cvt.{u32,s32}.{u8,s8,u16,s16} R h
cvt.{u16,s16,u8,s8}.{u32,s32} H r
cvt.{u16,s16,u8,s8}.{u64,s64} H d
cvt.{u8,s8}.{u16,s16} H h
cvt.{u16,s16}.{u8,s8} H h
cvt.sat.{u8,s8,u16,s16}.{u32,s32} R r
cvt.sat.u32.s32 R r
cvt.sat.s32.u32 R r
cvt.sat.{u8,s8,u16,s16,u32,s32}.{u64,s64} R d
cvt.sat.u64.s64 D d
cvt.sat.s64.u64 D d
cvt.sat.{u8,s8}.{u16,s16} H h
cvt.{rni,rzi,rmi,rpi}{,.ftz}.{u8,s8,u16,s16,u32,s32}.f32 R f
cvt.{rni,rzi,rmi,rpi}.sat.{u8,s8,u16,s16,u32,s32}.f32 R f
cvt.{rni,rzi,rmi,rpi}{,.ftz}.{u64,s64}.f32 D f
cvt.{rni,rzi,rmi,rpi}.{u8,s8,u16,s16,u32,s32}.f64 R g
cvt.{rni,rzi,rmi,rpi}.{u64,s64}.f64 D g
cvt.{rni,rzi,rmi,rpi}.{u8,s8,u16,s16,u32,s32}.f16 R h
cvt.{rni,rzi,rmi,rpi}.{u64,s64}.f16 D h
cvt.{rn,rz,rm,rp}.f32.{u8,s8,u16,s16,u32,s32} F r
cvt.{rn,rz,rm,rp}.sat.f32.{u32,s32} F r
cvt.{rn,rz,rm,rp}.f32.{u64,s64} F d
cvt.{rn,rz,rm,rp}.f64.{u8,s8,u16,s16,u32,s32} G r
cvt.{rn,rz,rm,rp}.f64.{u64,s64} G d
cvt.{rn,rz,rm,rp}.f16.{u8,s8,u16,s16,u32,s32} H r
cvt.{rn,rz,rm,rp}.f16.{u64,s64} H d
cvt.{rni,rzi,rmi,rpi}{,.ftz}{,.sat}.f32.f32 F f
cvt.{rni,rzi,rmi,rpi}{,.sat}.f64.f64 G g
cvt.{rni,rzi,rmi,rpi}{,.sat}.f16.f16 H h
cvt.rn{,.sat}.f16.f32 H f
cvt.{rm,rp}.f16.f32 H f
cvt.{rn,rz,rm,rp}{,.sat}.f16.f64 H g
cvt{,.sat}.f32.f16 F h
cvt.f64.f16 G h
cvt.{rn,rz,rm,rp}{,.ftz}{,.sat}.f32.f64 F g
cvt{,.ftz}{,.sat}.f64.f32 G f
cvt.pack.sat.{u16,s16}.s32 R r r
add{,.rn,.rz,.rm,.rp}{,.ftz}{,.sat}.f32 F f f?
sub{,.rn,.rz,.rm,.rp}{,.ftz}{,.sat}.f32 F f? f?
mul{,.rn,.rz,.rm,.rp}{,.ftz}{,.sat}.f32 F f f?
fma.{rn,rz,rm,rp}{,.ftz}{,.sat}.f32 F f f? f?
div.{rn,rz,rm,rp}.f32 F f f?
sqrt.{rn,rz,rm,rp}.f32 F f
rcp.{rn,rz,rm,rp}.f32 F f
{min,max}{,.ftz}.f32 F f f?
{abs,neg}{,.ftz}.f32 F f
add{,.rn,.rz,.rm,.rp}.f64 G g g?
sub{,.rn,.rz,.rm,.rp}.f64 G g g?
mul{,.rn,.rz,.rm,.rp}.f64 G g g?
fma.{rn,rz,rm,rp}.f64 G g g? g?
div.{rn,rz,rm,rp}.f64 G g g?
sqrt.rn.f64 G g
rcp.rn.f64 G g
{min,max}.f64 G g g?
{abs,neg}.f64 G g
testp.{finite,infinite,number,notanumber,normal,subnormal}.f32 P f
testp.{finite,infinite,number,notanumber,normal,subnormal}.f64 P g
copysign.f32 F f~ f
copysign.f64 G g~ g
add{,.rn}{,.ftz}{,.sat}.f16 H h h
sub{,.rn}{,.ftz}{,.sat}.f16 H h h
mul{,.rn}{,.ftz}{,.sat}.f16 H h h
fma.rn{,.ftz}{,.sat}.f16 H h h h
add{,.rn}{,.ftz}{,.sat}.f16x2 R r r
sub{,.rn}{,.ftz}{,.sat}.f16x2 R r r
mul{,.rn}{,.ftz}{,.sat}.f16x2 R r r
fma.rn{,.ftz}{,.sat}.f16x2 R r r r
mov.b32 R {hh}
mov.b64 D {rr}
mov.b64 D {hhhh}
mov.b32 {HH} r
mov.b64 {RR} d
mov.b64 {HHHH} d
mov.b32 R f~
mov.b64 D g~
mov.b32 F r
mov.b64 G d
mov.u32 R r=
mov.f32 F f=
mov.f64 G g=
""",
    80: """
{min,max}{,.ftz,.NaN}.f32 F f f
fma.rn{,.ftz}.relu.f16 H h h h
fma.rn{,.ftz}.relu.f16x2 R r r r
fma.rn{,.relu}.bf16 H h h h
fma.rn{,.relu}.bf16x2 R r r r
{min,max}{,.ftz}{,.NaN}.f16 H h h
{min,max}{,.ftz}{,.NaN}.f16x2 R r r
{min,max}{,.NaN}.bf16 H h h
{min,max}{,.NaN}.bf16x2 R r r
cvt.{rn,rz}{,.relu}.f16x2.f32 R f f
cvt.{rn,rz}{,.relu}.bf16x2.f32 R f f
cvt.{rn,rz}{,.relu}.bf16.f32 H f
cvt.{rn,rz}.relu.f16.f32 H f
cvt.rna.tf32.f32 R f~
cvt.pack.sat.{u8,s8}.s32.b32 R r r r
""",
    90: """
add{,.rn}.bf16 H h h
sub{,.rn}.bf16x2 R r r
mul{,.rn}.bf16x2 R r r
setp.{eq,ne,lt,geu,nan}.bf16 P h h
setp.{eq,lt,geu,nan}.bf16x2 P|Q r r
set.{eq,lt,geu}.bf16x2.bf16x2 R r r
set.{eq,lt,geu}.u32.bf16 R h h
cvt.{rn,rz,rm,rp}.bf16.{u32,s32} H r
cvt.{rn,rz,rm,rp}.bf16.{u16,s16} H h
cvt.{rn,rz,rm,rp}.bf16.{u64,s64} H d
cvt.{rni,rzi,rmi,rpi}.{u32,s32}.bf16 R h
cvt.{rni,rzi,rmi,rpi}.{u16,s16}.bf16 H h
cvt.{rni,rzi,rmi,rpi}.{u64,s64}.bf16 D h
cvt.f32.bf16 F h
cvt.rn.f16.bf16 H h
cvt.rn.bf16.f16 H h
cvt.{rn,rz,rm,rp}.bf16.f64 H g
{min,max}{,.relu}.s32 R r r
{min,max}.relu.s16x2 R r r
{add,min,max}.{u16x2,s16x2} R r r
cvt.rn.satfinite{,.relu}.{e4m3x2,e5m2x2}.f32 H f f
cvt.rn.satfinite{,.relu}.{e4m3x2,e5m2x2}.f16x2 H r
cvt.rn{,.relu}.f16x2.{e4m3x2,e5m2x2} R h
""",
    100: """
add{,.rn,.rz,.rm,.rp}{,.ftz}.f32x2 D d d
mul{,.rn,.rz,.rm,.rp}{,.ftz}.f32x2 D d d
fma.{rn,rz,rm,rp}{,.ftz}.f32x2 D d d d
{min,max}{,.ftz}{,.NaN}.f32 F f f f
add{,.rn,.rz,.rm,.rp}{,.sat}.f32.{f16,bf16} F h f
fma.{rn,rz,rm,rp}{,.sat}.f32.{f16,bf16} F h h f
""",
}

Form = collections.namedtuple("Form", "spellings operands")


def expand(text):
    """The words that a text with {a,b} stands for."""
    found = re.search(r"\{([^{}]*)\}", text)
    if not found:
        return [text]
    return [word for part in found.group(1).split(",")
            for word in expand(text[:found.start()] + part + text[found.end():])]


@functools.lru_cache(maxsize=None)
def forms(sm):
    """The forms that an SM has."""
    return [Form(expand(line.split()[0]), line.split()[1:])
            for first, text in FORMS.items() if sm >= first
            for line in text.strip().split("\n")]
