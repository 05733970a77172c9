// #ptx.target parses without what makes it a target: defaults are left out.
// RUN: ptx-opt --allow-unregistered-dialect %s -split-input-file -verify-diagnostics | FileCheck %s
// CHECK: "x.y"() {a = #ptx.target, b = #ptx.target<chip = "sm_120", opt = 1, features = "+ptx88", link = ["a.bc"], options = "-v">}
"x.y"() {a = #ptx.target<chip = "sm_90", opt = 3>, b = #ptx.target<options = "-v", link = ["a.bc"], opt = 1, features = "+ptx88", chip = "sm_120">} : () -> ()

// -----

// expected-error@+1 {{there is no code for 'sm_70'}}
"x.y"() {a = #ptx.target<chip = "sm_70">} : () -> ()
