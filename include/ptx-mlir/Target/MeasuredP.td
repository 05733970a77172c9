//===- MeasuredP.td - Distances that ptxas leaves --*- tablegen -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Written by utils/isa/latencies.py tabulate; TargetBase.td says what it means.
// The least distance on each SM, then the number of dependences.
//
//===----------------------------------------------------------------------===//

def : Measured<"Anti", prALU, pwALU, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [1289, 1506, 1515, 1514, 1495, 1487, 1942, 3945, 3655, 3810, 700, 700]>;
def : Measured<"Anti", prALU, pwALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"Anti", prALU, pwALUDual, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [1285, 1462, 1460, 1458, 1347, 1285, 1128, 1053, 1027, 1024, 1228, 1228]>;
def : Measured<"Anti", prALU, pwALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 101, 101]>;
def : Measured<"Anti", prALU, pwDouble, [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 38, 43, 0, 0, 0, 0]>;
def : Measured<"Anti", prALU, pwFMA, [5, 5, 5, 5, 5, 5, 1, 1, 1, 1, 1, 1],
               [23, 25, 23, 23, 23, 23, 35, 35, 35, 34, 100, 100]>;
def : Measured<"Anti", prALU, pwHalf, [2, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [39, 32, 35, 35, 27, 49, 31, 41, 38, 38, 78, 78]>;
def : Measured<"Anti", prALU, pwR2UR, [0, 0, 0, 0, 0, 0, 48, 14, 14, 14, 2, 2],
               [0, 0, 0, 0, 0, 0, 1, 5, 5, 5, 3, 3]>;
def : Measured<"Anti", prALU, pwRedirected, [2, 1, 1, 1, 1, 1, 0, 0, 2, 2, 2, 2],
               [76, 77, 76, 76, 64, 68, 0, 0, 22, 23, 49, 49]>;
def : Measured<"Anti", prALU, pwVariable, [2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [29, 42, 46, 46, 42, 36, 111, 128, 127, 127, 111, 111]>;
def : Measured<"Anti", prALUDual, pwALU, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [1807, 1763, 1788, 1785, 1573, 1498, 1319, 1843, 1764, 1757, 967, 967]>;
def : Measured<"Anti", prALUDual, pwALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 26, 26],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"Anti", prALUDual, pwALUDual, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [10144, 10290, 10406, 10392, 9158, 8750, 7535, 7360, 7019, 6978, 5926, 5926]>;
def : Measured<"Anti", prALUDual, pwALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 399, 399]>;
def : Measured<"Anti", prALUDual, pwDouble, [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 618, 588, 0, 0, 0, 0]>;
def : Measured<"Anti", prALUDual, pwFMA, [1, 0, 0, 0, 0, 17, 1, 1, 1, 1, 7, 7],
               [1, 0, 0, 0, 0, 1, 13, 14, 14, 11, 3, 3]>;
def : Measured<"Anti", prALUDual, pwHalf, [2, 1, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [331, 359, 348, 348, 321, 321, 559, 596, 566, 575, 529, 529]>;
def : Measured<"Anti", prALUDual, pwR2UR, [0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 1, 1],
               [0, 0, 0, 0, 0, 0, 34, 54, 54, 56, 49, 49]>;
def : Measured<"Anti", prALUDual, pwRedirected, [2, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1],
               [699, 763, 785, 783, 690, 688, 0, 0, 209, 218, 182, 182]>;
def : Measured<"Anti", prALUDual, pwVariable, [2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [222, 298, 292, 292, 257, 262, 540, 661, 652, 644, 602, 602]>;
def : Measured<"Anti", prBranch, pwALU, [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [36, 43, 43, 43, 43, 43, 54, 54, 54, 54, 52, 52]>;
def : Measured<"Anti", prBranch, pwALUDual, [27, 14, 14, 14, 14, 14, 29, 29, 29, 28, 22, 22],
               [1, 2, 2, 2, 2, 2, 1, 1, 1, 1, 2, 2]>;
def : Measured<"Anti", prBranch, pwDouble, [0, 0, 0, 0, 0, 0, 36, 36, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0]>;
def : Measured<"Anti", prBranch, pwHalf, [10, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", prBranch, pwRedirected, [35, 34, 34, 34, 34, 34, 0, 0, 0, 0, 0, 0],
               [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", prDouble, pwALU, [0, 5, 1, 1, 1, 1, 16, 0, 0, 0, 0, 0],
               [0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", prDouble, pwALUDual, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [28, 36, 40, 40, 36, 31, 20, 26, 7, 6, 5, 5]>;
def : Measured<"Anti", prDouble, pwDouble, [0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 28, 32, 0, 0, 0, 0]>;
def : Measured<"Anti", prDouble, pwHalf, [2, 2, 2, 2, 2, 2, 1, 16, 0, 0, 0, 0],
               [1, 1, 1, 1, 1, 1, 2, 1, 0, 0, 0, 0]>;
def : Measured<"Anti", prDouble, pwRedirected, [4, 4, 4, 4, 4, 4, 0, 0, 0, 0, 0, 0],
               [5, 7, 7, 7, 6, 3, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", prFMA, pwALU, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [695, 759, 759, 758, 708, 702, 888, 884, 869, 864, 29, 29]>;
def : Measured<"Anti", prFMA, pwALUDual, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [1259, 1222, 1230, 1228, 1101, 1026, 850, 815, 775, 789, 6, 6]>;
def : Measured<"Anti", prFMA, pwDouble, [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 60, 45, 0, 0, 0, 0]>;
def : Measured<"Anti", prFMA, pwFMA, [4, 4, 4, 4, 4, 4, 2, 2, 2, 2, 4, 4],
               [56, 53, 53, 53, 53, 53, 75, 75, 75, 76, 15, 15]>;
def : Measured<"Anti", prFMA, pwHalf, [7, 1, 1, 1, 1, 3, 1, 3, 1, 3, 0, 0],
               [52, 43, 45, 45, 43, 48, 45, 43, 48, 48, 0, 0]>;
def : Measured<"Anti", prFMA, pwR2UR, [0, 0, 0, 0, 0, 0, 9, 13, 13, 10, 0, 0],
               [0, 0, 0, 0, 0, 0, 2, 1, 1, 1, 0, 0]>;
def : Measured<"Anti", prFMA, pwRedirected, [5, 2, 2, 2, 2, 2, 0, 0, 7, 5, 0, 0],
               [95, 90, 89, 88, 77, 71, 0, 0, 29, 33, 0, 0]>;
def : Measured<"Anti", prFMA, pwVariable, [6, 1, 1, 1, 1, 7, 7, 5, 1, 1, 0, 0],
               [34, 41, 39, 39, 34, 29, 30, 26, 25, 24, 0, 0]>;
def : Measured<"Anti", prGuard, pwALU, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [1993, 2356, 2289, 2393, 2201, 2144, 2387, 8242, 7366, 7982, 1484, 1484]>;
def : Measured<"Anti", prGuard, pwALUDual, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [10083, 10969, 11018, 11830, 10387, 10312, 9798, 9366, 9150, 9351, 9283, 9283]>;
def : Measured<"Anti", prGuard, pwALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 295, 295]>;
def : Measured<"Anti", prGuard, pwDouble, [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 249, 274, 0, 0, 0, 0]>;
def : Measured<"Anti", prGuard, pwFMA, [37, 4, 33, 33, 33, 4, 23, 23, 19, 47, 36, 36],
               [1, 2, 2, 2, 2, 3, 3, 3, 4, 1, 2, 2]>;
def : Measured<"Anti", prGuard, pwHalf, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [118, 136, 149, 155, 129, 124, 151, 145, 135, 138, 156, 156]>;
def : Measured<"Anti", prGuard, pwR2UR, [0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 1, 1],
               [0, 0, 0, 0, 0, 0, 19, 25, 24, 26, 19, 19]>;
def : Measured<"Anti", prGuard, pwRedirected, [1, 1, 1, 1, 1, 1, 0, 0, 1, 2, 1, 1],
               [313, 416, 408, 418, 370, 363, 0, 0, 165, 167, 149, 149]>;
def : Measured<"Anti", prGuard, pwVariable, [1, 1, 1, 1, 1, 1, 1, 4, 1, 2, 1, 1],
               [424, 402, 414, 422, 363, 388, 503, 705, 702, 704, 492, 492]>;
def : Measured<"Anti", prHalf, pwALU, [0, 1, 2, 2, 2, 2, 0, 2, 2, 2, 2, 2],
               [0, 4, 5, 5, 4, 5, 0, 1, 2, 1, 1, 1]>;
def : Measured<"Anti", prHalf, pwALUDual, [1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [19, 20, 23, 22, 21, 26, 14, 14, 14, 13, 7, 7]>;
def : Measured<"Anti", prHalf, pwDouble, [0, 0, 0, 0, 0, 0, 3, 14, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0]>;
def : Measured<"Anti", prHalf, pwHalf, [2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 2, 2],
               [8, 8, 8, 8, 8, 9, 94, 85, 79, 85, 89, 89]>;
def : Measured<"Anti", prHalf, pwRedirected, [0, 5, 1, 1, 1, 1, 0, 0, 14, 14, 9, 9],
               [0, 1, 2, 2, 2, 2, 0, 0, 1, 1, 1, 1]>;
def : Measured<"Anti", prHalf, pwVariable, [0, 1, 1, 1, 1, 1, 21, 0, 0, 0, 0, 0],
               [0, 2, 3, 3, 3, 1, 4, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", prVote, pwALU, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [51, 47, 44, 44, 41, 40, 23, 26, 25, 27, 16, 16]>;
def : Measured<"Anti", prVote, pwALUDual, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [730, 311, 312, 312, 283, 265, 82, 97, 94, 95, 101, 101]>;
def : Measured<"Anti", prVote, pwALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"Anti", prVote, pwDouble, [0, 0, 0, 0, 0, 0, 3, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 4, 7, 0, 0, 0, 0]>;
def : Measured<"Anti", prVote, pwHalf, [1, 23, 23, 23, 26, 2, 21, 2, 2, 2, 1, 1],
               [10, 2, 3, 3, 2, 4, 5, 6, 6, 5, 9, 9]>;
def : Measured<"Anti", prVote, pwR2UR, [0, 0, 0, 0, 0, 0, 24, 12, 12, 12, 24, 24],
               [0, 0, 0, 0, 0, 0, 3, 4, 4, 5, 3, 3]>;
def : Measured<"Anti", prVote, pwRedirected, [1, 1, 1, 1, 1, 23, 0, 0, 6, 6, 13, 13],
               [13, 5, 5, 5, 5, 3, 0, 0, 7, 7, 5, 5]>;
def : Measured<"Anti", prVote, pwVariable, [10, 7, 7, 7, 7, 5, 1, 5, 5, 5, 5, 5],
               [6, 9, 9, 9, 9, 11, 8, 7, 6, 6, 6, 6]>;
def : Measured<"Output", pwALU, pwALU, [4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [2454, 2772, 2695, 2694, 2605, 2553, 3393, 5093, 4820, 4924, 1243, 1243]>;
def : Measured<"Output", pwALU, pwALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"Output", pwALU, pwALUDual, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5],
               [3149, 3256, 3261, 3256, 2989, 2849, 2732, 4552, 4187, 4401, 1771, 1771]>;
def : Measured<"Output", pwALU, pwALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 116, 116]>;
def : Measured<"Output", pwALU, pwDouble, [0, 0, 0, 0, 0, 0, 7, 7, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 96, 94, 0, 0, 0, 0]>;
def : Measured<"Output", pwALU, pwFMA, [11, 13, 13, 13, 13, 13, 7, 7, 7, 7, 9, 9],
               [39, 40, 38, 38, 38, 38, 57, 58, 58, 55, 58, 58]>;
def : Measured<"Output", pwALU, pwHalf, [12, 8, 8, 8, 8, 8, 8, 8, 5, 8, 5, 5],
               [100, 89, 94, 94, 89, 117, 95, 110, 107, 111, 86, 86]>;
def : Measured<"Output", pwALU, pwR2UR, [0, 0, 0, 0, 0, 0, 14, 9, 9, 9, 7, 7],
               [0, 0, 0, 0, 0, 0, 8, 13, 13, 13, 6, 6]>;
def : Measured<"Output", pwALU, pwRedirected, [12, 7, 7, 7, 7, 7, 0, 0, 12, 12, 12, 12],
               [184, 184, 183, 183, 159, 163, 0, 0, 53, 54, 53, 53]>;
def : Measured<"Output", pwALU, pwVariable, [12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12],
               [80, 107, 105, 105, 92, 87, 107, 145, 144, 145, 73, 73]>;
def : Measured<"Output", pwALU64, pwALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 17, 17],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"Output", pwALUDual, pwALU, [4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [3520, 3700, 3746, 3801, 3425, 3306, 2975, 2816, 2707, 2761, 2009, 2009]>;
def : Measured<"Output", pwALUDual, pwALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32, 32],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>;
def : Measured<"Output", pwALUDual, pwALUDual, [4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [15146, 15510, 15632, 16159, 14190, 13695, 11387, 10793, 10470, 10550, 9066, 9066]>;
def : Measured<"Output", pwALUDual, pwALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 199, 199]>;
def : Measured<"Output", pwALUDual, pwDouble, [0, 0, 0, 0, 0, 0, 7, 7, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 345, 350, 0, 0, 0, 0]>;
def : Measured<"Output", pwALUDual, pwFMA, [5, 17, 46, 46, 46, 41, 12, 9, 9, 9, 29, 29],
               [1, 2, 1, 1, 1, 2, 7, 8, 8, 4, 1, 1]>;
def : Measured<"Output", pwALUDual, pwHalf, [12, 8, 8, 8, 8, 8, 8, 8, 5, 8, 5, 5],
               [323, 318, 314, 316, 280, 260, 283, 276, 265, 264, 237, 237]>;
def : Measured<"Output", pwALUDual, pwR2UR, [0, 0, 0, 0, 0, 0, 6, 6, 6, 6, 6, 6],
               [0, 0, 0, 0, 0, 0, 65, 107, 106, 110, 80, 80]>;
def : Measured<"Output", pwALUDual, pwRedirected, [12, 7, 7, 7, 7, 7, 0, 0, 12, 12, 12, 12],
               [599, 615, 614, 622, 546, 517, 0, 0, 216, 222, 191, 191]>;
def : Measured<"Output", pwALUDual, pwVariable, [12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12],
               [364, 475, 485, 493, 427, 433, 608, 651, 645, 651, 527, 527]>;
def : Measured<"Output", pwALUDual64, pwALU, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 148, 148]>;
def : Measured<"Output", pwALUDual64, pwALUDual, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 208, 208]>;
def : Measured<"Output", pwALUDual64, pwALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 158, 158]>;
def : Measured<"Output", pwALUDual64, pwHalf, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9]>;
def : Measured<"Output", pwALUDual64, pwR2UR, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 16],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"Output", pwALUDual64, pwRedirected, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13, 13],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6]>;
def : Measured<"Output", pwALUDual64, pwVariable, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13, 13],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7]>;
def : Measured<"Output", pwDouble, pwALU, [0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 96, 91, 0, 0, 0, 0]>;
def : Measured<"Output", pwDouble, pwALUDual, [0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 457, 455, 0, 0, 0, 0]>;
def : Measured<"Output", pwDouble, pwDouble, [0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 220, 227, 0, 0, 0, 0]>;
def : Measured<"Output", pwDouble, pwHalf, [0, 0, 0, 0, 0, 0, 9, 9, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 24, 29, 0, 0, 0, 0]>;
def : Measured<"Output", pwDouble, pwR2UR, [0, 0, 0, 0, 0, 0, 11, 19, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0]>;
def : Measured<"Output", pwDouble, pwVariable, [0, 0, 0, 0, 0, 0, 13, 16, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 18, 10, 0, 0, 0, 0]>;
def : Measured<"Output", pwFMA, pwALU, [14, 5, 15, 13, 15, 9, 5, 5, 5, 5, 7, 7],
               [44, 43, 42, 41, 42, 43, 69, 68, 66, 70, 72, 72]>;
def : Measured<"Output", pwFMA, pwALUDual, [19, 19, 19, 19, 19, 19, 5, 9, 9, 5, 6, 6],
               [19, 20, 19, 19, 19, 19, 27, 26, 26, 25, 6, 6]>;
def : Measured<"Output", pwFMA, pwALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 29, 29],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 19, 19]>;
def : Measured<"Output", pwFMA, pwFMA, [28, 28, 28, 28, 28, 28, 8, 14, 14, 8, 12, 12],
               [40, 38, 38, 38, 38, 38, 50, 49, 49, 48, 50, 50]>;
def : Measured<"Output", pwFMA, pwHalf, [0, 0, 0, 0, 0, 0, 0, 10, 10, 10, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0]>;
def : Measured<"Output", pwFMA, pwRedirected, [12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", pwHalf, pwALU, [8, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [59, 39, 39, 39, 34, 48, 68, 77, 71, 71, 53, 53]>;
def : Measured<"Output", pwHalf, pwALUDual, [8, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [533, 510, 508, 508, 450, 449, 473, 463, 449, 456, 433, 433]>;
def : Measured<"Output", pwHalf, pwALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5]>;
def : Measured<"Output", pwHalf, pwDouble, [0, 0, 0, 0, 0, 0, 7, 9, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 13, 14, 0, 0, 0, 0]>;
def : Measured<"Output", pwHalf, pwHalf, [6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [30, 47, 47, 47, 41, 45, 298, 285, 281, 286, 303, 303]>;
def : Measured<"Output", pwHalf, pwRedirected, [14, 10, 7, 7, 7, 7, 0, 0, 12, 12, 12, 12],
               [16, 16, 17, 17, 16, 18, 0, 0, 16, 16, 15, 15]>;
def : Measured<"Output", pwHalf, pwVariable, [14, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12],
               [7, 16, 18, 18, 16, 19, 24, 17, 18, 17, 14, 14]>;
def : Measured<"Output", pwR2UR, pwALU, [0, 0, 0, 0, 0, 0, 19, 19, 19, 19, 19, 19],
               [0, 0, 0, 0, 0, 0, 12, 15, 16, 15, 12, 12]>;
def : Measured<"Output", pwR2UR, pwALUDual, [0, 0, 0, 0, 0, 0, 18, 18, 18, 18, 18, 18],
               [0, 0, 0, 0, 0, 0, 103, 141, 141, 149, 126, 126]>;
def : Measured<"Output", pwR2UR, pwALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 33, 33],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"Output", pwR2UR, pwDouble, [0, 0, 0, 0, 0, 0, 47, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]>;
def : Measured<"Output", pwR2UR, pwR2UR, [0, 0, 0, 0, 0, 0, 19, 21, 21, 21, 19, 19],
               [0, 0, 0, 0, 0, 0, 8, 9, 9, 8, 4, 4]>;
def : Measured<"Output", pwR2UR, pwVariable, [0, 0, 0, 0, 0, 0, 18, 0, 0, 18, 18, 18],
               [0, 0, 0, 0, 0, 0, 3, 0, 0, 3, 3, 3]>;
def : Measured<"OutputPredicated", pwALU, pwALU, [6, 6, 6, 6, 6, 6, 6, 4, 4, 4, 4, 4],
               [17, 17, 17, 17, 16, 18, 24, 2011, 1731, 1930, 4, 4]>;
def : Measured<"OutputPredicated", pwALU, pwALUDual, [12, 13, 13, 13, 13, 13, 4, 4, 4, 4, 5, 5],
               [80, 63, 62, 62, 61, 60, 50, 58, 57, 57, 93, 93]>;
def : Measured<"OutputPredicated", pwALU, pwDouble, [0, 0, 0, 0, 0, 0, 25, 32, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", pwALU, pwHalf, [14, 0, 0, 0, 0, 29, 13, 9, 5, 9, 6, 6],
               [4, 0, 0, 0, 0, 3, 3, 7, 9, 9, 4, 4]>;
def : Measured<"OutputPredicated", pwALU, pwRedirected, [12, 14, 14, 14, 14, 14, 0, 0, 26, 21, 12, 12],
               [3, 2, 2, 2, 2, 2, 0, 0, 1, 2, 2, 2]>;
def : Measured<"OutputPredicated", pwALU, pwVariable, [0, 14, 14, 14, 14, 14, 0, 17, 17, 21, 22, 22],
               [0, 3, 3, 3, 3, 1, 0, 1, 1, 1, 1, 1]>;
def : Measured<"OutputPredicated", pwALUDual, pwALU, [12, 8, 8, 8, 8, 8, 10, 6, 10, 9, 24, 24],
               [13, 14, 12, 12, 11, 11, 14, 2002, 1723, 1921, 4, 4]>;
def : Measured<"OutputPredicated", pwALUDual, pwALUDual, [12, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
               [86, 100, 101, 101, 92, 80, 40, 33, 34, 33, 36, 36]>;
def : Measured<"OutputPredicated", pwALUDual, pwDouble, [0, 0, 0, 0, 0, 0, 15, 7, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 6, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", pwALUDual, pwHalf, [17, 32, 26, 26, 26, 8, 12, 17, 15, 11, 10, 10],
               [3, 1, 2, 2, 2, 2, 4, 1, 2, 1, 1, 1]>;
def : Measured<"OutputPredicated", pwALUDual, pwRedirected, [21, 34, 31, 31, 31, 9, 0, 0, 18, 17, 20, 20],
               [3, 2, 2, 2, 2, 2, 0, 0, 4, 4, 1, 1]>;
def : Measured<"OutputPredicated", pwALUDual, pwVariable, [12, 12, 13, 13, 13, 13, 20, 12, 12, 12, 12, 12],
               [4, 4, 3, 3, 2, 2, 1, 3, 3, 3, 5, 5]>;
def : Measured<"True", pwALU, prALU, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
               [3050, 3453, 3454, 3454, 3356, 3315, 3811, 3855, 3851, 3773, 2475, 2475]>;
def : Measured<"True", pwALU, prALUDual, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5],
               [2179, 2148, 2147, 2147, 1931, 1824, 1976, 3774, 3752, 3735, 2453, 2453]>;
def : Measured<"True", pwALU, prDouble, [12, 13, 13, 13, 13, 13, 13, 0, 0, 0, 14, 14],
               [11, 13, 13, 13, 12, 18, 4, 0, 0, 0, 1, 1]>;
def : Measured<"True", pwALU, prFMA, [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [3090, 3117, 3116, 3115, 2832, 2692, 2685, 2566, 2539, 2606, 46, 46]>;
def : Measured<"True", pwALU, prGuard, [12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13],
               [827, 985, 922, 922, 916, 911, 1174, 7462, 6593, 7114, 1260, 1260]>;
def : Measured<"True", pwALU, prHalf, [12, 13, 13, 13, 13, 13, 13, 13, 5, 13, 5, 5],
               [9, 8, 8, 8, 8, 6, 10, 11, 11, 11, 9, 9]>;
def : Measured<"True", pwALU, prVote, [12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13],
               [13, 21, 21, 21, 21, 16, 231, 232, 232, 229, 238, 238]>;
def : Measured<"True", pwALU64, prALU, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 11],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6]>;
def : Measured<"True", pwALUDual, prALU, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5],
               [2943, 2953, 2956, 2955, 2629, 2483, 2125, 4041, 3725, 3904, 2082, 2082]>;
def : Measured<"True", pwALUDual, prALUDual, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5],
               [19447, 19968, 20035, 20011, 17721, 16811, 15037, 14823, 13865, 13848, 10548, 10548]>;
def : Measured<"True", pwALUDual, prBranch, [12, 13, 13, 13, 13, 13, 15, 15, 15, 15, 14, 14],
               [37, 50, 50, 50, 50, 50, 61, 62, 54, 54, 55, 55]>;
def : Measured<"True", pwALUDual, prDouble, [12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13],
               [278, 302, 303, 305, 270, 217, 163, 174, 109, 108, 111, 111]>;
def : Measured<"True", pwALUDual, prGuard, [12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13],
               [15916, 18116, 17961, 20652, 16677, 16221, 16261, 17641, 16522, 16985, 14213, 14213]>;
def : Measured<"True", pwALUDual, prHalf, [12, 13, 13, 13, 13, 13, 13, 13, 5, 13, 5, 5],
               [163, 138, 138, 137, 117, 116, 252, 212, 218, 202, 243, 243]>;
def : Measured<"True", pwALUDual, prVote, [12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13],
               [659, 852, 853, 853, 760, 708, 394, 405, 404, 399, 404, 404]>;
def : Measured<"True", pwALUDual64, prALU, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 166, 166]>;
def : Measured<"True", pwALUDual64, prALUDual, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 428, 428]>;
def : Measured<"True", pwALUDual64, prDouble, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 23, 23],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"True", pwALUDual64, prGuard, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14, 14],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 225, 225]>;
def : Measured<"True", pwALUDual64, prHalf, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"True", pwALUDual64, prVote, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14, 14],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"True", pwDouble, prALU, [0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 63, 72, 0, 0, 0, 0]>;
def : Measured<"True", pwDouble, prALUDual, [0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1109, 1126, 0, 0, 0, 0]>;
def : Measured<"True", pwDouble, prDouble, [0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 10, 9, 0, 0, 0, 0]>;
def : Measured<"True", pwDouble, prGuard, [0, 0, 0, 0, 0, 0, 14, 14, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 327, 348, 0, 0, 0, 0]>;
def : Measured<"True", pwDouble, prHalf, [0, 0, 0, 0, 0, 0, 14, 14, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 3, 0, 0, 0, 0]>;
def : Measured<"True", pwDouble, prVote, [0, 0, 0, 0, 0, 0, 14, 14, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 3, 0, 0, 0, 0]>;
def : Measured<"True", pwFMA, prALU, [5, 5, 9, 9, 9, 9, 5, 5, 5, 5, 5, 5],
               [45, 45, 42, 42, 42, 42, 67, 67, 67, 61, 153, 153]>;
def : Measured<"True", pwFMA, prFMA, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0, 0],
               [60, 56, 59, 59, 59, 60, 86, 84, 84, 91, 0, 0]>;
def : Measured<"True", pwHalf, prALU, [8, 5, 5, 5, 5, 5, 5, 5, 4, 5, 4, 4],
               [4, 4, 4, 4, 4, 4, 7, 11, 11, 11, 12, 12]>;
def : Measured<"True", pwHalf, prALUDual, [8, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [798, 766, 766, 766, 681, 688, 1047, 1045, 1017, 1031, 1005, 1005]>;
def : Measured<"True", pwHalf, prDouble, [14, 13, 13, 13, 13, 13, 13, 13, 13, 13, 16, 16],
               [6, 4, 4, 4, 3, 3, 2, 3, 2, 2, 1, 1]>;
def : Measured<"True", pwHalf, prGuard, [14, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13],
               [14, 12, 12, 12, 11, 12, 12, 22, 22, 22, 36, 36]>;
def : Measured<"True", pwHalf, prHalf, [6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [2, 10, 10, 10, 8, 11, 17, 5, 5, 5, 7, 7]>;
def : Measured<"True", pwHalf, prVote, [14, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13],
               [1, 2, 2, 2, 1, 3, 7, 4, 4, 4, 3, 3]>;
def : Measured<"True", pwR2UR, prGuard, [0, 0, 0, 0, 0, 0, 13, 13, 13, 13, 13, 13],
               [0, 0, 0, 0, 0, 0, 92, 119, 118, 123, 104, 104]>;
