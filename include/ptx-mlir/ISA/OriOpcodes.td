//===- OriOpcodes.td - ptxas's opcode table ----------------*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ptxas 13.0.88 numbers its opcodes 0 to 321. The numbers come in runs, one for
// each SM that added opcodes; the ends of the runs have names of their own. The
// names of 0 to 136 are known, of the others only some, most without a number.
// An Inst record belongs to the entry that its OriIndex says, else to the entry
// that has its mnemonic. An entry without a record says why.
//
//===----------------------------------------------------------------------===//

#ifndef PTXMLIR_ISA_ORIOPCODES
#define PTXMLIR_ISA_ORIOPCODES

include "ptx-mlir/ISA/Base.td"

def : OriRange<"SM70", 0, 136>;
def : OriRange<"SM73", 137, 171>;
def : OriRange<"SM82", 172, 193>;
def : OriRange<"SM86", 194, 199>;
def : OriRange<"SM89", 200, 205>;
def : OriRange<"SM90", 206, 252>;
def : OriRange<"SM100", 253, 280>;
def : OriRange<"SM104", 281, 320>;
def : OriRange<"LAST", 321, 321>;

//===----------------------------------------------------------------------===//
// Why an entry has no record
//===----------------------------------------------------------------------===//

defvar Graphics = "graphics only";
defvar Pseudo = "an opcode of the compiler's own IR, no machine instruction";
defvar Marker = "marks the end of a run of indices";
defvar Expanded = "ptxas makes integer instructions of PTX's createpolicy";
defvar NoPattern = "no PTX was found that makes ptxas emit it, nor a bit pattern that nvdisasm calls so (utils/isa/enumerate-opcodes.py)";

//===----------------------------------------------------------------------===//
// The entries
//===----------------------------------------------------------------------===//

def : OriOpcode<0, "ERRBAR">;
def : OriOpcode<1, "IMAD">;
def : OriOpcode<2, "IMAD_WIDE", ["IMAD"]>;
def : OriOpcode<3, "IADD3">;
def : OriOpcode<4, "BMSK">;
def : OriOpcode<5, "SGXT">;
def : OriOpcode<6, "LOP3">;
def : OriOpcode<7, "ISETP">;
def : OriOpcode<8, "IABS">;
def : OriOpcode<9, "LEA">;
def : OriOpcode<10, "SHF">;
def : OriOpcode<11, "FFMA">;
def : OriOpcode<12, "FADD">;
def : OriOpcode<13, "FMUL">;
def : OriOpcode<14, "FMNMX">;
def : OriOpcode<15, "FSWZADD">;
def : OriOpcode<16, "FSET">;
def : OriOpcode<17, "FSEL">;
def : OriOpcode<18, "FSETP">;
def : OriOpcode<19, "MOV">;
def : OriOpcode<20, "SEL">;
def : OriOpcode<21, "P2R">;
def : OriOpcode<22, "R2P">;
def : OriOpcode<23, "PLOP3">;
def : OriOpcode<24, "PRMT">;
def : OriOpcode<25, "NOP">;
def : OriOpcode<26, "VOTE">;
def : OriOpcode<27, "CS2R_32", ["CS2R"]>;
def : OriOpcode<28, "CS2R_64", ["CS2R"]>;
def : OriOpcode<29, "PMTRIG">;
def : UnreachedOri<30, "PSMTEST", NoPattern>;
def : OriOpcode<31, "VABSDIFF">;
def : OriOpcode<32, "VABSDIFF4">;
def : OriOpcode<33, "IDP">;
def : UnreachedOri<34, "IDE", NoPattern>;
def : OriOpcode<35, "I2I">;
def : OriOpcode<36, "I2IP">;
def : OriOpcode<37, "IMNMX">;
def : OriOpcode<38, "POPC">;
def : OriOpcode<39, "FLO">;
def : OriOpcode<40, "FCHK">;
def : UnreachedOri<41, "IPA", Graphics>;
def : OriOpcode<42, "MUFU">;
def : OriOpcode<43, "F2F">;
def : OriOpcode<44, "F2F_X", ["F2F"]>;
def : OriOpcode<45, "F2I">;
def : OriOpcode<46, "F2I_X", ["F2I"]>;
def : OriOpcode<47, "I2F">;
def : OriOpcode<48, "I2F_X", ["I2F"]>;
def : OriOpcode<49, "FRND">;
def : OriOpcode<50, "FRND_X", ["FRND"]>;
def : UnreachedOri<51, "AL2P", Graphics>;
def : UnreachedOri<52, "AL2P_INDEXED", Graphics>;
def : OriOpcode<53, "BREV">;
def : OriOpcode<54, "BMOV_B", ["BMOV"]>;
def : OriOpcode<55, "BMOV_R", ["BMOV"]>;
def : OriOpcode<56, "BMOV">;
def : OriOpcode<57, "S2R">;
def : OriOpcode<58, "B2R">;
def : UnreachedOri<59, "R2B", NoPattern>;
def : OriOpcode<60, "LEPC">;
def : OriOpcode<61, "BAR">;
def : OriOpcode<62, "BAR_INDEXED", ["BAR"]>;
def : OriOpcode<63, "SETCTAID">;
def : OriOpcode<64, "SETLMEMBASE">;
def : OriOpcode<65, "GETLMEMBASE">;
def : OriOpcode<66, "DEPBAR">;
def : OriOpcode<67, "BRA">;
def : OriOpcode<68, "BRX">;
def : OriOpcode<69, "JMP">;
def : OriOpcode<70, "JMX">;
def : OriOpcode<71, "CALL">;
def : OriOpcode<72, "RET">;
def : OriOpcode<73, "BSSY">;
def : OriOpcode<74, "BREAK">;
def : OriOpcode<75, "BPT">;
def : OriOpcode<76, "KILL">;
def : OriOpcode<77, "EXIT">;
def : UnreachedOri<78, "RTT", NoPattern>;
def : OriOpcode<79, "BSYNC">;
def : OriOpcode<80, "MATCH">;
def : OriOpcode<81, "NANOSLEEP">;
def : UnreachedOri<82, "NANOTRAP", NoPattern>;
def : OriOpcode<83, "TEX">;
def : OriOpcode<84, "TLD">;
def : OriOpcode<85, "TLD4">;
def : OriOpcode<86, "TMML">;
def : OriOpcode<87, "TXD">;
def : OriOpcode<88, "TXQ">;
def : OriOpcode<89, "LDC">;
def : UnreachedOri<90, "ALD", Graphics>;
def : UnreachedOri<91, "AST", Graphics>;
def : UnreachedOri<92, "OUT", Graphics>;
def : UnreachedOri<93, "OUT_FINAL", Graphics>;
def : OriOpcode<94, "LDS">;
def : OriOpcode<95, "STS">;
def : OriOpcode<96, "LDG">;
def : OriOpcode<97, "STG">;
def : OriOpcode<98, "LDL">;
def : OriOpcode<99, "STL">;
def : OriOpcode<100, "LD">;
def : OriOpcode<101, "ST">;
def : OriOpcode<102, "ATOM">;
def : OriOpcode<103, "ATOMG">;
def : OriOpcode<104, "RED", ["RED", "REDG"]>;
def : OriOpcode<105, "ATOMS">;
def : OriOpcode<106, "QSPC">;
def : UnreachedOri<107, "CCTL_NO_SB", NoPattern>;
def : OriOpcode<108, "CCTL">;
def : OriOpcode<109, "CCTLL">;
def : OriOpcode<110, "CCTLT">;
def : OriOpcode<111, "MEMBAR">;
def : OriOpcode<112, "SULD">;
def : OriOpcode<113, "SUST">;
def : OriOpcode<114, "SUATOM">;
def : OriOpcode<115, "SURED">;
def : UnreachedOri<116, "PIXLD", Graphics>;
def : UnreachedOri<117, "ISBERD", Graphics>;
def : UnreachedOri<118, "ISBEWR", Graphics>;
def : OriOpcode<119, "SHFL">;
def : OriOpcode<120, "WARPSYNC">;
def : OriOpcode<121, "MYELD", ["YIELD"]>;
def : OriOpcode<122, "DFMA">;
def : OriOpcode<123, "DADD">;
def : OriOpcode<124, "DMUL">;
def : OriOpcode<125, "DSETP">;
def : OriOpcode<126, "HADD2">;
def : OriOpcode<127, "HADD2_F32", ["HADD2"]>;
def : OriOpcode<128, "HFMA2">;
def : OriOpcode<129, "HMUL2">;
def : OriOpcode<130, "HSET2">;
def : OriOpcode<131, "HSETP2">;
def : OriOpcode<132, "HMMA_16", ["HMMA"]>;
def : OriOpcode<133, "HMMA_32", ["HMMA"]>;
def : OriOpcode<134, "IMMA">;
def : UnreachedOri<135, "INTRINSIC", Pseudo>;

// The ends of the runs.
def : UnreachedOri<136, "SM70_LAST", Marker>;
def : UnreachedOri<137, "SM73_FIRST", Marker>;
def : UnreachedOri<171, "SM73_LAST", Marker>;
def : UnreachedOri<172, "SM82_FIRST", Marker>;
def : UnreachedOri<193, "SM82_LAST", Marker>;
def : UnreachedOri<194, "SM86_FIRST", Marker>;
def : UnreachedOri<199, "SM86_LAST", Marker>;
def : UnreachedOri<200, "SM89_FIRST", Marker>;
def : UnreachedOri<205, "SM89_LAST", Marker>;
def : UnreachedOri<206, "SM90_FIRST", Marker>;
def : UnreachedOri<252, "SM90_LAST", Marker>;
def : UnreachedOri<253, "SM100_FIRST", Marker>;
def : UnreachedOri<280, "SM100_LAST", Marker>;
def : UnreachedOri<281, "SM104_FIRST", Marker>;
def : UnreachedOri<320, "SM104_LAST", Marker>;
def : UnreachedOri<321, "LAST", Marker>;

// Two of the indices without a name in the table are known from elsewhere.
def : OriOpcode<180, "DMMA">;
def : OriOpcode<215, "DMMA">; // the shapes of sm_90

// Names without a known index. Uniform and tensor memory instructions lack the
// U of their mnemonics, and the kinds of a matrix product share a name.
def : OriOpcode<-1, "IADD">;
def : OriOpcode<-1, "F2FP">;
def : OriOpcode<-1, "F2IP">;
def : OriOpcode<-1, "I2FP">;
def : OriOpcode<-1, "UMOV">;
def : OriOpcode<-1, "MOVM">;
def : OriOpcode<-1, "USEL">;
def : OriOpcode<-1, "LDSM">;
def : OriOpcode<-1, "STSM">;
def : OriOpcode<-1, "LDCU">;
def : OriOpcode<-1, "REDUX">;
def : OriOpcode<-1, "REDAS">;
def : OriOpcode<-1, "BMMA">;
def : OriOpcode<-1, "GMMA", ["HGMMA", "IGMMA", "BGMMA", "QGMMA"]>;
def : OriOpcode<-1, "QMMA">;
def : OriOpcode<-1, "OMMA">;
def : OriOpcode<-1, "UIMAD">;
def : OriOpcode<-1, "UIADD3">;
def : OriOpcode<-1, "ULOP3">;
def : OriOpcode<-1, "ULEPC">;
def : OriOpcode<-1, "ACQBLK", ["ACQBULK"]>;
def : OriOpcode<-1, "CGABAR", ["UCGABAR_ARV", "UCGABAR_WAIT"]>;
def : UnreachedOri<-1, "CREATEPOLICY", Expanded>;
def : OriOpcode<-1, "ELECT">;
def : OriOpcode<-1, "ENDCOLLECTIVE">;
def : OriOpcode<-1, "FENCE_G", ["FENCE"]>;
def : OriOpcode<-1, "FENCE_S", ["FENCE"]>;
def : OriOpcode<-1, "FENCE_T", ["FENCE"]>;
def : OriOpcode<-1, "LDTM">;
def : OriOpcode<-1, "STTM">;
def : OriOpcode<-1, "MEMSET", ["UMEMSETS"]>;
def : OriOpcode<-1, "ACQSHMINIT">;
def : OriOpcode<-1, "UTCBAR">;
def : OriOpcode<-1, "UTCMMA", ["UTCHMMA", "UTCIMMA", "UTCQMMA", "UTCOMMA"]>;
def : OriOpcode<-1, "UTCSHIFT">;
def : OriOpcode<-1, "UTCCP">;
def : OriOpcode<-1, "TCATOMSWS", ["UTCATOMSWS"]>;
def : UnreachedOri<-1, "TCLDSWS", NoPattern>;
def : UnreachedOri<-1, "TCSTSWS", NoPattern>;
def : OriOpcode<-1, "VIRTCOUNT", ["UVIRTCOUNT"]>;
def : OriOpcode<-1, "UGETNEXTWORKID">;
def : OriOpcode<-1, "FADD2">;
def : OriOpcode<-1, "FFMA2">;
def : OriOpcode<-1, "FMUL2">;
def : OriOpcode<-1, "FMNMX3">;
def : OriOpcode<-1, "CREDUX">;
def : OriOpcode<-1, "QFMA4">;
def : OriOpcode<-1, "QADD4">;
def : OriOpcode<-1, "QMUL4">;
def : OriOpcode<-1, "WARPGROUP">;

#endif // PTXMLIR_ISA_ORIOPCODES
