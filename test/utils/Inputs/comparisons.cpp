// Each of the first five is one: sm < 90.
if (sm < 90)
if (target.sm == 87)
if (100 <= module.getSm())
if (getSM(op) != 75)
if (arch == "sm_90a")
if (form.minSM <= sm && sms == 4)
flags |= sm << 8;
  if (llvm::StringRef(desc.name).starts_with("CALL")) return 1;
  if (name == "LDC") return 2;
  if (desc.mnemonic != "BRA" || inst.getMnemonic(sm).contains("RED")) return 3;
  if (name == "u") return 4;
// Lists of instructions, each once.
  case Opcode::IADD3:
  if (inst.opcode == isa::Opcode::SHFL ||
      inst.opcode == isa::Opcode::VOTE) return 5;
  return code[i]->opcode != Opcode::BAR && code[i]->opcode != Opcode::BAR_R;
// One instruction, or one each of two.
  if (inst.opcode == Opcode::Count || inst.opcode == Opcode::MOV) return 6;
  if (inst.opcode == Opcode::IMAD && next.opcode == Opcode::IADD3) return 7;
// Opcodes of PTX are found, too.
  case ptx::Opcode::Shfl:
  if (form.opcode == Opcode::Atom || form.opcode == Opcode::Red) return 8;
  if (form.opcode == ptx::Opcode::Txq) return 9;
// A number that has a name.
  if (m.program.sm < kFirstLater) return 10;
  if (kLast >= sm || bank.size() < kMost) return 11;
  if (kinds < kSM || smallest > kLeast) return 12;
