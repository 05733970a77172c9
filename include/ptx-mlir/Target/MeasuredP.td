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
               [977, 1222, 1227, 1227, 1227, 1226, 1723, 3728, 3446, 3595, 448, 448]>;
def : Measured<"Anti", prALU, pwALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"Anti", prALU, pwALUDual, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [560, 711, 703, 701, 703, 702, 739, 718, 705, 714, 662, 662]>;
def : Measured<"Anti", prALU, pwALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 38, 38]>;
def : Measured<"Anti", prALU, pwDouble, [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 22, 22, 0, 0, 0, 0]>;
def : Measured<"Anti", prALU, pwFMA, [5, 5, 5, 5, 5, 5, 1, 1, 1, 1, 1, 1],
               [7, 9, 7, 7, 7, 7, 18, 18, 18, 18, 35, 35]>;
def : Measured<"Anti", prALU, pwHalf, [2, 5, 4, 4, 4, 3, 4, 2, 2, 2, 2, 2],
               [11, 8, 7, 7, 7, 11, 8, 23, 19, 17, 24, 24]>;
def : Measured<"Anti", prALU, pwR2UR, [0, 0, 0, 0, 0, 0, 0, 18, 18, 18, 45, 45],
               [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1]>;
def : Measured<"Anti", prALU, pwRedirected, [2, 2, 4, 4, 4, 5, 0, 0, 2, 2, 7, 7],
               [25, 16, 18, 18, 18, 15, 0, 0, 11, 12, 25, 25]>;
def : Measured<"Anti", prALU, pwVariable, [2, 5, 3, 3, 3, 3, 6, 6, 6, 6, 7, 7],
               [10, 17, 19, 19, 19, 19, 88, 99, 97, 97, 85, 85]>;
def : Measured<"Anti", prALUDual, pwALU, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [552, 560, 552, 551, 552, 531, 718, 922, 888, 885, 524, 524]>;
def : Measured<"Anti", prALUDual, pwALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 26, 26],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"Anti", prALUDual, pwALUDual, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [2917, 3133, 3160, 3156, 3160, 3128, 3980, 4024, 3867, 3826, 3140, 3140]>;
def : Measured<"Anti", prALUDual, pwALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 278, 278]>;
def : Measured<"Anti", prALUDual, pwDouble, [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 365, 352, 0, 0, 0, 0]>;
def : Measured<"Anti", prALUDual, pwFMA, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 7, 7],
               [0, 0, 0, 0, 0, 0, 13, 14, 14, 11, 3, 3]>;
def : Measured<"Anti", prALUDual, pwHalf, [2, 1, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [61, 78, 79, 79, 79, 91, 337, 379, 377, 380, 351, 351]>;
def : Measured<"Anti", prALUDual, pwR2UR, [0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 1, 1],
               [0, 0, 0, 0, 0, 0, 24, 35, 35, 36, 32, 32]>;
def : Measured<"Anti", prALUDual, pwRedirected, [2, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1],
               [156, 175, 182, 182, 182, 164, 0, 0, 73, 74, 71, 71]>;
def : Measured<"Anti", prALUDual, pwVariable, [2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [52, 76, 76, 76, 76, 75, 361, 382, 378, 376, 405, 405]>;
def : Measured<"Anti", prBranch, pwALU, [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [36, 43, 43, 43, 43, 43, 54, 54, 54, 54, 52, 52]>;
def : Measured<"Anti", prBranch, pwALUDual, [27, 28, 28, 28, 28, 28, 29, 29, 29, 28, 29, 29],
               [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]>;
def : Measured<"Anti", prBranch, pwDouble, [0, 0, 0, 0, 0, 0, 36, 36, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0]>;
def : Measured<"Anti", prBranch, pwRedirected, [35, 34, 34, 34, 34, 34, 0, 0, 0, 0, 0, 0],
               [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", prDouble, pwALUDual, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [8, 6, 9, 9, 9, 9, 6, 16, 5, 4, 2, 2]>;
def : Measured<"Anti", prDouble, pwDouble, [0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 25, 26, 0, 0, 0, 0]>;
def : Measured<"Anti", prDouble, pwHalf, [0, 0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]>;
def : Measured<"Anti", prDouble, pwRedirected, [0, 44, 4, 4, 4, 4, 0, 0, 0, 0, 0, 0],
               [0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", prFMA, pwALU, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [310, 378, 389, 388, 389, 403, 618, 637, 626, 624, 28, 28]>;
def : Measured<"Anti", prFMA, pwALUDual, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [317, 322, 335, 335, 335, 320, 397, 343, 335, 345, 6, 6]>;
def : Measured<"Anti", prFMA, pwDouble, [0, 0, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 23, 25, 0, 0, 0, 0]>;
def : Measured<"Anti", prFMA, pwFMA, [4, 4, 4, 4, 4, 4, 2, 2, 2, 2, 4, 4],
               [8, 5, 5, 5, 5, 5, 28, 26, 26, 26, 15, 15]>;
def : Measured<"Anti", prFMA, pwHalf, [7, 3, 3, 3, 3, 3, 1, 3, 1, 3, 0, 0],
               [15, 15, 16, 16, 16, 19, 16, 15, 20, 18, 0, 0]>;
def : Measured<"Anti", prFMA, pwR2UR, [0, 0, 0, 0, 0, 0, 9, 13, 13, 10, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0]>;
def : Measured<"Anti", prFMA, pwRedirected, [6, 2, 2, 2, 2, 2, 0, 0, 7, 5, 0, 0],
               [25, 22, 20, 20, 20, 18, 0, 0, 15, 16, 0, 0]>;
def : Measured<"Anti", prFMA, pwVariable, [7, 7, 7, 7, 7, 7, 10, 11, 11, 11, 0, 0],
               [15, 13, 12, 12, 12, 10, 8, 11, 11, 10, 0, 0]>;
def : Measured<"Anti", prGuard, pwALU, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [1432, 1785, 1725, 1773, 1725, 1725, 2039, 9834, 8699, 9519, 1256, 1256]>;
def : Measured<"Anti", prGuard, pwALUDual, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [5936, 6740, 6757, 7108, 6757, 6855, 7487, 7009, 6906, 7096, 7277, 7277]>;
def : Measured<"Anti", prGuard, pwALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 90, 90]>;
def : Measured<"Anti", prGuard, pwDouble, [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 148, 158, 0, 0, 0, 0]>;
def : Measured<"Anti", prGuard, pwFMA, [37, 4, 33, 33, 33, 33, 23, 23, 19, 47, 36, 36],
               [1, 2, 2, 2, 2, 2, 3, 3, 4, 1, 2, 2]>;
def : Measured<"Anti", prGuard, pwHalf, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [30, 32, 39, 39, 39, 42, 43, 72, 62, 63, 61, 61]>;
def : Measured<"Anti", prGuard, pwR2UR, [0, 0, 0, 0, 0, 0, 6, 8, 8, 8, 1, 1],
               [0, 0, 0, 0, 0, 0, 10, 12, 11, 12, 11, 11]>;
def : Measured<"Anti", prGuard, pwRedirected, [1, 1, 1, 1, 1, 1, 0, 0, 4, 4, 1, 1],
               [103, 132, 127, 131, 127, 124, 0, 0, 89, 97, 85, 85]>;
def : Measured<"Anti", prGuard, pwVariable, [5, 1, 1, 1, 1, 1, 1, 4, 1, 2, 1, 1],
               [151, 157, 162, 170, 162, 161, 273, 590, 590, 596, 313, 313]>;
def : Measured<"Anti", prHalf, pwALU, [0, 4, 2, 2, 2, 2, 0, 2, 2, 2, 2, 2],
               [0, 2, 2, 2, 2, 2, 0, 1, 1, 1, 1, 1]>;
def : Measured<"Anti", prHalf, pwALUDual, [1, 1, 2, 2, 2, 2, 2, 2, 2, 2, 4, 4],
               [5, 8, 11, 10, 11, 11, 7, 5, 6, 6, 2, 2]>;
def : Measured<"Anti", prHalf, pwDouble, [0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", prHalf, pwHalf, [2, 2, 2, 2, 2, 2, 2, 2, 3, 2, 2, 2],
               [3, 3, 3, 3, 3, 2, 88, 85, 79, 85, 87, 87]>;
def : Measured<"Anti", prHalf, pwRedirected, [0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0],
               [0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", prHalf, pwVariable, [0, 19, 20, 20, 20, 0, 21, 0, 0, 0, 0, 0],
               [0, 1, 1, 1, 1, 0, 4, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", prVote, pwALU, [4, 4, 4, 4, 4, 4, 7, 10, 10, 13, 1, 1],
               [8, 12, 12, 12, 12, 13, 12, 11, 11, 15, 9, 9]>;
def : Measured<"Anti", prVote, pwALUDual, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [135, 84, 84, 84, 84, 94, 23, 28, 28, 29, 40, 40]>;
def : Measured<"Anti", prVote, pwALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"Anti", prVote, pwDouble, [0, 0, 0, 0, 0, 0, 3, 11, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0]>;
def : Measured<"Anti", prVote, pwHalf, [1, 0, 0, 0, 0, 0, 21, 2, 2, 2, 1, 1],
               [2, 0, 0, 0, 0, 0, 2, 2, 2, 2, 3, 3]>;
def : Measured<"Anti", prVote, pwR2UR, [0, 0, 0, 0, 0, 0, 24, 12, 12, 12, 24, 24],
               [0, 0, 0, 0, 0, 0, 3, 4, 4, 5, 3, 3]>;
def : Measured<"Anti", prVote, pwRedirected, [0, 23, 23, 23, 23, 23, 0, 0, 11, 11, 13, 13],
               [0, 1, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1]>;
def : Measured<"Anti", prVote, pwVariable, [13, 7, 7, 7, 7, 5, 35, 12, 12, 12, 12, 12],
               [1, 5, 5, 5, 5, 8, 2, 2, 1, 1, 2, 2]>;
def : Measured<"Output", pwALU, pwALU, [4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [1693, 2028, 1961, 1961, 1961, 1976, 2932, 6448, 5908, 6216, 955, 955]>;
def : Measured<"Output", pwALU, pwALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"Output", pwALU, pwALUDual, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5],
               [1289, 1513, 1517, 1516, 1517, 1501, 1708, 3548, 3248, 3471, 1072, 1072]>;
def : Measured<"Output", pwALU, pwALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 39, 39]>;
def : Measured<"Output", pwALU, pwDouble, [0, 0, 0, 0, 0, 0, 7, 7, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 43, 46, 0, 0, 0, 0]>;
def : Measured<"Output", pwALU, pwFMA, [11, 13, 13, 13, 13, 13, 7, 7, 7, 7, 9, 9],
               [7, 8, 6, 6, 6, 6, 25, 24, 24, 21, 25, 25]>;
def : Measured<"Output", pwALU, pwHalf, [12, 8, 8, 8, 8, 8, 8, 8, 5, 8, 5, 5],
               [25, 32, 35, 35, 35, 42, 31, 52, 53, 52, 28, 28]>;
def : Measured<"Output", pwALU, pwR2UR, [0, 0, 0, 0, 0, 0, 14, 18, 18, 15, 18, 18],
               [0, 0, 0, 0, 0, 0, 4, 7, 7, 9, 4, 4]>;
def : Measured<"Output", pwALU, pwRedirected, [12, 7, 7, 7, 7, 7, 0, 0, 12, 12, 12, 12],
               [50, 41, 40, 40, 40, 33, 0, 0, 22, 27, 25, 25]>;
def : Measured<"Output", pwALU, pwVariable, [12, 12, 12, 12, 12, 12, 12, 12, 13, 14, 12, 12],
               [34, 40, 40, 40, 40, 39, 55, 71, 73, 72, 49, 49]>;
def : Measured<"Output", pwALU64, pwALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 17, 17],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"Output", pwALUDual, pwALU, [4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [1416, 1674, 1713, 1740, 1713, 1717, 1850, 1741, 1698, 1752, 1201, 1201]>;
def : Measured<"Output", pwALUDual, pwALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32, 32],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>;
def : Measured<"Output", pwALUDual, pwALUDual, [4, 2, 2, 2, 2, 2, 4, 2, 2, 4, 2, 2],
               [5713, 6436, 6463, 6733, 6463, 6484, 7067, 6733, 6568, 6707, 5895, 5895]>;
def : Measured<"Output", pwALUDual, pwALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 107, 107]>;
def : Measured<"Output", pwALUDual, pwDouble, [0, 0, 0, 0, 0, 0, 7, 7, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 145, 160, 0, 0, 0, 0]>;
def : Measured<"Output", pwALUDual, pwFMA, [0, 17, 46, 46, 46, 46, 12, 9, 9, 9, 29, 29],
               [0, 2, 1, 1, 1, 1, 7, 8, 8, 4, 1, 1]>;
def : Measured<"Output", pwALUDual, pwHalf, [12, 9, 9, 9, 9, 8, 8, 8, 5, 8, 5, 5],
               [71, 64, 63, 63, 63, 67, 91, 115, 118, 111, 106, 106]>;
def : Measured<"Output", pwALUDual, pwR2UR, [0, 0, 0, 0, 0, 0, 9, 6, 6, 6, 10, 10],
               [0, 0, 0, 0, 0, 0, 51, 67, 66, 68, 58, 58]>;
def : Measured<"Output", pwALUDual, pwRedirected, [12, 7, 7, 7, 7, 7, 0, 0, 12, 12, 12, 12],
               [150, 158, 160, 163, 160, 153, 0, 0, 90, 92, 63, 63]>;
def : Measured<"Output", pwALUDual, pwVariable, [12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12, 12],
               [88, 144, 146, 153, 146, 151, 398, 447, 443, 456, 382, 382]>;
def : Measured<"Output", pwALUDual64, pwALU, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 75, 75]>;
def : Measured<"Output", pwALUDual64, pwALUDual, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 117, 117]>;
def : Measured<"Output", pwALUDual64, pwALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 82, 82]>;
def : Measured<"Output", pwALUDual64, pwHalf, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5]>;
def : Measured<"Output", pwALUDual64, pwR2UR, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 16],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>;
def : Measured<"Output", pwALUDual64, pwRedirected, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 23, 23],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>;
def : Measured<"Output", pwALUDual64, pwVariable, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13, 13],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"Output", pwDouble, pwALU, [0, 0, 0, 0, 0, 0, 2, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 33, 31, 0, 0, 0, 0]>;
def : Measured<"Output", pwDouble, pwALUDual, [0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 189, 217, 0, 0, 0, 0]>;
def : Measured<"Output", pwDouble, pwDouble, [0, 0, 0, 0, 0, 0, 7, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 161, 162, 0, 0, 0, 0]>;
def : Measured<"Output", pwDouble, pwHalf, [0, 0, 0, 0, 0, 0, 11, 14, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 8, 7, 0, 0, 0, 0]>;
def : Measured<"Output", pwDouble, pwVariable, [0, 0, 0, 0, 0, 0, 13, 38, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 5, 1, 0, 0, 0, 0]>;
def : Measured<"Output", pwFMA, pwALU, [14, 5, 15, 13, 15, 15, 5, 5, 5, 5, 7, 7],
               [11, 10, 9, 8, 9, 9, 35, 35, 33, 37, 40, 40]>;
def : Measured<"Output", pwFMA, pwALUDual, [19, 19, 19, 19, 19, 19, 5, 11, 11, 5, 6, 6],
               [4, 4, 4, 4, 4, 4, 11, 10, 10, 9, 5, 5]>;
def : Measured<"Output", pwFMA, pwALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 29, 29],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4]>;
def : Measured<"Output", pwFMA, pwFMA, [28, 28, 28, 28, 28, 28, 8, 14, 14, 8, 12, 12],
               [8, 6, 6, 6, 6, 6, 18, 17, 17, 16, 18, 18]>;
def : Measured<"Output", pwHalf, pwALU, [11, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [5, 16, 13, 13, 13, 15, 25, 38, 35, 37, 22, 22]>;
def : Measured<"Output", pwHalf, pwALUDual, [8, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [130, 121, 122, 122, 122, 129, 164, 211, 206, 207, 177, 177]>;
def : Measured<"Output", pwHalf, pwALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"Output", pwHalf, pwDouble, [0, 0, 0, 0, 0, 0, 7, 16, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 5, 4, 0, 0, 0, 0]>;
def : Measured<"Output", pwHalf, pwHalf, [6, 8, 9, 9, 9, 5, 5, 5, 5, 5, 5, 5],
               [3, 2, 2, 2, 2, 7, 253, 258, 257, 260, 267, 267]>;
def : Measured<"Output", pwHalf, pwRedirected, [14, 11, 11, 11, 11, 11, 0, 0, 12, 12, 12, 12],
               [2, 2, 2, 2, 2, 3, 0, 0, 5, 5, 6, 6]>;
def : Measured<"Output", pwHalf, pwVariable, [14, 12, 12, 12, 12, 12, 12, 45, 23, 45, 21, 21],
               [1, 6, 6, 6, 6, 5, 10, 1, 2, 1, 3, 3]>;
def : Measured<"Output", pwR2UR, pwALU, [0, 0, 0, 0, 0, 0, 19, 19, 19, 19, 19, 19],
               [0, 0, 0, 0, 0, 0, 11, 13, 14, 15, 12, 12]>;
def : Measured<"Output", pwR2UR, pwALUDual, [0, 0, 0, 0, 0, 0, 18, 18, 18, 18, 18, 18],
               [0, 0, 0, 0, 0, 0, 73, 77, 77, 81, 87, 87]>;
def : Measured<"Output", pwR2UR, pwR2UR, [0, 0, 0, 0, 0, 0, 19, 21, 21, 21, 19, 19],
               [0, 0, 0, 0, 0, 0, 8, 5, 5, 4, 2, 2]>;
def : Measured<"Output", pwR2UR, pwVariable, [0, 0, 0, 0, 0, 0, 18, 0, 0, 18, 18, 18],
               [0, 0, 0, 0, 0, 0, 3, 0, 0, 3, 3, 3]>;
def : Measured<"OutputPredicated", pwALU, pwALU, [6, 6, 6, 6, 6, 6, 6, 4, 4, 4, 4, 4],
               [13, 14, 13, 13, 13, 13, 18, 2007, 1726, 1925, 3, 3]>;
def : Measured<"OutputPredicated", pwALU, pwALUDual, [12, 13, 13, 13, 13, 13, 4, 4, 4, 4, 5, 5],
               [53, 46, 47, 47, 47, 48, 44, 52, 52, 52, 86, 86]>;
def : Measured<"OutputPredicated", pwALU, pwHalf, [0, 0, 0, 0, 0, 0, 14, 9, 5, 9, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 6, 6, 6, 0, 0]>;
def : Measured<"OutputPredicated", pwALU, pwVariable, [0, 14, 14, 14, 14, 14, 0, 17, 17, 21, 22, 22],
               [0, 1, 1, 1, 1, 1, 0, 1, 1, 1, 1, 1]>;
def : Measured<"OutputPredicated", pwALUDual, pwALU, [12, 8, 8, 8, 8, 19, 10, 6, 10, 9, 24, 24],
               [5, 3, 2, 2, 2, 1, 10, 2001, 1722, 1920, 3, 3]>;
def : Measured<"OutputPredicated", pwALUDual, pwALUDual, [12, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
               [47, 37, 43, 43, 43, 38, 25, 25, 23, 25, 19, 19]>;
def : Measured<"OutputPredicated", pwALUDual, pwDouble, [0, 0, 0, 0, 0, 0, 15, 18, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 2, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", pwALUDual, pwHalf, [0, 0, 0, 0, 0, 13, 20, 0, 15, 0, 10, 10],
               [0, 0, 0, 0, 0, 1, 1, 0, 1, 0, 1, 1]>;
def : Measured<"OutputPredicated", pwALUDual, pwRedirected, [43, 0, 0, 0, 0, 0, 0, 0, 18, 18, 20, 20],
               [1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1]>;
def : Measured<"OutputPredicated", pwALUDual, pwVariable, [12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"True", pwALU, prALU, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
               [2278, 2676, 2689, 2689, 2689, 2683, 3405, 5452, 5173, 5310, 1641, 1641]>;
def : Measured<"True", pwALU, prALUDual, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5],
               [794, 846, 850, 849, 850, 849, 1290, 2305, 2289, 2280, 1527, 1527]>;
def : Measured<"True", pwALU, prDouble, [12, 13, 13, 13, 13, 13, 0, 0, 0, 0, 14, 14],
               [1, 5, 5, 5, 5, 7, 0, 0, 0, 0, 1, 1]>;
def : Measured<"True", pwALU, prFMA, [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [1155, 1219, 1207, 1206, 1207, 1205, 1621, 1558, 1546, 1581, 46, 46]>;
def : Measured<"True", pwALU, prGuard, [12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13],
               [730, 907, 844, 844, 844, 842, 1107, 11237, 9810, 10731, 1087, 1087]>;
def : Measured<"True", pwALU, prHalf, [12, 13, 13, 13, 13, 13, 13, 13, 5, 13, 5, 5],
               [1, 1, 1, 1, 1, 1, 5, 7, 7, 7, 3, 3]>;
def : Measured<"True", pwALU, prVote, [12, 13, 13, 13, 13, 13, 18, 13, 13, 13, 13, 13],
               [2, 4, 4, 4, 4, 5, 74, 84, 84, 84, 102, 102]>;
def : Measured<"True", pwALU64, prALU, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 11],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6]>;
def : Measured<"True", pwALUDual, prALU, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5],
               [825, 893, 894, 894, 894, 904, 960, 2985, 2689, 2885, 975, 975]>;
def : Measured<"True", pwALUDual, prALUDual, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5],
               [5387, 5830, 5860, 5854, 5860, 5843, 8177, 8142, 7758, 7725, 6049, 6049]>;
def : Measured<"True", pwALUDual, prBranch, [14, 15, 15, 15, 15, 15, 15, 15, 15, 15, 14, 14],
               [36, 48, 48, 48, 48, 48, 61, 61, 53, 53, 53, 53]>;
def : Measured<"True", pwALUDual, prDouble, [12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13],
               [67, 62, 62, 63, 62, 59, 57, 77, 47, 47, 36, 36]>;
def : Measured<"True", pwALUDual, prGuard, [12, 13, 13, 13, 13, 13, 10, 9, 9, 9, 9, 9],
               [8267, 9680, 9642, 10483, 9642, 9657, 11589, 12807, 12184, 12522, 10272, 10272]>;
def : Measured<"True", pwALUDual, prHalf, [12, 13, 13, 13, 13, 13, 13, 13, 5, 13, 5, 5],
               [42, 26, 25, 25, 25, 29, 171, 170, 178, 165, 200, 200]>;
def : Measured<"True", pwALUDual, prVote, [12, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13],
               [117, 230, 230, 230, 230, 258, 133, 152, 152, 151, 174, 174]>;
def : Measured<"True", pwALUDual64, prALU, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 65, 65]>;
def : Measured<"True", pwALUDual64, prALUDual, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 287, 287]>;
def : Measured<"True", pwALUDual64, prDouble, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 23, 23],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>;
def : Measured<"True", pwALUDual64, prGuard, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14, 14],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 115, 115]>;
def : Measured<"True", pwALUDual64, prHalf, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"True", pwDouble, prALU, [0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 22, 26, 0, 0, 0, 0]>;
def : Measured<"True", pwDouble, prALUDual, [0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 574, 596, 0, 0, 0, 0]>;
def : Measured<"True", pwDouble, prDouble, [0, 0, 0, 0, 0, 0, 8, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 2, 5, 0, 0, 0, 0]>;
def : Measured<"True", pwDouble, prGuard, [0, 0, 0, 0, 0, 0, 14, 14, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 174, 184, 0, 0, 0, 0]>;
def : Measured<"True", pwDouble, prHalf, [0, 0, 0, 0, 0, 0, 0, 14, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]>;
def : Measured<"True", pwDouble, prVote, [0, 0, 0, 0, 0, 0, 14, 14, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0]>;
def : Measured<"True", pwFMA, prALU, [5, 5, 9, 9, 9, 9, 5, 5, 5, 5, 5, 5],
               [12, 12, 9, 9, 9, 9, 34, 34, 34, 29, 72, 72]>;
def : Measured<"True", pwFMA, prFMA, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 0, 0],
               [11, 8, 11, 11, 11, 11, 37, 35, 35, 41, 0, 0]>;
def : Measured<"True", pwHalf, prALU, [0, 5, 5, 5, 5, 5, 5, 5, 4, 5, 4, 4],
               [0, 1, 1, 1, 1, 1, 2, 6, 6, 6, 3, 3]>;
def : Measured<"True", pwHalf, prALUDual, [8, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [177, 171, 171, 171, 171, 189, 573, 631, 611, 623, 597, 597]>;
def : Measured<"True", pwHalf, prDouble, [14, 0, 0, 0, 0, 13, 0, 0, 0, 0, 0, 0],
               [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]>;
def : Measured<"True", pwHalf, prGuard, [14, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13, 13],
               [5, 3, 3, 3, 3, 3, 6, 10, 10, 10, 12, 12]>;
def : Measured<"True", pwHalf, prHalf, [6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [1, 1, 1, 1, 1, 1, 7, 5, 5, 5, 5, 5]>;
def : Measured<"True", pwHalf, prVote, [0, 0, 0, 0, 0, 0, 0, 13, 13, 13, 13, 13],
               [0, 0, 0, 0, 0, 0, 0, 3, 3, 3, 1, 1]>;
def : Measured<"True", pwR2UR, prGuard, [0, 0, 0, 0, 0, 0, 13, 13, 13, 13, 13, 13],
               [0, 0, 0, 0, 0, 0, 68, 76, 75, 80, 76, 76]>;
