// The entry of a pair of ports from what was measured.
//
// RUN: sass-tblgen -gen-target-tables -I %src_root/include %s | FileCheck %s

include "ptx-mlir/Target/Targets.td"

// A pair that no code shows: SMs      75  80 86 87 88  89  90 100 103 110 120 121
def : Measured<"True", upwVariable, uprGroup,
                                      [7,  5, 0, 0, 0,  9, 30,  0,  0,  0,  4,  6],
                                     [25,  3, 0, 0, 0, 20,  2,  0,  0,  0, 19, 99]>;
// uprGroup is like uprVector.
def : Measured<"True", upwVariable, uprVector,
                                      [0,  0, 0, 0, 0,  0, 12,  0,  0,  0,  0,  0],
                                      [0,  0, 0, 0, 0,  0, 30,  0,  0,  0,  0,  0],
                                      // For latencies.py only.
                                      [[], [], [], [], [], [], [12, 13], [], [], [], [], []]>;

// Enough samples: the least distance.
// CHECK: kSM75Model_True_UP[] = {
// CHECK: {{^}}    1, 12, 1, 1, 1, 7, {{[0-9]+}},{{$}}
// CHECK: kSM75Model_True_UP_Evidence[] = {
// CHECK: {25, 7, EntrySource(2)},

// Fewer: the larger of sm_75 and sm_89, but no more than what was seen.
// CHECK: kSM80Model_True_UP[] = {
// CHECK: {{^}}    1, 12, 1, 1, 1, 5, {{[0-9]+}},{{$}}
// CHECK: kSM80Model_True_UP_Evidence[] = {
// CHECK: {3, 5, EntrySource(1)},

// None: the larger of sm_75 and sm_89.
// CHECK: kSM87Model_True_UP[] = {
// CHECK: {{^}}    1, 12, 1, 1, 1, 9, {{[0-9]+}},{{$}}
// CHECK: {0, 0, EntrySource(1)},

// The larger of sm_89, sm_121 and the port that is like it.
// CHECK: kSM90Model_True_UP[] = {
// CHECK: {{^}}    1, 12, 1, 1, 12, 12, {{[0-9]+}},{{$}}
// CHECK: {2, 30, EntrySource(1)},
// CHECK: kSM120Model_True_UP[] = {
// CHECK: {{^}}    1, 12, 1, 1, 1, 4, {{[0-9]+}},{{$}}
// CHECK: {19, 4, EntrySource(1)},
