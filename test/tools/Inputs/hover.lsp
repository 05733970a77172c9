{"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {"processId": 1, "rootPath": "mlir", "capabilities": {}, "trace": "off"}}
// -----
{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": "test:///k.mlir", "languageId": "mlir", "version": 1, "text": "module {\nptx.module version 86 target \"sm_100a\" address_size 64 {\nptx.entry visible @k () -> () {\n  %c = ptx.const 4 : i32\n  %d = ptx.add s32 %c, %c\n  %e = ptx.redux sync.min.f32 %d, %c\n  ptx.ret\n}\n}\nori.module attributes {sm = 90 : i32} {\n  ori.func @k attributes {kernel} {\n    %tid = ori.s2r<sr = \"SR_TID.X\">\n    ori.exit\n  }\n}\nsass.module attributes {sm = 90 : i32} {\n  sass.func @k attributes {kernel, registers = 8 : i32} {\n    sass.iadd3 \"IADD3 R2, R0, -R3, RZ {stall:4}\"\n    sass.exit \"EXIT {stall:5}\"\n    sass.end\n  }\n}\n}\n"}}}
// -----
{"jsonrpc": "2.0", "id": 1, "method": "textDocument/hover", "params": {"textDocument": {"uri": "test:///k.mlir"}, "position": {"line": 4, "character": 8}}}
// -----
{"jsonrpc": "2.0", "id": 2, "method": "textDocument/hover", "params": {"textDocument": {"uri": "test:///k.mlir"}, "position": {"line": 5, "character": 8}}}
// -----
{"jsonrpc": "2.0", "id": 3, "method": "textDocument/hover", "params": {"textDocument": {"uri": "test:///k.mlir"}, "position": {"line": 6, "character": 3}}}
// -----
{"jsonrpc": "2.0", "id": 4, "method": "textDocument/hover", "params": {"textDocument": {"uri": "test:///k.mlir"}, "position": {"line": 11, "character": 12}}}
// -----
{"jsonrpc": "2.0", "id": 5, "method": "textDocument/hover", "params": {"textDocument": {"uri": "test:///k.mlir"}, "position": {"line": 17, "character": 5}}}
// -----
{"jsonrpc": "2.0", "id": 6, "method": "textDocument/hover", "params": {"textDocument": {"uri": "test:///k.mlir"}, "position": {"line": 0, "character": 1}}}
// -----
{"jsonrpc": "2.0", "id": 9, "method": "shutdown"}
// -----
{"jsonrpc": "2.0", "method": "exit"}
