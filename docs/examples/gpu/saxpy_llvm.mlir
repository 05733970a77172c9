// y[i] = a * x[i] + y[i], in the dialects llvm and nvvm.
module {
  llvm.func @saxpy(%a: f32, %x: !llvm.ptr<1>, %y: !llvm.ptr<1>, %n: i32) attributes {nvvm.kernel} {
    %t = nvvm.read.ptx.sreg.tid.x : i32
    %b = nvvm.read.ptx.sreg.ctaid.x : i32
    %d = nvvm.read.ptx.sreg.ntid.x : i32
    %o = llvm.mul %b, %d : i32
    %i = llvm.add %o, %t : i32
    %in = llvm.icmp "ult" %i, %n : i32
    llvm.cond_br %in, ^body, ^end
  ^body:
    %px = llvm.getelementptr %x[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %py = llvm.getelementptr %y[%i] : (!llvm.ptr<1>, i32) -> !llvm.ptr<1>, f32
    %vx = llvm.load %px : !llvm.ptr<1> -> f32
    %vy = llvm.load %py : !llvm.ptr<1> -> f32
    %m = llvm.fmul %a, %vx : f32
    %s = llvm.fadd %m, %vy : f32
    llvm.store %s, %py : f32, !llvm.ptr<1>
    llvm.br ^end
  ^end:
    llvm.return
  }
}
