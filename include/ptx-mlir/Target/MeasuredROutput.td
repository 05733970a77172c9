//===- MeasuredROutput.td - Distances that ptxas leaves --*- tablegen -*-===//
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

def : Measured<"Output", wALU, wALU, [4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [6818, 7895, 8219, 8216, 8219, 8190, 15379, 17307, 17171, 19392, 15149, 15149]>;
def : Measured<"Output", wALU, wALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1054, 1054]>;
def : Measured<"Output", wALU, wALUDual, [4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [1575, 1578, 1651, 1527, 1651, 1636, 1623, 2278, 2329, 2186, 3463, 3463]>;
def : Measured<"Output", wALU, wALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 35, 35]>;
def : Measured<"Output", wALU, wCS2R, [12, 10, 10, 10, 10, 8, 7, 7, 7, 7, 7, 7],
               [4, 5, 4, 4, 4, 6, 2, 3, 5, 7, 8, 8]>;
def : Measured<"Output", wALU, wDMMA, [0, 7, 7, 7, 7, 7, 7, 7, 0, 0, 0, 0],
               [0, 55, 54, 54, 54, 54, 14, 12, 0, 0, 0, 0]>;
def : Measured<"Output", wALU, wDisp64, [6, 2, 2, 2, 2, 2, 6, 6, 6, 5, 6, 6],
               [30, 50, 44, 44, 44, 46, 16, 31, 25, 31, 18, 18]>;
def : Measured<"Output", wALU, wDouble, [0, 0, 0, 0, 0, 0, 5, 3, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 101, 85, 0, 0, 0, 0]>;
def : Measured<"Output", wALU, wFMA, [5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [4317, 5215, 5318, 5318, 5318, 5283, 8032, 8682, 8528, 9337, 5202, 5202]>;
def : Measured<"Output", wALU, wFMA2, [0, 0, 0, 0, 0, 0, 0, 5, 5, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 21, 24, 0, 0, 0]>;
def : Measured<"Output", wALU, wFMA2High, [0, 0, 0, 0, 0, 0, 0, 5, 5, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 26, 25, 0, 0, 0]>;
def : Measured<"Output", wALU, wHMMA, [0, 3, 3, 3, 3, 2, 2, 2, 6, 2, 2, 2],
               [0, 23, 23, 23, 23, 44, 158, 161, 156, 176, 49, 49]>;
def : Measured<"Output", wALU, wHMMAHalf, [0, 2, 2, 2, 2, 3, 2, 4, 4, 2, 2, 2],
               [0, 57, 62, 62, 62, 50, 113, 91, 86, 89, 22, 22]>;
def : Measured<"Output", wALU, wHMNMX2, [0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [0, 30, 32, 32, 32, 29, 53, 52, 53, 61, 54, 54]>;
def : Measured<"Output", wALU, wHSET2, [6, 5, 5, 5, 5, 5, 2, 5, 5, 5, 5, 5],
               [15, 24, 21, 21, 21, 21, 28, 32, 36, 39, 29, 29]>;
def : Measured<"Output", wALU, wHalf, [6, 5, 5, 5, 5, 5, 5, 5, 5, 3, 5, 5],
               [129, 93, 162, 107, 162, 180, 173, 360, 357, 377, 531, 531]>;
def : Measured<"Output", wALU, wHalfMMA, [0, 5, 0, 5, 0, 0, 5, 0, 0, 0, 0, 0],
               [0, 199, 0, 178, 0, 0, 211, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wALU, wIMMA, [0, 3, 2, 2, 2, 2, 5, 7, 0, 6, 5, 5],
               [0, 29, 21, 21, 21, 14, 236, 79, 0, 91, 104, 104]>;
def : Measured<"Output", wALU, wIMMAHalf, [0, 2, 3, 3, 3, 2, 2, 6, 0, 6, 6, 6],
               [0, 28, 29, 29, 29, 27, 383, 257, 0, 274, 187, 187]>;
def : Measured<"Output", wALU, wIMMASmall, [0, 2, 2, 2, 2, 3, 7, 0, 0, 0, 0, 0],
               [0, 16, 15, 15, 15, 10, 85, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wALU, wOMMA, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"Output", wALU, wRedirected, [6, 5, 5, 5, 5, 5, 0, 0, 6, 6, 6, 6],
               [80, 96, 86, 86, 86, 83, 0, 0, 43, 52, 54, 54]>;
def : Measured<"Output", wALU, wVariable, [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
               [1908, 2558, 2373, 2375, 2373, 2369, 3862, 4393, 4451, 4395, 3071, 3071]>;
def : Measured<"Output", wALU, wWideHigh, [5, 3, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1],
               [512, 565, 574, 570, 574, 584, 673, 640, 620, 646, 739, 739]>;
def : Measured<"Output", wALU, wWideLow, [5, 3, 3, 3, 3, 3, 5, 3, 3, 3, 1, 1],
               [622, 519, 539, 533, 539, 544, 527, 549, 545, 542, 491, 491]>;
def : Measured<"Output", wALU64, wALU, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 658, 658]>;
def : Measured<"Output", wALU64, wALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1136, 1136]>;
def : Measured<"Output", wALU64, wALUDual, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 249, 249]>;
def : Measured<"Output", wALU64, wALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 10],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7]>;
def : Measured<"Output", wALU64, wDisp64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20, 20],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 8]>;
def : Measured<"Output", wALU64, wFMA, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 305, 305]>;
def : Measured<"Output", wALU64, wHMNMX2, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5]>;
def : Measured<"Output", wALU64, wHSET2, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 28, 28],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>;
def : Measured<"Output", wALU64, wHalf, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 48, 48]>;
def : Measured<"Output", wALU64, wRedirected, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14, 14]>;
def : Measured<"Output", wALU64, wVariable, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 988, 988]>;
def : Measured<"Output", wALU64, wWideHigh, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 95, 95]>;
def : Measured<"Output", wALU64, wWideLow, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 82, 82]>;
def : Measured<"Output", wALUDual, wALU, [4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [1742, 1809, 1909, 1827, 1909, 1910, 1781, 2292, 2260, 2261, 3403, 3403]>;
def : Measured<"Output", wALUDual, wALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 391, 391]>;
def : Measured<"Output", wALUDual, wALUDual, [4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [1542, 2019, 2154, 2100, 2154, 2088, 2787, 2986, 2838, 2344, 7150, 7150]>;
def : Measured<"Output", wALUDual, wALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 27, 27]>;
def : Measured<"Output", wALUDual, wCS2R, [0, 27, 0, 0, 0, 0, 0, 14, 14, 0, 0, 0],
               [0, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0]>;
def : Measured<"Output", wALUDual, wDMMA, [0, 3, 2, 2, 2, 2, 6, 6, 10, 7, 16, 16],
               [0, 639, 625, 625, 625, 625, 1262, 344, 3, 3, 1, 1]>;
def : Measured<"Output", wALUDual, wDisp64, [6, 9, 9, 9, 9, 9, 7, 6, 6, 5, 6, 6],
               [16, 16, 13, 13, 13, 11, 12, 17, 16, 12, 13, 13]>;
def : Measured<"Output", wALUDual, wDouble, [0, 0, 0, 0, 0, 0, 3, 1, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 184, 182, 0, 0, 0, 0]>;
def : Measured<"Output", wALUDual, wFMA, [5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [2005, 2716, 2690, 2584, 2690, 2753, 2833, 2686, 2457, 2402, 1649, 1649]>;
def : Measured<"Output", wALUDual, wFMA2, [0, 0, 0, 0, 0, 0, 0, 5, 5, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 43, 41, 0, 0, 0]>;
def : Measured<"Output", wALUDual, wFMA2High, [0, 0, 0, 0, 0, 0, 0, 5, 5, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 37, 42, 0, 0, 0]>;
def : Measured<"Output", wALUDual, wHMMA, [0, 2, 2, 2, 2, 2, 2, 2, 6, 6, 6, 6],
               [0, 307, 295, 295, 295, 315, 258, 222, 180, 165, 794, 794]>;
def : Measured<"Output", wALUDual, wHMMAHalf, [0, 3, 2, 2, 2, 2, 6, 6, 6, 7, 2, 2],
               [0, 218, 241, 241, 241, 253, 147, 116, 96, 96, 288, 288]>;
def : Measured<"Output", wALUDual, wHMNMX2, [0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [0, 50, 47, 47, 47, 53, 43, 24, 23, 23, 44, 44]>;
def : Measured<"Output", wALUDual, wHSET2, [6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [19, 20, 21, 21, 21, 21, 25, 40, 36, 39, 59, 59]>;
def : Measured<"Output", wALUDual, wHalf, [6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 2, 2],
               [92, 145, 192, 143, 192, 195, 166, 273, 264, 229, 480, 480]>;
def : Measured<"Output", wALUDual, wHalfMMA, [0, 5, 0, 5, 0, 0, 5, 0, 0, 0, 0, 0],
               [0, 64, 0, 77, 0, 0, 137, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wALUDual, wIMMA, [0, 4, 3, 3, 3, 2, 2, 2, 0, 2, 3, 3],
               [0, 270, 309, 309, 309, 192, 77, 88, 0, 82, 417, 417]>;
def : Measured<"Output", wALUDual, wIMMAHalf, [0, 2, 2, 2, 2, 2, 7, 5, 0, 7, 4, 4],
               [0, 222, 217, 217, 217, 206, 30, 28, 0, 27, 241, 241]>;
def : Measured<"Output", wALUDual, wIMMASmall, [0, 3, 7, 7, 7, 7, 24, 0, 0, 0, 0, 0],
               [0, 37, 36, 36, 36, 28, 2, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wALUDual, wOMMA, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 65, 65]>;
def : Measured<"Output", wALUDual, wRedirected, [6, 5, 5, 5, 5, 5, 0, 0, 6, 6, 6, 6],
               [164, 219, 236, 236, 236, 226, 0, 0, 64, 61, 190, 190]>;
def : Measured<"Output", wALUDual, wVariable, [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
               [1551, 1054, 1007, 989, 1007, 1053, 2215, 1908, 1900, 1699, 2654, 2654]>;
def : Measured<"Output", wALUDual, wWideHigh, [5, 3, 3, 3, 3, 3, 1, 1, 1, 1, 1, 1],
               [448, 292, 380, 297, 380, 384, 256, 258, 261, 212, 402, 402]>;
def : Measured<"Output", wALUDual, wWideLow, [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 2, 2],
               [182, 179, 234, 199, 234, 238, 173, 147, 142, 135, 191, 191]>;
def : Measured<"Output", wALUDual64, wALU, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 8],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 22, 22]>;
def : Measured<"Output", wALUDual64, wALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 11],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 82, 82]>;
def : Measured<"Output", wALUDual64, wALUDual, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 36, 36]>;
def : Measured<"Output", wALUDual64, wALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 68, 68]>;
def : Measured<"Output", wALUDual64, wDMMA, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 8],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 8]>;
def : Measured<"Output", wALUDual64, wFMA, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 26, 26],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4]>;
def : Measured<"Output", wALUDual64, wHalf, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13, 13],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 10]>;
def : Measured<"Output", wALUDual64, wRedirected, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 16],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 12]>;
def : Measured<"Output", wALUDual64, wVariable, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 8],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 64, 64]>;
def : Measured<"Output", wALUDual64, wWideHigh, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 26, 26]>;
def : Measured<"Output", wALUDual64, wWideLow, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20, 20]>;
def : Measured<"Output", wCS2R, wALU, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5],
               [9, 5, 6, 6, 6, 12, 6, 6, 5, 10, 18, 18]>;
def : Measured<"Output", wCS2R, wALUDual, [8, 0, 0, 0, 0, 0, 6, 13, 13, 13, 9, 9],
               [2, 0, 0, 0, 0, 0, 1, 1, 2, 1, 3, 3]>;
def : Measured<"Output", wCS2R, wCS2R, [0, 0, 0, 0, 0, 0, 7, 7, 7, 7, 7, 7],
               [0, 0, 0, 0, 0, 0, 3, 4, 4, 3, 3, 3]>;
def : Measured<"Output", wCS2R, wDisp64, [16, 21, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wCS2R, wFMA, [5, 5, 7, 7, 7, 7, 5, 5, 5, 5, 5, 5],
               [3, 4, 2, 2, 2, 1, 5, 32, 33, 23, 22, 22]>;
def : Measured<"Output", wCS2R, wHMNMX2, [0, 0, 10, 10, 10, 0, 0, 0, 0, 0, 0, 0],
               [0, 0, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wCS2R, wHalf, [0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wCS2R, wVariable, [11, 18, 16, 16, 16, 13, 8, 0, 0, 0, 0, 0],
               [2, 3, 3, 3, 3, 5, 2, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wCS2R, wWideHigh, [10, 20, 20, 20, 20, 20, 0, 0, 0, 0, 10, 10],
               [1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 1, 1]>;
def : Measured<"Output", wCS2R, wWideLow, [0, 0, 0, 0, 0, 0, 0, 0, 0, 13, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]>;
def : Measured<"Output", wDisp64, wALU, [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 7, 7],
               [119, 115, 101, 101, 101, 102, 53, 57, 56, 63, 50, 50]>;
def : Measured<"Output", wDisp64, wALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"Output", wDisp64, wALUDual, [8, 12, 10, 10, 10, 10, 6, 6, 8, 8, 16, 16],
               [13, 13, 11, 11, 11, 11, 7, 11, 5, 13, 28, 28]>;
def : Measured<"Output", wDisp64, wDisp64, [17, 13, 13, 13, 13, 13, 7, 7, 7, 7, 7, 7],
               [26, 27, 29, 29, 29, 32, 42, 32, 30, 33, 8, 8]>;
def : Measured<"Output", wDisp64, wDouble, [0, 0, 0, 0, 0, 0, 20, 20, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 12, 13, 0, 0, 0, 0]>;
def : Measured<"Output", wDisp64, wFMA, [7, 8, 7, 7, 7, 7, 8, 8, 7, 7, 23, 23],
               [50, 71, 63, 63, 63, 66, 58, 83, 81, 74, 14, 14]>;
def : Measured<"Output", wDisp64, wFMA2, [0, 0, 0, 0, 0, 0, 0, 21, 21, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0]>;
def : Measured<"Output", wDisp64, wHMMA, [0, 16, 16, 16, 16, 16, 28, 26, 26, 26, 26, 26],
               [0, 4, 4, 4, 4, 4, 4, 4, 4, 4, 5, 5]>;
def : Measured<"Output", wDisp64, wHMNMX2, [0, 7, 22, 22, 22, 0, 26, 8, 8, 0, 0, 0],
               [0, 2, 1, 1, 1, 0, 1, 2, 2, 0, 0, 0]>;
def : Measured<"Output", wDisp64, wHSET2, [0, 0, 0, 0, 0, 34, 0, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wDisp64, wHalf, [18, 0, 25, 25, 25, 0, 0, 17, 17, 16, 17, 17],
               [1, 0, 1, 1, 1, 0, 0, 1, 1, 2, 3, 3]>;
def : Measured<"Output", wDisp64, wHalfMMA, [0, 25, 0, 0, 0, 0, 15, 0, 0, 0, 0, 0],
               [0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wDisp64, wIMMA, [0, 0, 0, 0, 0, 0, 0, 22, 0, 27, 7, 7],
               [0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 6, 6]>;
def : Measured<"Output", wDisp64, wIMMAHalf, [0, 0, 0, 0, 0, 0, 0, 7, 0, 7, 7, 7],
               [0, 0, 0, 0, 0, 0, 0, 54, 0, 50, 28, 28]>;
def : Measured<"Output", wDisp64, wRedirected, [13, 16, 16, 16, 16, 16, 0, 0, 19, 17, 0, 0],
               [10, 14, 12, 12, 12, 12, 0, 0, 9, 9, 0, 0]>;
def : Measured<"Output", wDisp64, wVariable, [10, 10, 10, 10, 10, 10, 11, 6, 6, 6, 12, 12],
               [42, 45, 47, 47, 47, 46, 52, 73, 118, 61, 43, 43]>;
def : Measured<"Output", wDisp64, wWideHigh, [13, 6, 6, 6, 6, 6, 15, 13, 13, 13, 0, 0],
               [2, 3, 3, 3, 3, 4, 3, 5, 6, 6, 0, 0]>;
def : Measured<"Output", wDisp64, wWideLow, [13, 6, 6, 6, 6, 6, 15, 13, 13, 13, 0, 0],
               [4, 3, 6, 6, 6, 6, 2, 3, 4, 5, 0, 0]>;
def : Measured<"Output", wDouble, wALU, [0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 131, 129, 0, 0, 0, 0]>;
def : Measured<"Output", wDouble, wALUDual, [0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 487, 346, 0, 0, 0, 0]>;
def : Measured<"Output", wDouble, wCS2R, [0, 0, 0, 0, 0, 0, 18, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wDouble, wDMMA, [0, 0, 0, 0, 0, 0, 10, 10, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 407, 418, 0, 0, 0, 0]>;
def : Measured<"Output", wDouble, wDisp64, [0, 0, 0, 0, 0, 0, 9, 9, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 9, 9, 0, 0, 0, 0]>;
def : Measured<"Output", wDouble, wDouble, [0, 0, 0, 0, 0, 0, 8, 8, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1247, 1267, 0, 0, 0, 0]>;
def : Measured<"Output", wDouble, wFMA, [0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 475, 403, 0, 0, 0, 0]>;
def : Measured<"Output", wDouble, wFMA2, [0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]>;
def : Measured<"Output", wDouble, wFMA2High, [0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0]>;
def : Measured<"Output", wDouble, wHMMA, [0, 0, 0, 0, 0, 0, 26, 13, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0]>;
def : Measured<"Output", wDouble, wHMMAHalf, [0, 0, 0, 0, 0, 0, 20, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wDouble, wHMNMX2, [0, 0, 0, 0, 0, 0, 10, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 5, 4, 0, 0, 0, 0]>;
def : Measured<"Output", wDouble, wHSET2, [0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]>;
def : Measured<"Output", wDouble, wHalf, [0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 22, 23, 0, 0, 0, 0]>;
def : Measured<"Output", wDouble, wHalfMMA, [0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wDouble, wVariable, [0, 0, 0, 0, 0, 0, 10, 10, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 282, 281, 0, 0, 0, 0]>;
def : Measured<"Output", wDouble, wWideHigh, [0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 38, 34, 0, 0, 0, 0]>;
def : Measured<"Output", wDouble, wWideLow, [0, 0, 0, 0, 0, 0, 9, 10, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 29, 23, 0, 0, 0, 0]>;
def : Measured<"Output", wFMA, wALU, [5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [3898, 4837, 4870, 4868, 4870, 4887, 8365, 9073, 8926, 9234, 6135, 6135]>;
def : Measured<"Output", wFMA, wALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 593, 593]>;
def : Measured<"Output", wFMA, wALUDual, [5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [2227, 2916, 3021, 2922, 3021, 2944, 3331, 3197, 2891, 2923, 2042, 2042]>;
def : Measured<"Output", wFMA, wALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 28, 28]>;
def : Measured<"Output", wFMA, wCS2R, [9, 27, 27, 27, 27, 13, 7, 7, 7, 20, 20, 20],
               [7, 4, 3, 3, 3, 4, 7, 7, 7, 3, 3, 3]>;
def : Measured<"Output", wFMA, wDMMA, [0, 2, 2, 2, 2, 2, 6, 6, 7, 7, 17, 17],
               [0, 594, 535, 535, 535, 535, 1508, 725, 13, 16, 1, 1]>;
def : Measured<"Output", wFMA, wDisp64, [6, 6, 6, 6, 6, 6, 5, 1, 1, 1, 5, 5],
               [58, 65, 52, 52, 52, 54, 55, 47, 44, 54, 22, 22]>;
def : Measured<"Output", wFMA, wDouble, [0, 0, 0, 0, 0, 0, 5, 5, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 356, 374, 0, 0, 0, 0]>;
def : Measured<"Output", wFMA, wFMA, [4, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [8456, 11248, 11630, 11621, 11630, 11638, 14833, 15340, 14734, 15370, 9528, 9528]>;
def : Measured<"Output", wFMA, wFMA2, [0, 0, 0, 0, 0, 0, 0, 4, 4, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 32, 25, 0, 0, 0]>;
def : Measured<"Output", wFMA, wFMA2High, [0, 0, 0, 0, 0, 0, 0, 4, 4, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 31, 25, 0, 0, 0]>;
def : Measured<"Output", wFMA, wHMMA, [0, 2, 2, 2, 2, 4, 2, 2, 2, 2, 5, 5],
               [0, 331, 320, 320, 320, 349, 539, 634, 584, 582, 38, 38]>;
def : Measured<"Output", wFMA, wHMMAHalf, [0, 2, 3, 3, 3, 2, 2, 2, 2, 2, 2, 2],
               [0, 259, 244, 244, 244, 277, 392, 309, 262, 302, 29, 29]>;
def : Measured<"Output", wFMA, wHMNMX2, [0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [0, 30, 26, 26, 26, 29, 27, 14, 16, 19, 13, 13]>;
def : Measured<"Output", wFMA, wHSET2, [6, 5, 3, 3, 3, 3, 5, 5, 5, 5, 5, 5],
               [13, 19, 20, 20, 20, 23, 19, 18, 20, 14, 4, 4]>;
def : Measured<"Output", wFMA, wHalf, [6, 2, 2, 2, 2, 2, 5, 2, 2, 4, 5, 5],
               [74, 113, 136, 106, 136, 135, 170, 415, 408, 327, 255, 255]>;
def : Measured<"Output", wFMA, wHalfMMA, [0, 5, 0, 5, 0, 0, 5, 0, 0, 0, 0, 0],
               [0, 143, 0, 128, 0, 0, 237, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wFMA, wIMMA, [0, 2, 2, 2, 2, 2, 5, 2, 0, 2, 6, 6],
               [0, 312, 285, 285, 285, 215, 236, 274, 0, 279, 8, 8]>;
def : Measured<"Output", wFMA, wIMMAHalf, [0, 3, 2, 2, 2, 4, 6, 6, 0, 6, 5, 5],
               [0, 268, 253, 253, 253, 222, 78, 131, 0, 131, 21, 21]>;
def : Measured<"Output", wFMA, wIMMASmall, [0, 2, 2, 2, 2, 2, 7, 0, 0, 0, 0, 0],
               [0, 40, 34, 34, 34, 50, 13, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wFMA, wOMMA, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>;
def : Measured<"Output", wFMA, wRedirected, [6, 4, 4, 4, 4, 4, 0, 0, 6, 6, 6, 6],
               [276, 403, 367, 367, 367, 370, 0, 0, 122, 149, 21, 21]>;
def : Measured<"Output", wFMA, wVariable, [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
               [3523, 3709, 3841, 3839, 3841, 3848, 5703, 5628, 5774, 5270, 3857, 3857]>;
def : Measured<"Output", wFMA, wWideHigh, [4, 2, 2, 2, 2, 2, 1, 1, 1, 2, 1, 1],
               [829, 877, 891, 889, 891, 875, 764, 784, 738, 746, 364, 364]>;
def : Measured<"Output", wFMA, wWideLow, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 3, 3],
               [526, 568, 590, 583, 590, 580, 359, 355, 326, 330, 177, 177]>;
def : Measured<"Output", wFMA2, wALU, [0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 47, 45, 0, 0, 0]>;
def : Measured<"Output", wFMA2, wALUDual, [0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 77, 76, 0, 0, 0]>;
def : Measured<"Output", wFMA2, wDisp64, [0, 0, 0, 0, 0, 0, 0, 46, 46, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0]>;
def : Measured<"Output", wFMA2, wDouble, [0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0]>;
def : Measured<"Output", wFMA2, wFMA, [0, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 47, 51, 0, 0, 0]>;
def : Measured<"Output", wFMA2, wFMA2, [0, 0, 0, 0, 0, 0, 0, 4, 4, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 195, 194, 0, 0, 0]>;
def : Measured<"Output", wFMA2, wHMNMX2, [0, 0, 0, 0, 0, 0, 0, 16, 24, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0]>;
def : Measured<"Output", wFMA2, wHalf, [0, 0, 0, 0, 0, 0, 0, 5, 5, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 13, 11, 0, 0, 0]>;
def : Measured<"Output", wFMA2, wRedirected, [0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0]>;
def : Measured<"Output", wFMA2, wVariable, [0, 0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 46, 34, 0, 0, 0]>;
def : Measured<"Output", wFMA2, wWideHigh, [0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0]>;
def : Measured<"Output", wFMA2, wWideLow, [0, 0, 0, 0, 0, 0, 0, 4, 4, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 12, 12, 0, 0, 0]>;
def : Measured<"Output", wFMA2High, wALU, [0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 39, 42, 0, 0, 0]>;
def : Measured<"Output", wFMA2High, wALUDual, [0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 51, 52, 0, 0, 0]>;
def : Measured<"Output", wFMA2High, wDisp64, [0, 0, 0, 0, 0, 0, 0, 32, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0]>;
def : Measured<"Output", wFMA2High, wDouble, [0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0]>;
def : Measured<"Output", wFMA2High, wFMA, [0, 0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 37, 34, 0, 0, 0]>;
def : Measured<"Output", wFMA2High, wFMA2High, [0, 0, 0, 0, 0, 0, 0, 4, 4, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 193, 194, 0, 0, 0]>;
def : Measured<"Output", wFMA2High, wHMNMX2, [0, 0, 0, 0, 0, 0, 0, 37, 37, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0]>;
def : Measured<"Output", wFMA2High, wHSET2, [0, 0, 0, 0, 0, 0, 0, 24, 24, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0]>;
def : Measured<"Output", wFMA2High, wHalf, [0, 0, 0, 0, 0, 0, 0, 5, 5, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 8, 8, 0, 0, 0]>;
def : Measured<"Output", wFMA2High, wRedirected, [0, 0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0]>;
def : Measured<"Output", wFMA2High, wVariable, [0, 0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 61, 50, 0, 0, 0]>;
def : Measured<"Output", wFMA2High, wWideHigh, [0, 0, 0, 0, 0, 0, 0, 4, 2, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 12, 14, 0, 0, 0]>;
def : Measured<"Output", wGroup, wVariable, [0, 0, 0, 0, 0, 0, 18, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 42, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHMMA, wALU, [0, 20, 20, 20, 20, 20, 20, 16, 16, 16, 25, 25],
               [0, 32, 30, 30, 30, 29, 60, 71, 65, 73, 31, 31]>;
def : Measured<"Output", wHMMA, wALUDual, [0, 20, 20, 20, 20, 20, 20, 16, 16, 16, 25, 25],
               [0, 209, 187, 187, 187, 177, 128, 139, 144, 122, 309, 309]>;
def : Measured<"Output", wHMMA, wDisp64, [0, 0, 0, 0, 0, 0, 0, 31, 0, 31, 32, 32],
               [0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 4, 4]>;
def : Measured<"Output", wHMMA, wDouble, [0, 0, 0, 0, 0, 0, 0, 23, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0]>;
def : Measured<"Output", wHMMA, wFMA, [0, 20, 20, 20, 20, 20, 20, 17, 17, 17, 26, 26],
               [0, 199, 180, 180, 180, 183, 396, 471, 458, 447, 29, 29]>;
def : Measured<"Output", wHMMA, wHMMA, [0, 24, 16, 16, 16, 24, 24, 20, 20, 20, 29, 29],
               [0, 42, 67, 67, 67, 87, 580, 322, 297, 331, 104, 104]>;
def : Measured<"Output", wHMMA, wHMMAHalf, [0, 24, 24, 24, 24, 24, 8, 20, 8, 8, 16, 16],
               [0, 30, 31, 31, 31, 42, 44, 31, 30, 35, 13, 13]>;
def : Measured<"Output", wHMMA, wHalf, [0, 21, 21, 21, 21, 20, 24, 16, 19, 16, 27, 27],
               [0, 11, 8, 8, 8, 10, 18, 31, 31, 31, 11, 11]>;
def : Measured<"Output", wHMMA, wIMMA, [0, 24, 24, 24, 24, 24, 24, 20, 0, 26, 29, 29],
               [0, 31, 32, 32, 32, 26, 19, 11, 0, 3, 11, 11]>;
def : Measured<"Output", wHMMA, wIMMAHalf, [0, 24, 24, 24, 24, 24, 24, 20, 0, 20, 29, 29],
               [0, 36, 45, 45, 45, 26, 11, 8, 0, 5, 20, 20]>;
def : Measured<"Output", wHMMA, wIMMASmall, [0, 16, 16, 16, 16, 24, 0, 0, 0, 0, 0, 0],
               [0, 12, 10, 10, 10, 6, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHMMA, wRedirected, [0, 25, 18, 18, 18, 18, 0, 0, 20, 23, 0, 0],
               [0, 4, 6, 6, 6, 6, 0, 0, 4, 4, 0, 0]>;
def : Measured<"Output", wHMMA, wVariable, [0, 23, 23, 23, 23, 23, 23, 19, 19, 19, 28, 28],
               [0, 38, 31, 31, 31, 39, 54, 66, 84, 68, 59, 59]>;
def : Measured<"Output", wHMMA, wWideHigh, [0, 22, 22, 22, 22, 22, 20, 17, 17, 17, 26, 26],
               [0, 10, 8, 8, 8, 16, 12, 13, 12, 16, 14, 14]>;
def : Measured<"Output", wHMMA, wWideLow, [0, 22, 29, 29, 29, 24, 20, 0, 0, 0, 28, 28],
               [0, 1, 1, 1, 1, 2, 2, 0, 0, 0, 2, 2]>;
def : Measured<"Output", wHMMAHalf, wALU, [0, 12, 12, 12, 12, 12, 12, 16, 16, 16, 25, 25],
               [0, 31, 34, 34, 34, 36, 42, 34, 34, 45, 32, 32]>;
def : Measured<"Output", wHMMAHalf, wALUDual, [0, 12, 12, 12, 12, 12, 12, 16, 16, 16, 25, 25],
               [0, 178, 189, 189, 189, 209, 110, 95, 99, 87, 198, 198]>;
def : Measured<"Output", wHMMAHalf, wDouble, [0, 0, 0, 0, 0, 0, 22, 13, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 2, 2, 0, 0, 0, 0]>;
def : Measured<"Output", wHMMAHalf, wFMA, [0, 12, 12, 12, 12, 12, 12, 17, 17, 17, 26, 26],
               [0, 225, 222, 222, 222, 197, 275, 262, 259, 265, 23, 23]>;
def : Measured<"Output", wHMMAHalf, wHMMA, [0, 16, 16, 16, 16, 11, 10, 20, 18, 20, 32, 32],
               [0, 36, 29, 29, 29, 37, 19, 22, 25, 40, 10, 10]>;
def : Measured<"Output", wHMMAHalf, wHMMAHalf, [0, 16, 16, 16, 16, 16, 16, 20, 20, 20, 29, 29],
               [0, 115, 131, 131, 131, 149, 357, 256, 256, 250, 93, 93]>;
def : Measured<"Output", wHMMAHalf, wHalf, [0, 12, 12, 12, 12, 16, 16, 16, 16, 16, 25, 25],
               [0, 3, 4, 4, 4, 6, 7, 10, 11, 11, 5, 5]>;
def : Measured<"Output", wHMMAHalf, wIMMA, [0, 16, 17, 17, 17, 16, 23, 0, 0, 0, 33, 33],
               [0, 8, 9, 9, 9, 14, 6, 0, 0, 0, 14, 14]>;
def : Measured<"Output", wHMMAHalf, wIMMAHalf, [0, 16, 16, 16, 16, 16, 16, 26, 0, 26, 29, 29],
               [0, 84, 97, 97, 97, 39, 15, 10, 0, 9, 15, 15]>;
def : Measured<"Output", wHMMAHalf, wIMMASmall, [0, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 0],
               [0, 8, 8, 8, 8, 17, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHMMAHalf, wOMMA, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 29, 29],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4]>;
def : Measured<"Output", wHMMAHalf, wRedirected, [0, 10, 10, 10, 10, 22, 0, 0, 0, 19, 0, 0],
               [0, 2, 2, 2, 2, 2, 0, 0, 0, 2, 0, 0]>;
def : Measured<"Output", wHMMAHalf, wVariable, [0, 15, 15, 15, 15, 15, 15, 19, 19, 19, 28, 28],
               [0, 41, 35, 35, 35, 46, 39, 36, 42, 38, 29, 29]>;
def : Measured<"Output", wHMMAHalf, wWideHigh, [0, 14, 14, 14, 14, 14, 12, 17, 17, 17, 26, 26],
               [0, 10, 11, 11, 11, 7, 8, 6, 7, 7, 9, 9]>;
def : Measured<"Output", wHMMAHalf, wWideLow, [0, 25, 15, 15, 15, 14, 17, 21, 21, 21, 40, 40],
               [0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2]>;
def : Measured<"Output", wHMNMX2, wALU, [0, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [0, 45, 45, 45, 45, 51, 45, 48, 45, 57, 51, 51]>;
def : Measured<"Output", wHMNMX2, wALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 10],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"Output", wHMNMX2, wALUDual, [0, 1, 2, 2, 2, 2, 5, 2, 2, 2, 1, 1],
               [0, 27, 31, 31, 31, 29, 18, 25, 23, 18, 47, 47]>;
def : Measured<"Output", wHMNMX2, wCS2R, [0, 12, 20, 20, 20, 0, 0, 0, 0, 0, 0, 0],
               [0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHMNMX2, wDisp64, [0, 7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHMNMX2, wDouble, [0, 0, 0, 0, 0, 0, 0, 11, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]>;
def : Measured<"Output", wHMNMX2, wFMA, [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 5, 5],
               [0, 47, 47, 47, 47, 52, 44, 18, 17, 27, 13, 13]>;
def : Measured<"Output", wHMNMX2, wFMA2, [0, 0, 0, 0, 0, 0, 0, 12, 12, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0]>;
def : Measured<"Output", wHMNMX2, wHMNMX2, [0, 4, 4, 4, 4, 4, 12, 11, 6, 4, 4, 4],
               [0, 9, 12, 12, 12, 6, 85, 79, 78, 79, 83, 83]>;
def : Measured<"Output", wHMNMX2, wHSET2, [0, 0, 0, 0, 0, 0, 0, 7, 7, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0]>;
def : Measured<"Output", wHMNMX2, wHalf, [0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [0, 6, 14, 7, 14, 9, 26, 20, 20, 22, 30, 30]>;
def : Measured<"Output", wHMNMX2, wHalfMMA, [0, 6, 0, 6, 0, 0, 7, 0, 0, 0, 0, 0],
               [0, 6, 0, 7, 0, 0, 8, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHMNMX2, wRedirected, [0, 6, 6, 6, 6, 6, 0, 0, 0, 0, 0, 0],
               [0, 3, 4, 4, 4, 3, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHMNMX2, wVariable, [0, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
               [0, 33, 25, 25, 25, 30, 31, 28, 29, 25, 33, 33]>;
def : Measured<"Output", wHMNMX2, wWideHigh, [0, 5, 5, 5, 5, 5, 9, 1, 1, 1, 1, 1],
               [0, 9, 9, 9, 9, 9, 8, 6, 6, 7, 5, 5]>;
def : Measured<"Output", wHMNMX2, wWideLow, [0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [0, 8, 6, 6, 6, 6, 1, 5, 5, 5, 3, 3]>;
def : Measured<"Output", wHSET2, wALU, [8, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [8, 19, 19, 19, 19, 17, 43, 55, 55, 57, 69, 69]>;
def : Measured<"Output", wHSET2, wALUDual, [8, 3, 2, 2, 2, 2, 5, 5, 5, 5, 1, 1],
               [12, 15, 16, 16, 16, 20, 63, 62, 63, 69, 82, 82]>;
def : Measured<"Output", wHSET2, wDisp64, [11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHSET2, wDouble, [0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]>;
def : Measured<"Output", wHSET2, wFMA, [8, 5, 3, 3, 3, 1, 1, 1, 1, 1, 1, 1],
               [17, 32, 29, 29, 29, 32, 26, 24, 25, 25, 6, 6]>;
def : Measured<"Output", wHSET2, wFMA2High, [0, 0, 0, 0, 0, 0, 0, 14, 14, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0]>;
def : Measured<"Output", wHSET2, wHMNMX2, [0, 0, 4, 4, 4, 4, 11, 0, 0, 0, 0, 0],
               [0, 0, 2, 2, 2, 1, 1, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHSET2, wHSET2, [6, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
               [3, 5, 4, 4, 4, 8, 21, 22, 23, 16, 22, 22]>;
def : Measured<"Output", wHSET2, wHalf, [6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [2, 5, 5, 3, 5, 3, 5, 11, 12, 12, 9, 9]>;
def : Measured<"Output", wHSET2, wHalfMMA, [0, 7, 0, 8, 0, 0, 6, 0, 0, 0, 0, 0],
               [0, 2, 0, 2, 0, 0, 1, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHSET2, wRedirected, [0, 19, 42, 42, 42, 42, 0, 0, 6, 6, 6, 6],
               [0, 2, 1, 1, 1, 1, 0, 0, 1, 1, 1, 1]>;
def : Measured<"Output", wHSET2, wVariable, [8, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
               [17, 22, 24, 24, 24, 21, 21, 21, 23, 26, 32, 32]>;
def : Measured<"Output", wHSET2, wWideHigh, [8, 7, 6, 6, 6, 7, 6, 9, 9, 9, 5, 5],
               [3, 3, 3, 3, 3, 4, 3, 4, 4, 4, 2, 2]>;
def : Measured<"Output", wHSET2, wWideLow, [8, 7, 5, 5, 5, 5, 13, 9, 10, 9, 10, 10],
               [3, 1, 1, 1, 1, 1, 1, 2, 1, 3, 2, 2]>;
def : Measured<"Output", wHalf, wALU, [8, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [81, 139, 185, 136, 185, 185, 191, 342, 325, 367, 431, 431]>;
def : Measured<"Output", wHalf, wALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 82, 82]>;
def : Measured<"Output", wHalf, wALUDual, [8, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [106, 109, 185, 116, 185, 208, 187, 293, 287, 229, 608, 608]>;
def : Measured<"Output", wHalf, wALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14, 14],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>;
def : Measured<"Output", wHalf, wCS2R, [0, 0, 44, 44, 44, 44, 0, 0, 0, 0, 0, 0],
               [0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHalf, wDMMA, [0, 7, 7, 7, 7, 7, 7, 8, 0, 0, 0, 0],
               [0, 25, 24, 24, 24, 24, 11, 10, 0, 0, 0, 0]>;
def : Measured<"Output", wHalf, wDisp64, [14, 14, 15, 24, 15, 15, 0, 21, 21, 20, 20, 20],
               [1, 4, 3, 2, 3, 2, 0, 1, 1, 1, 2, 2]>;
def : Measured<"Output", wHalf, wDouble, [0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 11, 21, 0, 0, 0, 0]>;
def : Measured<"Output", wHalf, wFMA, [8, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2],
               [131, 177, 222, 168, 222, 219, 294, 532, 518, 515, 389, 389]>;
def : Measured<"Output", wHalf, wFMA2, [0, 0, 0, 0, 0, 0, 0, 14, 29, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 4, 2, 0, 0, 0]>;
def : Measured<"Output", wHalf, wFMA2High, [0, 0, 0, 0, 0, 0, 0, 5, 5, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 8, 7, 0, 0, 0]>;
def : Measured<"Output", wHalf, wHMMA, [0, 7, 6, 6, 6, 5, 6, 2, 2, 2, 7, 7],
               [0, 10, 13, 13, 13, 20, 14, 16, 14, 15, 18, 18]>;
def : Measured<"Output", wHalf, wHMMAHalf, [0, 2, 3, 3, 3, 3, 2, 6, 6, 6, 4, 4],
               [0, 19, 17, 17, 17, 19, 18, 19, 19, 20, 13, 13]>;
def : Measured<"Output", wHalf, wHMNMX2, [0, 5, 5, 5, 5, 5, 5, 7, 7, 7, 5, 5],
               [0, 7, 10, 8, 10, 11, 16, 13, 13, 15, 20, 20]>;
def : Measured<"Output", wHalf, wHSET2, [6, 11, 33, 33, 33, 39, 5, 1, 1, 1, 5, 5],
               [4, 2, 3, 3, 3, 2, 6, 11, 14, 16, 11, 11]>;
def : Measured<"Output", wHalf, wHalf, [6, 4, 4, 4, 4, 4, 4, 2, 2, 2, 2, 2],
               [33, 22, 42, 15, 42, 38, 233, 488, 484, 482, 734, 734]>;
def : Measured<"Output", wHalf, wHalfMMA, [0, 6, 0, 6, 0, 0, 5, 0, 0, 0, 0, 0],
               [0, 11, 0, 14, 0, 0, 87, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHalf, wIMMA, [0, 7, 6, 6, 6, 6, 13, 8, 0, 6, 6, 6],
               [0, 8, 9, 9, 9, 3, 2, 2, 0, 2, 3, 3]>;
def : Measured<"Output", wHalf, wIMMAHalf, [0, 7, 5, 5, 5, 5, 7, 7, 0, 7, 12, 12],
               [0, 9, 13, 13, 13, 21, 5, 4, 0, 3, 1, 1]>;
def : Measured<"Output", wHalf, wIMMASmall, [0, 2, 2, 2, 2, 2, 11, 0, 0, 0, 0, 0],
               [0, 7, 9, 9, 9, 10, 1, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHalf, wOMMA, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 21, 21],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>;
def : Measured<"Output", wHalf, wRedirected, [8, 6, 6, 6, 6, 6, 0, 0, 19, 25, 11, 11],
               [8, 10, 8, 7, 8, 11, 0, 0, 4, 5, 7, 7]>;
def : Measured<"Output", wHalf, wVariable, [8, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
               [156, 78, 118, 79, 118, 107, 149, 439, 442, 395, 436, 436]>;
def : Measured<"Output", wHalf, wWideHigh, [8, 5, 4, 4, 4, 4, 2, 2, 2, 2, 2, 2],
               [27, 23, 28, 15, 28, 30, 26, 90, 89, 63, 123, 123]>;
def : Measured<"Output", wHalf, wWideLow, [8, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [11, 10, 20, 17, 20, 20, 8, 14, 16, 21, 14, 14]>;
def : Measured<"Output", wHalfMMA, wALU, [0, 6, 0, 6, 0, 0, 6, 0, 0, 0, 0, 0],
               [0, 136, 0, 132, 0, 0, 145, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHalfMMA, wALUDual, [0, 6, 0, 6, 0, 0, 6, 0, 0, 0, 0, 0],
               [0, 77, 0, 88, 0, 0, 164, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHalfMMA, wCS2R, [0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHalfMMA, wDisp64, [0, 6, 0, 24, 0, 0, 31, 0, 0, 0, 0, 0],
               [0, 3, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHalfMMA, wDouble, [0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 19, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHalfMMA, wFMA, [0, 6, 0, 6, 0, 0, 6, 0, 0, 0, 0, 0],
               [0, 155, 0, 155, 0, 0, 273, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHalfMMA, wHMNMX2, [0, 30, 0, 21, 0, 0, 12, 0, 0, 0, 0, 0],
               [0, 1, 0, 2, 0, 0, 5, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHalfMMA, wHSET2, [0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHalfMMA, wHalf, [0, 10, 0, 10, 0, 0, 10, 0, 0, 0, 0, 0],
               [0, 9, 0, 12, 0, 0, 69, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHalfMMA, wHalfMMA, [0, 14, 0, 20, 0, 0, 8, 0, 0, 0, 0, 0],
               [0, 4, 0, 4, 0, 0, 123, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHalfMMA, wRedirected, [0, 7, 0, 7, 0, 0, 0, 0, 0, 0, 0, 0],
               [0, 3, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHalfMMA, wVariable, [0, 10, 0, 10, 0, 0, 10, 0, 0, 0, 0, 0],
               [0, 63, 0, 57, 0, 0, 300, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHalfMMA, wWideHigh, [0, 10, 0, 10, 0, 0, 8, 0, 0, 0, 0, 0],
               [0, 105, 0, 96, 0, 0, 48, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wHalfMMA, wWideLow, [0, 10, 0, 10, 0, 0, 10, 0, 0, 0, 0, 0],
               [0, 33, 0, 37, 0, 0, 7, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wIMMA, wALU, [0, 20, 20, 20, 20, 20, 20, 16, 0, 16, 23, 23],
               [0, 39, 33, 33, 33, 15, 54, 50, 0, 52, 68, 68]>;
def : Measured<"Output", wIMMA, wALUDual, [0, 20, 20, 20, 20, 20, 20, 16, 0, 16, 23, 23],
               [0, 210, 206, 206, 206, 113, 48, 43, 0, 53, 190, 190]>;
def : Measured<"Output", wIMMA, wFMA, [0, 20, 20, 20, 20, 20, 20, 17, 0, 17, 24, 24],
               [0, 189, 198, 198, 198, 123, 164, 158, 0, 170, 8, 8]>;
def : Measured<"Output", wIMMA, wHMMA, [0, 24, 24, 24, 24, 24, 29, 36, 0, 32, 27, 27],
               [0, 23, 27, 27, 27, 16, 11, 9, 0, 5, 6, 6]>;
def : Measured<"Output", wIMMA, wHMMAHalf, [0, 24, 24, 24, 24, 24, 24, 0, 0, 0, 27, 27],
               [0, 30, 34, 34, 34, 13, 19, 0, 0, 0, 5, 5]>;
def : Measured<"Output", wIMMA, wHalf, [0, 20, 20, 20, 20, 24, 24, 0, 0, 20, 43, 43],
               [0, 9, 9, 9, 9, 6, 3, 0, 0, 2, 1, 1]>;
def : Measured<"Output", wIMMA, wIMMA, [0, 24, 24, 24, 24, 24, 29, 20, 0, 20, 27, 27],
               [0, 100, 115, 115, 115, 65, 26, 477, 0, 476, 562, 562]>;
def : Measured<"Output", wIMMA, wIMMAHalf, [0, 24, 24, 24, 24, 24, 31, 0, 0, 0, 41, 41],
               [0, 17, 17, 17, 17, 32, 3, 0, 0, 0, 4, 4]>;
def : Measured<"Output", wIMMA, wIMMASmall, [0, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0, 0],
               [0, 4, 11, 11, 11, 10, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wIMMA, wRedirected, [0, 32, 25, 25, 25, 18, 0, 0, 0, 0, 0, 0],
               [0, 2, 4, 4, 4, 4, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wIMMA, wVariable, [0, 23, 23, 23, 23, 23, 23, 19, 0, 19, 26, 26],
               [0, 32, 31, 31, 31, 24, 20, 30, 0, 17, 16, 16]>;
def : Measured<"Output", wIMMA, wWideHigh, [0, 24, 24, 24, 24, 22, 24, 18, 0, 17, 45, 45],
               [0, 3, 2, 2, 2, 9, 1, 4, 0, 5, 1, 1]>;
def : Measured<"Output", wIMMA, wWideLow, [0, 24, 0, 0, 0, 22, 0, 0, 0, 17, 45, 45],
               [0, 1, 0, 0, 0, 2, 0, 0, 0, 1, 1, 1]>;
def : Measured<"Output", wIMMAHalf, wALU, [0, 12, 12, 12, 12, 12, 12, 16, 0, 16, 23, 23],
               [0, 32, 35, 35, 35, 32, 124, 85, 0, 87, 79, 79]>;
def : Measured<"Output", wIMMAHalf, wALUDual, [0, 12, 12, 12, 12, 12, 12, 16, 0, 16, 23, 23],
               [0, 192, 169, 169, 169, 193, 28, 49, 0, 32, 158, 158]>;
def : Measured<"Output", wIMMAHalf, wDisp64, [0, 0, 0, 0, 0, 0, 0, 15, 0, 15, 22, 22],
               [0, 0, 0, 0, 0, 0, 0, 10, 0, 10, 18, 18]>;
def : Measured<"Output", wIMMAHalf, wFMA, [0, 12, 12, 12, 12, 12, 12, 17, 0, 17, 24, 24],
               [0, 210, 206, 206, 206, 195, 196, 150, 0, 119, 6, 6]>;
def : Measured<"Output", wIMMAHalf, wHMMA, [0, 16, 16, 16, 16, 16, 16, 24, 0, 24, 27, 27],
               [0, 21, 27, 27, 27, 24, 14, 4, 0, 7, 14, 14]>;
def : Measured<"Output", wIMMAHalf, wHMMAHalf, [0, 16, 16, 16, 16, 16, 16, 21, 0, 21, 27, 27],
               [0, 48, 53, 53, 53, 36, 14, 10, 0, 13, 16, 16]>;
def : Measured<"Output", wIMMAHalf, wHalf, [0, 12, 12, 12, 12, 12, 16, 19, 0, 16, 26, 26],
               [0, 10, 8, 8, 8, 13, 2, 1, 0, 3, 3, 3]>;
def : Measured<"Output", wIMMAHalf, wIMMA, [0, 16, 16, 16, 16, 16, 16, 0, 0, 0, 0, 0],
               [0, 20, 24, 24, 24, 21, 5, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wIMMAHalf, wIMMAHalf, [0, 16, 16, 16, 16, 16, 16, 23, 0, 23, 27, 27],
               [0, 84, 105, 105, 105, 126, 26, 21, 0, 16, 18, 18]>;
def : Measured<"Output", wIMMAHalf, wIMMASmall, [0, 16, 8, 8, 8, 11, 0, 0, 0, 0, 0, 0],
               [0, 13, 17, 17, 17, 19, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wIMMAHalf, wRedirected, [0, 33, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0],
               [0, 2, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wIMMAHalf, wVariable, [0, 15, 15, 15, 15, 15, 15, 19, 0, 19, 26, 26],
               [0, 32, 33, 33, 33, 27, 14, 11, 0, 9, 14, 14]>;
def : Measured<"Output", wIMMAHalf, wWideHigh, [0, 14, 14, 14, 14, 14, 12, 17, 0, 17, 24, 24],
               [0, 11, 11, 11, 11, 9, 4, 7, 0, 6, 3, 3]>;
def : Measured<"Output", wIMMAHalf, wWideLow, [0, 14, 14, 14, 14, 0, 0, 17, 0, 20, 0, 0],
               [0, 1, 2, 2, 2, 0, 0, 2, 0, 1, 0, 0]>;
def : Measured<"Output", wIMMASmall, wALU, [0, 9, 9, 9, 9, 9, 10, 0, 0, 0, 0, 0],
               [0, 8, 12, 12, 12, 12, 20, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wIMMASmall, wALUDual, [0, 9, 9, 9, 9, 9, 9, 0, 0, 0, 0, 0],
               [0, 28, 30, 30, 30, 45, 11, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wIMMASmall, wFMA, [0, 9, 9, 9, 9, 9, 14, 0, 0, 0, 0, 0],
               [0, 34, 33, 33, 33, 41, 41, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wIMMASmall, wHMMA, [0, 14, 14, 14, 14, 45, 0, 0, 0, 0, 0, 0],
               [0, 5, 6, 6, 6, 1, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wIMMASmall, wHMMAHalf, [0, 16, 20, 20, 20, 20, 0, 0, 0, 0, 0, 0],
               [0, 3, 3, 3, 3, 5, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wIMMASmall, wHalf, [0, 10, 13, 13, 13, 13, 17, 0, 0, 0, 0, 0],
               [0, 2, 1, 1, 1, 4, 1, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wIMMASmall, wIMMA, [0, 14, 18, 18, 18, 21, 23, 0, 0, 0, 0, 0],
               [0, 8, 2, 2, 2, 3, 1, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wIMMASmall, wIMMAHalf, [0, 14, 14, 14, 14, 16, 0, 0, 0, 0, 0, 0],
               [0, 7, 9, 9, 9, 9, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wIMMASmall, wIMMASmall, [0, 14, 14, 14, 14, 14, 14, 0, 0, 0, 0, 0],
               [0, 28, 28, 28, 28, 31, 4, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wIMMASmall, wVariable, [0, 13, 13, 13, 13, 13, 14, 0, 0, 0, 0, 0],
               [0, 18, 15, 15, 15, 19, 3, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wIMMASmall, wWideHigh, [0, 11, 11, 11, 11, 12, 0, 0, 0, 0, 0, 0],
               [0, 6, 5, 5, 5, 3, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wIMMASmall, wWideLow, [0, 19, 18, 18, 18, 47, 0, 0, 0, 0, 0, 0],
               [0, 4, 2, 2, 2, 1, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wOMMA, wALU, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 25],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"Output", wOMMA, wALUDual, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 25],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 23, 23]>;
def : Measured<"Output", wOMMA, wFMA, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 26, 26],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5]>;
def : Measured<"Output", wOMMA, wOMMA, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 35, 35],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9]>;
def : Measured<"Output", wOMMA, wVariable, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 28, 28],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4]>;
def : Measured<"Output", wOMMA, wWideHigh, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 26, 26],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"Output", wWideHigh, wALU, [5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [479, 579, 581, 583, 581, 591, 690, 687, 705, 875, 844, 844]>;
def : Measured<"Output", wWideHigh, wALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 187, 187]>;
def : Measured<"Output", wWideHigh, wALUDual, [5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [229, 258, 260, 254, 260, 250, 277, 276, 254, 220, 296, 296]>;
def : Measured<"Output", wWideHigh, wALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 10]>;
def : Measured<"Output", wWideHigh, wCS2R, [0, 0, 17, 17, 17, 17, 0, 0, 0, 41, 7, 7],
               [0, 0, 1, 1, 1, 1, 0, 0, 0, 1, 1, 1]>;
def : Measured<"Output", wWideHigh, wDMMA, [0, 2, 2, 2, 2, 2, 6, 6, 0, 0, 6, 6],
               [0, 154, 140, 140, 140, 140, 140, 139, 0, 0, 3, 3]>;
def : Measured<"Output", wWideHigh, wDisp64, [13, 11, 18, 18, 18, 18, 13, 9, 9, 9, 14, 14],
               [11, 8, 8, 8, 8, 9, 5, 5, 6, 6, 8, 8]>;
def : Measured<"Output", wWideHigh, wDouble, [0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 32, 28, 0, 0, 0, 0]>;
def : Measured<"Output", wWideHigh, wFMA, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
               [384, 479, 438, 439, 438, 415, 748, 698, 672, 520, 188, 188]>;
def : Measured<"Output", wWideHigh, wFMA2, [0, 0, 0, 0, 0, 0, 0, 0, 15, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]>;
def : Measured<"Output", wWideHigh, wFMA2High, [0, 0, 0, 0, 0, 0, 0, 4, 4, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 10, 9, 0, 0, 0]>;
def : Measured<"Output", wWideHigh, wHMMA, [0, 2, 3, 3, 3, 4, 2, 2, 6, 2, 3, 3],
               [0, 6, 4, 4, 4, 16, 18, 14, 10, 19, 24, 24]>;
def : Measured<"Output", wWideHigh, wHMMAHalf, [0, 7, 7, 7, 7, 3, 2, 5, 2, 5, 6, 6],
               [0, 7, 6, 6, 6, 10, 10, 8, 8, 10, 3, 3]>;
def : Measured<"Output", wWideHigh, wHMNMX2, [0, 5, 5, 5, 5, 5, 32, 20, 36, 9, 5, 5],
               [0, 3, 2, 2, 2, 3, 1, 3, 2, 5, 6, 6]>;
def : Measured<"Output", wWideHigh, wHSET2, [0, 37, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [0, 1, 4, 4, 4, 5, 5, 5, 4, 4, 4, 4]>;
def : Measured<"Output", wWideHigh, wHalf, [6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [10, 7, 15, 10, 15, 18, 25, 36, 36, 28, 47, 47]>;
def : Measured<"Output", wWideHigh, wHalfMMA, [0, 6, 0, 6, 0, 0, 6, 0, 0, 0, 0, 0],
               [0, 21, 0, 10, 0, 0, 23, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wWideHigh, wIMMA, [0, 5, 3, 3, 3, 6, 13, 2, 0, 2, 6, 6],
               [0, 10, 10, 10, 10, 10, 2, 7, 0, 7, 5, 5]>;
def : Measured<"Output", wWideHigh, wIMMAHalf, [0, 4, 4, 4, 4, 3, 2, 2, 0, 2, 17, 17],
               [0, 17, 18, 18, 18, 7, 5, 7, 0, 7, 9, 9]>;
def : Measured<"Output", wWideHigh, wIMMASmall, [0, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0],
               [0, 5, 6, 6, 6, 9, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wWideHigh, wOMMA, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4]>;
def : Measured<"Output", wWideHigh, wRedirected, [6, 6, 6, 6, 6, 6, 0, 0, 6, 15, 6, 6],
               [17, 25, 27, 27, 27, 28, 0, 0, 3, 7, 8, 8]>;
def : Measured<"Output", wWideHigh, wVariable, [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
               [756, 1037, 1043, 1043, 1043, 1036, 1053, 1133, 1150, 1102, 933, 933]>;
def : Measured<"Output", wWideHigh, wWideHigh, [6, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
               [402, 522, 511, 508, 511, 507, 959, 911, 921, 899, 899, 899]>;
def : Measured<"Output", wWideHigh, wWideLow, [6, 6, 6, 6, 6, 6, 4, 4, 4, 4, 4, 4],
               [18, 17, 14, 14, 14, 15, 20, 21, 20, 19, 20, 20]>;
def : Measured<"Output", wWideLow, wALU, [5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [275, 255, 256, 257, 256, 254, 437, 421, 414, 447, 286, 286]>;
def : Measured<"Output", wWideLow, wALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 178, 178]>;
def : Measured<"Output", wWideLow, wALUDual, [5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [121, 162, 162, 155, 162, 147, 205, 218, 191, 159, 205, 205]>;
def : Measured<"Output", wWideLow, wALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7]>;
def : Measured<"Output", wWideLow, wCS2R, [40, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0],
               [1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wWideLow, wDMMA, [0, 2, 2, 2, 2, 2, 6, 6, 0, 0, 6, 6],
               [0, 142, 125, 125, 125, 125, 136, 129, 0, 0, 3, 3]>;
def : Measured<"Output", wWideLow, wDisp64, [13, 11, 18, 18, 18, 18, 13, 9, 9, 9, 14, 14],
               [8, 15, 17, 17, 17, 18, 4, 4, 5, 7, 5, 5]>;
def : Measured<"Output", wWideLow, wDouble, [0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 27, 25, 0, 0, 0, 0]>;
def : Measured<"Output", wWideLow, wFMA, [4, 4, 2, 2, 2, 2, 4, 4, 4, 4, 4, 4],
               [183, 211, 212, 212, 212, 206, 263, 254, 239, 230, 78, 78]>;
def : Measured<"Output", wWideLow, wFMA2, [0, 0, 0, 0, 0, 0, 0, 4, 4, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 9, 11, 0, 0, 0]>;
def : Measured<"Output", wWideLow, wHMMA, [0, 0, 0, 0, 0, 0, 11, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wWideLow, wHMMAHalf, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 45, 45],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>;
def : Measured<"Output", wWideLow, wHMNMX2, [0, 0, 0, 0, 0, 0, 20, 0, 0, 2, 19, 19],
               [0, 0, 0, 0, 0, 0, 1, 0, 0, 1, 2, 2]>;
def : Measured<"Output", wWideLow, wHSET2, [6, 0, 0, 0, 0, 0, 34, 0, 0, 0, 6, 6],
               [2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1]>;
def : Measured<"Output", wWideLow, wHalf, [6, 24, 18, 26, 18, 2, 4, 4, 4, 4, 4, 4],
               [2, 4, 3, 2, 3, 4, 11, 12, 14, 10, 11, 11]>;
def : Measured<"Output", wWideLow, wHalfMMA, [0, 8, 0, 20, 0, 0, 11, 0, 0, 0, 0, 0],
               [0, 5, 0, 7, 0, 0, 5, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wWideLow, wIMMA, [0, 0, 0, 0, 0, 15, 0, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wWideLow, wIMMAHalf, [0, 47, 46, 46, 46, 0, 11, 0, 0, 0, 48, 48],
               [0, 1, 2, 2, 2, 0, 1, 0, 0, 0, 4, 4]>;
def : Measured<"Output", wWideLow, wIMMASmall, [0, 0, 26, 26, 26, 7, 0, 0, 0, 0, 0, 0],
               [0, 0, 1, 1, 1, 3, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", wWideLow, wRedirected, [6, 6, 6, 6, 6, 6, 0, 0, 18, 21, 6, 6],
               [14, 26, 24, 24, 24, 25, 0, 0, 2, 4, 5, 5]>;
def : Measured<"Output", wWideLow, wVariable, [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
               [919, 590, 655, 655, 655, 658, 1487, 1326, 1356, 1280, 1455, 1455]>;
def : Measured<"Output", wWideLow, wWideHigh, [6, 6, 6, 6, 6, 4, 4, 4, 4, 4, 4, 4],
               [16, 18, 16, 20, 16, 15, 18, 18, 18, 21, 24, 24]>;
def : Measured<"Output", wWideLow, wWideLow, [6, 6, 6, 6, 6, 6, 4, 4, 4, 4, 4, 4],
               [285, 379, 366, 359, 366, 368, 738, 688, 702, 669, 675, 675]>;
def : Measured<"OutputPredicated", wALU, wALU, [4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [1435, 1287, 1447, 1447, 1447, 1445, 1334, 1395, 1392, 1693, 2221, 2221]>;
def : Measured<"OutputPredicated", wALU, wALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 34, 34]>;
def : Measured<"OutputPredicated", wALU, wALUDual, [4, 2, 2, 2, 2, 2, 2, 2, 4, 2, 1, 1],
               [160, 158, 170, 161, 170, 171, 161, 173, 155, 147, 315, 315]>;
def : Measured<"OutputPredicated", wALU, wALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7]>;
def : Measured<"OutputPredicated", wALU, wDisp64, [16, 9, 6, 6, 6, 6, 6, 6, 12, 13, 7, 7],
               [3, 9, 12, 12, 12, 11, 3, 5, 4, 2, 6, 6]>;
def : Measured<"OutputPredicated", wALU, wDouble, [0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 22, 28, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wALU, wFMA, [5, 1, 1, 1, 1, 1, 1, 3, 1, 5, 1, 1],
               [434, 596, 577, 578, 577, 560, 638, 624, 610, 699, 316, 316]>;
def : Measured<"OutputPredicated", wALU, wFMA2, [0, 0, 0, 0, 0, 0, 0, 5, 5, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 6, 4, 0, 0, 0]>;
def : Measured<"OutputPredicated", wALU, wFMA2High, [0, 0, 0, 0, 0, 0, 0, 5, 5, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 8, 4, 0, 0, 0]>;
def : Measured<"OutputPredicated", wALU, wHMMA, [0, 8, 8, 8, 8, 7, 9, 7, 7, 7, 7, 7],
               [0, 4, 5, 5, 5, 5, 4, 8, 7, 8, 5, 5]>;
def : Measured<"OutputPredicated", wALU, wHMMAHalf, [0, 7, 11, 11, 11, 11, 7, 7, 7, 8, 7, 7],
               [0, 3, 4, 4, 4, 3, 3, 7, 5, 9, 4, 4]>;
def : Measured<"OutputPredicated", wALU, wHMNMX2, [0, 5, 5, 5, 5, 5, 5, 17, 12, 5, 5, 5],
               [0, 7, 7, 7, 7, 7, 5, 1, 3, 4, 4, 4]>;
def : Measured<"OutputPredicated", wALU, wHSET2, [6, 6, 6, 6, 6, 6, 5, 5, 5, 5, 5, 5],
               [3, 1, 2, 2, 2, 2, 4, 2, 2, 5, 2, 2]>;
def : Measured<"OutputPredicated", wALU, wHalf, [6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [8, 14, 18, 15, 18, 20, 18, 34, 34, 39, 55, 55]>;
def : Measured<"OutputPredicated", wALU, wHalfMMA, [0, 5, 0, 5, 0, 0, 5, 0, 0, 0, 0, 0],
               [0, 18, 0, 11, 0, 0, 17, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wALU, wIMMA, [0, 7, 7, 7, 7, 7, 12, 9, 0, 9, 0, 0],
               [0, 5, 6, 6, 6, 7, 1, 2, 0, 3, 0, 0]>;
def : Measured<"OutputPredicated", wALU, wIMMAHalf, [0, 7, 7, 7, 7, 7, 8, 7, 0, 7, 10, 10],
               [0, 8, 6, 6, 6, 8, 3, 2, 0, 2, 1, 1]>;
def : Measured<"OutputPredicated", wALU, wIMMASmall, [0, 0, 0, 0, 0, 23, 41, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wALU, wOMMA, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14, 14],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>;
def : Measured<"OutputPredicated", wALU, wRedirected, [6, 6, 6, 6, 6, 6, 0, 0, 18, 7, 6, 6],
               [17, 28, 19, 19, 19, 19, 0, 0, 1, 3, 7, 7]>;
def : Measured<"OutputPredicated", wALU, wVariable, [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
               [223, 292, 218, 218, 218, 216, 366, 326, 318, 383, 491, 491]>;
def : Measured<"OutputPredicated", wALU, wWideHigh, [5, 5, 5, 5, 5, 5, 5, 5, 3, 4, 5, 5],
               [56, 37, 41, 41, 41, 36, 48, 39, 39, 48, 52, 52]>;
def : Measured<"OutputPredicated", wALU, wWideLow, [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [41, 48, 72, 72, 72, 68, 35, 49, 45, 51, 53, 53]>;
def : Measured<"OutputPredicated", wALU64, wALU, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 32, 32]>;
def : Measured<"OutputPredicated", wALU64, wALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 34, 34]>;
def : Measured<"OutputPredicated", wALU64, wALUDual, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 27, 27]>;
def : Measured<"OutputPredicated", wALU64, wFMA, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 25]>;
def : Measured<"OutputPredicated", wALU64, wHalf, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4]>;
def : Measured<"OutputPredicated", wALU64, wRedirected, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 42, 42],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"OutputPredicated", wALU64, wVariable, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 219, 219]>;
def : Measured<"OutputPredicated", wALU64, wWideHigh, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4]>;
def : Measured<"OutputPredicated", wALU64, wWideLow, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"OutputPredicated", wALUDual, wALU, [4, 4, 2, 2, 2, 4, 4, 4, 4, 4, 1, 1],
               [124, 115, 123, 123, 123, 116, 189, 207, 215, 215, 462, 462]>;
def : Measured<"OutputPredicated", wALUDual, wALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 28, 28]>;
def : Measured<"OutputPredicated", wALUDual, wALUDual, [4, 4, 2, 2, 2, 4, 2, 2, 2, 2, 1, 1],
               [167, 174, 180, 180, 180, 177, 242, 233, 229, 171, 715, 715]>;
def : Measured<"OutputPredicated", wALUDual, wALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 18, 18]>;
def : Measured<"OutputPredicated", wALUDual, wDMMA, [0, 12, 12, 12, 12, 12, 11, 28, 0, 0, 0, 0],
               [0, 7, 7, 7, 7, 7, 15, 1, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wALUDual, wDisp64, [21, 20, 38, 38, 38, 38, 22, 22, 0, 9, 0, 0],
               [5, 4, 4, 3, 4, 4, 3, 1, 0, 2, 0, 0]>;
def : Measured<"OutputPredicated", wALUDual, wDouble, [0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 20, 17, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wALUDual, wFMA, [5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [143, 180, 211, 211, 211, 203, 281, 276, 258, 211, 225, 225]>;
def : Measured<"OutputPredicated", wALUDual, wFMA2, [0, 0, 0, 0, 0, 0, 0, 7, 29, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0]>;
def : Measured<"OutputPredicated", wALUDual, wFMA2High, [0, 0, 0, 0, 0, 0, 0, 7, 7, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 3, 2, 0, 0, 0]>;
def : Measured<"OutputPredicated", wALUDual, wHMMA, [0, 7, 7, 7, 7, 7, 7, 6, 6, 6, 7, 7],
               [0, 12, 16, 16, 16, 15, 78, 5, 5, 7, 14, 14]>;
def : Measured<"OutputPredicated", wALUDual, wHMMAHalf, [0, 7, 7, 7, 7, 7, 7, 10, 10, 9, 7, 7],
               [0, 10, 10, 10, 10, 9, 6, 2, 2, 2, 10, 10]>;
def : Measured<"OutputPredicated", wALUDual, wHMNMX2, [0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [0, 1, 1, 1, 1, 1, 5, 3, 2, 1, 7, 7]>;
def : Measured<"OutputPredicated", wALUDual, wHSET2, [0, 5, 5, 5, 5, 5, 5, 0, 0, 0, 5, 5],
               [0, 2, 3, 3, 3, 2, 3, 0, 0, 0, 8, 8]>;
def : Measured<"OutputPredicated", wALUDual, wHalf, [6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 1, 1],
               [4, 7, 13, 7, 13, 10, 10, 32, 27, 19, 106, 106]>;
def : Measured<"OutputPredicated", wALUDual, wHalfMMA, [0, 5, 0, 6, 0, 0, 5, 0, 0, 0, 0, 0],
               [0, 15, 0, 6, 0, 0, 22, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wALUDual, wIMMA, [0, 7, 7, 7, 7, 7, 10, 0, 0, 7, 7, 7],
               [0, 8, 11, 11, 11, 8, 3, 0, 0, 3, 3, 3]>;
def : Measured<"OutputPredicated", wALUDual, wIMMAHalf, [0, 7, 7, 7, 7, 7, 9, 7, 0, 0, 7, 7],
               [0, 9, 9, 9, 9, 6, 4, 1, 0, 0, 4, 4]>;
def : Measured<"OutputPredicated", wALUDual, wIMMASmall, [0, 0, 28, 28, 28, 12, 0, 0, 0, 0, 0, 0],
               [0, 0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wALUDual, wRedirected, [6, 1, 5, 5, 5, 5, 0, 0, 25, 25, 6, 6],
               [8, 19, 16, 16, 16, 16, 0, 0, 3, 5, 11, 11]>;
def : Measured<"OutputPredicated", wALUDual, wVariable, [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
               [71, 51, 38, 37, 38, 34, 115, 102, 96, 54, 188, 188]>;
def : Measured<"OutputPredicated", wALUDual, wWideHigh, [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [26, 18, 25, 25, 25, 24, 12, 10, 11, 7, 32, 32]>;
def : Measured<"OutputPredicated", wALUDual, wWideLow, [9, 5, 5, 5, 5, 5, 5, 9, 9, 5, 1, 1],
               [10, 30, 28, 28, 28, 30, 10, 10, 10, 14, 19, 19]>;
def : Measured<"OutputPredicated", wALUDual64, wALUDual, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14, 14]>;
def : Measured<"OutputPredicated", wALUDual64, wALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 10],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 8]>;
def : Measured<"OutputPredicated", wALUDual64, wHalf, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 16, 16],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6]>;
def : Measured<"OutputPredicated", wALUDual64, wRedirected, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 26, 26],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14, 14]>;
def : Measured<"OutputPredicated", wALUDual64, wVariable, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 10],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6]>;
def : Measured<"OutputPredicated", wDisp64, wALUDual, [0, 0, 0, 0, 0, 0, 8, 8, 8, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 2, 2, 4, 0, 0, 0]>;
def : Measured<"OutputPredicated", wDisp64, wFMA, [7, 7, 7, 7, 7, 7, 8, 8, 8, 8, 0, 0],
               [1, 1, 1, 1, 1, 1, 5, 5, 5, 9, 0, 0]>;
def : Measured<"OutputPredicated", wDisp64, wVariable, [15, 12, 12, 12, 12, 12, 13, 13, 9, 9, 0, 0],
               [1, 1, 1, 1, 1, 1, 3, 3, 3, 3, 0, 0]>;
def : Measured<"OutputPredicated", wDouble, wALU, [0, 0, 0, 0, 0, 0, 0, 21, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wDouble, wALUDual, [0, 0, 0, 0, 0, 0, 10, 10, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 2, 4, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wDouble, wDouble, [0, 0, 0, 0, 0, 0, 13, 8, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 10, 16, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wDouble, wFMA, [0, 0, 0, 0, 0, 0, 19, 20, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 7, 3, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wDouble, wVariable, [0, 0, 0, 0, 0, 0, 34, 35, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wFMA, wALU, [5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [662, 754, 789, 789, 789, 786, 911, 880, 874, 878, 331, 331]>;
def : Measured<"OutputPredicated", wFMA, wALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 5],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 11]>;
def : Measured<"OutputPredicated", wFMA, wALUDual, [5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [316, 408, 451, 429, 451, 472, 582, 561, 551, 449, 408, 408]>;
def : Measured<"OutputPredicated", wFMA, wCS2R, [0, 11, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wFMA, wDMMA, [0, 7, 7, 7, 7, 7, 10, 9, 0, 0, 0, 0],
               [0, 6, 4, 4, 4, 4, 18, 3, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wFMA, wDisp64, [10, 8, 15, 15, 15, 6, 7, 10, 9, 6, 39, 39],
               [4, 12, 8, 8, 8, 9, 22, 16, 16, 26, 13, 13]>;
def : Measured<"OutputPredicated", wFMA, wDouble, [0, 0, 0, 0, 0, 0, 6, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 32, 41, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wFMA, wFMA, [4, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [1541, 1763, 1794, 1791, 1794, 1819, 1841, 1748, 1744, 1728, 646, 646]>;
def : Measured<"OutputPredicated", wFMA, wFMA2, [0, 0, 0, 0, 0, 0, 0, 4, 4, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 5, 6, 0, 0, 0]>;
def : Measured<"OutputPredicated", wFMA, wFMA2High, [0, 0, 0, 0, 0, 0, 0, 4, 4, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 12, 10, 0, 0, 0]>;
def : Measured<"OutputPredicated", wFMA, wHMMA, [0, 7, 7, 7, 7, 7, 7, 7, 7, 7, 12, 12],
               [0, 16, 15, 15, 15, 10, 11, 10, 4, 8, 4, 4]>;
def : Measured<"OutputPredicated", wFMA, wHMMAHalf, [0, 7, 7, 7, 7, 7, 7, 8, 10, 7, 7, 7],
               [0, 14, 15, 15, 15, 9, 12, 8, 5, 6, 2, 2]>;
def : Measured<"OutputPredicated", wFMA, wHMNMX2, [0, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [0, 11, 5, 5, 5, 9, 12, 8, 12, 9, 3, 3]>;
def : Measured<"OutputPredicated", wFMA, wHSET2, [6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [4, 11, 7, 7, 7, 5, 3, 6, 6, 5, 2, 2]>;
def : Measured<"OutputPredicated", wFMA, wHalf, [6, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5],
               [16, 33, 43, 33, 43, 49, 38, 72, 68, 63, 99, 99]>;
def : Measured<"OutputPredicated", wFMA, wHalfMMA, [0, 5, 0, 5, 0, 0, 6, 0, 0, 0, 0, 0],
               [0, 34, 0, 31, 0, 0, 51, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wFMA, wIMMA, [0, 7, 7, 7, 7, 7, 7, 16, 0, 8, 7, 7],
               [0, 8, 7, 7, 7, 7, 4, 2, 0, 2, 2, 2]>;
def : Measured<"OutputPredicated", wFMA, wIMMAHalf, [0, 7, 7, 7, 7, 7, 11, 11, 0, 11, 7, 7],
               [0, 9, 8, 8, 8, 13, 1, 2, 0, 2, 2, 2]>;
def : Measured<"OutputPredicated", wFMA, wIMMASmall, [0, 39, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0],
               [0, 2, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wFMA, wRedirected, [6, 5, 3, 3, 3, 3, 0, 0, 6, 6, 6, 6],
               [35, 35, 39, 39, 39, 41, 0, 0, 19, 14, 7, 7]>;
def : Measured<"OutputPredicated", wFMA, wVariable, [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
               [395, 425, 363, 364, 363, 363, 525, 475, 458, 393, 265, 265]>;
def : Measured<"OutputPredicated", wFMA, wWideHigh, [4, 2, 3, 3, 3, 3, 1, 1, 1, 1, 2, 2],
               [66, 85, 77, 77, 77, 73, 36, 53, 55, 53, 23, 23]>;
def : Measured<"OutputPredicated", wFMA, wWideLow, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
               [32, 49, 59, 59, 59, 57, 34, 20, 19, 35, 7, 7]>;
def : Measured<"OutputPredicated", wHMMA, wALU, [0, 21, 21, 21, 21, 20, 20, 16, 16, 16, 25, 25],
               [0, 5, 5, 5, 5, 8, 13, 14, 12, 12, 8, 8]>;
def : Measured<"OutputPredicated", wHMMA, wALUDual, [0, 20, 20, 20, 20, 20, 20, 16, 16, 16, 25, 25],
               [0, 58, 59, 59, 59, 79, 24, 22, 19, 25, 94, 94]>;
def : Measured<"OutputPredicated", wHMMA, wDouble, [0, 0, 0, 0, 0, 0, 18, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wHMMA, wFMA, [0, 20, 20, 20, 20, 20, 20, 17, 17, 17, 26, 26],
               [0, 59, 57, 57, 57, 73, 64, 59, 67, 64, 5, 5]>;
def : Measured<"OutputPredicated", wHMMA, wHMMA, [0, 27, 31, 31, 31, 17, 24, 20, 20, 20, 29, 29],
               [0, 3, 10, 10, 10, 16, 20, 23, 24, 29, 34, 34]>;
def : Measured<"OutputPredicated", wHMMA, wHMMAHalf, [0, 24, 24, 24, 24, 24, 24, 38, 38, 23, 29, 29],
               [0, 14, 11, 11, 11, 9, 13, 4, 4, 6, 4, 4]>;
def : Measured<"OutputPredicated", wHMMA, wHalf, [0, 24, 24, 24, 24, 0, 0, 17, 17, 20, 25, 25],
               [0, 3, 3, 3, 3, 0, 0, 1, 1, 1, 4, 4]>;
def : Measured<"OutputPredicated", wHMMA, wIMMA, [0, 35, 35, 35, 35, 31, 0, 25, 0, 0, 0, 0],
               [0, 3, 3, 3, 3, 2, 0, 6, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wHMMA, wIMMAHalf, [0, 24, 31, 31, 31, 28, 24, 20, 0, 20, 42, 42],
               [0, 10, 11, 11, 11, 3, 4, 4, 0, 4, 2, 2]>;
def : Measured<"OutputPredicated", wHMMA, wIMMASmall, [0, 16, 16, 16, 16, 17, 0, 0, 0, 0, 0, 0],
               [0, 6, 6, 6, 6, 4, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wHMMA, wRedirected, [0, 0, 18, 18, 18, 30, 0, 0, 0, 0, 0, 0],
               [0, 0, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wHMMA, wVariable, [0, 23, 23, 23, 23, 23, 23, 19, 19, 19, 28, 28],
               [0, 10, 11, 11, 11, 8, 22, 13, 15, 9, 20, 20]>;
def : Measured<"OutputPredicated", wHMMA, wWideHigh, [0, 24, 23, 23, 23, 22, 24, 17, 17, 17, 26, 26],
               [0, 4, 3, 3, 3, 4, 3, 3, 3, 4, 4, 4]>;
def : Measured<"OutputPredicated", wHMMA, wWideLow, [0, 0, 0, 0, 0, 27, 0, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wHMMAHalf, wALU, [0, 12, 13, 13, 13, 12, 16, 16, 16, 16, 27, 27],
               [0, 8, 7, 7, 7, 5, 10, 7, 9, 14, 3, 3]>;
def : Measured<"OutputPredicated", wHMMAHalf, wALUDual, [0, 12, 12, 12, 12, 12, 12, 16, 16, 16, 25, 25],
               [0, 44, 45, 45, 45, 56, 30, 26, 21, 15, 46, 46]>;
def : Measured<"OutputPredicated", wHMMAHalf, wFMA, [0, 12, 12, 12, 12, 12, 12, 17, 17, 17, 26, 26],
               [0, 44, 45, 45, 45, 55, 64, 51, 52, 49, 4, 4]>;
def : Measured<"OutputPredicated", wHMMAHalf, wHMMA, [0, 34, 23, 23, 23, 16, 25, 0, 0, 0, 36, 36],
               [0, 1, 10, 10, 10, 10, 14, 0, 0, 0, 2, 2]>;
def : Measured<"OutputPredicated", wHMMAHalf, wHMMAHalf, [0, 22, 16, 16, 16, 16, 16, 20, 20, 20, 29, 29],
               [0, 25, 22, 22, 22, 17, 38, 42, 33, 34, 15, 15]>;
def : Measured<"OutputPredicated", wHMMAHalf, wHalf, [0, 16, 16, 16, 16, 16, 12, 0, 0, 0, 0, 0],
               [0, 1, 2, 2, 2, 1, 2, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wHMMAHalf, wIMMA, [0, 23, 0, 0, 0, 23, 0, 0, 0, 0, 0, 0],
               [0, 6, 0, 0, 0, 11, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wHMMAHalf, wIMMAHalf, [0, 16, 16, 16, 16, 16, 0, 0, 0, 46, 37, 37],
               [0, 16, 12, 12, 12, 11, 0, 0, 0, 3, 2, 2]>;
def : Measured<"OutputPredicated", wHMMAHalf, wIMMASmall, [0, 17, 17, 17, 17, 8, 0, 0, 0, 0, 0, 0],
               [0, 5, 5, 5, 5, 9, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wHMMAHalf, wRedirected, [0, 0, 0, 0, 0, 0, 0, 0, 0, 26, 31, 31],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 1, 1]>;
def : Measured<"OutputPredicated", wHMMAHalf, wVariable, [0, 15, 15, 15, 15, 15, 15, 19, 19, 19, 28, 28],
               [0, 11, 8, 8, 8, 11, 6, 8, 8, 8, 2, 2]>;
def : Measured<"OutputPredicated", wHMMAHalf, wWideHigh, [0, 14, 14, 14, 14, 16, 12, 17, 17, 17, 43, 43],
               [0, 5, 5, 5, 5, 4, 4, 2, 2, 2, 2, 2]>;
def : Measured<"OutputPredicated", wHMMAHalf, wWideLow, [0, 0, 0, 0, 0, 0, 45, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wHSET2, wALUDual, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 23, 23],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>;
def : Measured<"OutputPredicated", wHSET2, wHSET2, [0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0]>;
def : Measured<"OutputPredicated", wHSET2, wVariable, [0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wHalf, wALU, [0, 0, 0, 0, 0, 0, 10, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wHalf, wALUDual, [0, 0, 0, 0, 0, 0, 10, 0, 10, 0, 10, 10],
               [0, 0, 0, 0, 0, 0, 1, 0, 1, 0, 1, 1]>;
def : Measured<"OutputPredicated", wHalf, wFMA, [42, 0, 0, 0, 0, 0, 0, 0, 0, 29, 0, 0],
               [1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0]>;
def : Measured<"OutputPredicated", wHalf, wHMMA, [0, 0, 0, 0, 0, 0, 0, 7, 7, 7, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 0, 0]>;
def : Measured<"OutputPredicated", wHalf, wHSET2, [0, 0, 0, 0, 0, 0, 0, 5, 5, 5, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0]>;
def : Measured<"OutputPredicated", wHalf, wHalf, [28, 0, 40, 0, 40, 40, 20, 0, 0, 0, 8, 8],
               [1, 0, 2, 0, 2, 2, 1, 0, 0, 0, 2, 2]>;
def : Measured<"OutputPredicated", wHalf, wVariable, [0, 0, 0, 0, 0, 0, 17, 17, 17, 18, 17, 17],
               [0, 0, 0, 0, 0, 0, 1, 4, 4, 4, 5, 5]>;
def : Measured<"OutputPredicated", wHalf, wWideLow, [46, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wHalfMMA, wHalf, [0, 45, 0, 42, 0, 0, 0, 0, 0, 0, 0, 0],
               [0, 1, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wHalfMMA, wVariable, [0, 0, 0, 0, 0, 0, 33, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wIMMA, wALU, [0, 20, 20, 20, 20, 20, 21, 19, 0, 16, 0, 0],
               [0, 4, 4, 4, 4, 9, 3, 2, 0, 2, 0, 0]>;
def : Measured<"OutputPredicated", wIMMA, wALUDual, [0, 20, 20, 20, 20, 20, 20, 16, 0, 16, 23, 23],
               [0, 39, 29, 29, 29, 32, 10, 12, 0, 15, 19, 19]>;
def : Measured<"OutputPredicated", wIMMA, wFMA, [0, 20, 20, 20, 20, 20, 20, 17, 0, 17, 24, 24],
               [0, 44, 41, 41, 41, 39, 20, 22, 0, 25, 1, 1]>;
def : Measured<"OutputPredicated", wIMMA, wHMMA, [0, 0, 41, 41, 41, 35, 31, 34, 0, 34, 0, 0],
               [0, 0, 4, 4, 4, 3, 5, 6, 0, 6, 0, 0]>;
def : Measured<"OutputPredicated", wIMMA, wHMMAHalf, [0, 0, 0, 0, 0, 25, 28, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 5, 4, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wIMMA, wHalf, [0, 24, 29, 29, 29, 0, 0, 16, 0, 16, 41, 41],
               [0, 2, 2, 2, 2, 0, 0, 1, 0, 1, 1, 1]>;
def : Measured<"OutputPredicated", wIMMA, wIMMA, [0, 24, 31, 31, 31, 47, 0, 0, 0, 28, 0, 0],
               [0, 10, 19, 19, 19, 3, 0, 0, 0, 4, 0, 0]>;
def : Measured<"OutputPredicated", wIMMA, wIMMAHalf, [0, 31, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wIMMA, wVariable, [0, 23, 23, 23, 23, 23, 23, 19, 0, 19, 26, 26],
               [0, 8, 6, 6, 6, 6, 4, 5, 0, 5, 2, 2]>;
def : Measured<"OutputPredicated", wIMMA, wWideHigh, [0, 22, 22, 22, 22, 22, 21, 21, 0, 21, 0, 0],
               [0, 2, 2, 2, 2, 3, 2, 1, 0, 1, 0, 0]>;
def : Measured<"OutputPredicated", wIMMA, wWideLow, [0, 24, 24, 24, 24, 0, 29, 0, 0, 0, 0, 0],
               [0, 1, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wIMMAHalf, wALU, [0, 16, 12, 12, 12, 12, 0, 16, 0, 16, 0, 0],
               [0, 6, 5, 5, 5, 4, 0, 3, 0, 3, 0, 0]>;
def : Measured<"OutputPredicated", wIMMAHalf, wALUDual, [0, 12, 12, 12, 12, 12, 13, 16, 0, 16, 23, 23],
               [0, 47, 46, 46, 46, 30, 2, 8, 0, 8, 22, 22]>;
def : Measured<"OutputPredicated", wIMMAHalf, wDisp64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 22, 22],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"OutputPredicated", wIMMAHalf, wDouble, [0, 0, 0, 0, 0, 0, 18, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wIMMAHalf, wFMA, [0, 12, 12, 12, 12, 12, 12, 17, 0, 17, 24, 24],
               [0, 49, 48, 48, 48, 28, 9, 18, 0, 15, 3, 3]>;
def : Measured<"OutputPredicated", wIMMAHalf, wHMMA, [0, 12, 23, 23, 23, 0, 0, 0, 0, 0, 34, 34],
               [0, 2, 5, 5, 5, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"OutputPredicated", wIMMAHalf, wHMMAHalf, [0, 23, 23, 23, 23, 23, 23, 0, 0, 0, 33, 33],
               [0, 10, 10, 10, 10, 16, 8, 0, 0, 0, 4, 4]>;
def : Measured<"OutputPredicated", wIMMAHalf, wHalf, [0, 16, 16, 16, 16, 16, 0, 19, 0, 19, 0, 0],
               [0, 1, 2, 2, 2, 1, 0, 1, 0, 1, 0, 0]>;
def : Measured<"OutputPredicated", wIMMAHalf, wIMMA, [0, 18, 18, 18, 18, 0, 0, 0, 0, 0, 0, 0],
               [0, 7, 8, 8, 8, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wIMMAHalf, wIMMAHalf, [0, 16, 16, 16, 16, 16, 0, 27, 0, 24, 41, 41],
               [0, 25, 18, 18, 18, 22, 0, 4, 0, 7, 4, 4]>;
def : Measured<"OutputPredicated", wIMMAHalf, wIMMASmall, [0, 27, 23, 23, 23, 20, 0, 0, 0, 0, 0, 0],
               [0, 1, 2, 2, 2, 1, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wIMMAHalf, wRedirected, [0, 29, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wIMMAHalf, wVariable, [0, 15, 15, 15, 15, 15, 0, 0, 0, 0, 26, 26],
               [0, 8, 8, 8, 8, 10, 0, 0, 0, 0, 7, 7]>;
def : Measured<"OutputPredicated", wIMMAHalf, wWideHigh, [0, 0, 0, 0, 0, 14, 0, 0, 0, 0, 25, 25],
               [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 1]>;
def : Measured<"OutputPredicated", wIMMASmall, wALU, [0, 13, 13, 13, 13, 13, 0, 0, 0, 0, 0, 0],
               [0, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wIMMASmall, wALUDual, [0, 10, 10, 10, 10, 9, 0, 0, 0, 0, 0, 0],
               [0, 13, 11, 11, 11, 10, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wIMMASmall, wFMA, [0, 9, 9, 9, 9, 9, 0, 0, 0, 0, 0, 0],
               [0, 12, 16, 16, 16, 17, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wIMMASmall, wHMMA, [0, 0, 0, 0, 0, 20, 0, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wIMMASmall, wHMMAHalf, [0, 14, 14, 14, 14, 0, 0, 0, 0, 0, 0, 0],
               [0, 5, 4, 4, 4, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wIMMASmall, wHalf, [0, 31, 35, 35, 35, 35, 0, 0, 0, 0, 0, 0],
               [0, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wIMMASmall, wIMMA, [0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wIMMASmall, wIMMAHalf, [0, 0, 0, 0, 0, 22, 0, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wIMMASmall, wIMMASmall, [0, 14, 14, 14, 14, 14, 0, 0, 0, 0, 0, 0],
               [0, 5, 6, 6, 6, 6, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wIMMASmall, wVariable, [0, 13, 13, 13, 13, 13, 0, 0, 0, 0, 0, 0],
               [0, 5, 6, 6, 6, 3, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wIMMASmall, wWideHigh, [0, 0, 0, 0, 0, 11, 0, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wIMMASmall, wWideLow, [0, 19, 35, 35, 35, 0, 0, 0, 0, 0, 0, 0],
               [0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wOMMA, wALU, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 25],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"OutputPredicated", wOMMA, wALUDual, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 26, 26],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 13, 13]>;
def : Measured<"OutputPredicated", wOMMA, wFMA, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 26, 26],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>;
def : Measured<"OutputPredicated", wOMMA, wHMMA, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 44, 44],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"OutputPredicated", wOMMA, wHMMAHalf, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 29, 29],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4]>;
def : Measured<"OutputPredicated", wOMMA, wRedirected, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 35, 35],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"OutputPredicated", wOMMA, wVariable, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 28, 28],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"OutputPredicated", wWideHigh, wALU, [5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 1, 1],
               [29, 7, 17, 17, 17, 17, 20, 26, 26, 31, 35, 35]>;
def : Measured<"OutputPredicated", wWideHigh, wALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20, 20],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6]>;
def : Measured<"OutputPredicated", wWideHigh, wALUDual, [7, 5, 9, 9, 9, 9, 5, 5, 5, 5, 1, 1],
               [16, 10, 13, 12, 13, 14, 17, 10, 11, 9, 25, 25]>;
def : Measured<"OutputPredicated", wWideHigh, wALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"OutputPredicated", wWideHigh, wDisp64, [0, 33, 33, 33, 33, 33, 36, 32, 32, 30, 30, 30],
               [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]>;
def : Measured<"OutputPredicated", wWideHigh, wDouble, [0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wWideHigh, wFMA, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
               [40, 58, 56, 56, 56, 55, 43, 43, 38, 40, 36, 36]>;
def : Measured<"OutputPredicated", wWideHigh, wFMA2High, [0, 0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wWideHigh, wHMMA, [0, 9, 21, 21, 21, 32, 8, 7, 7, 13, 7, 7],
               [0, 2, 1, 1, 1, 2, 3, 1, 1, 2, 2, 2]>;
def : Measured<"OutputPredicated", wWideHigh, wHMMAHalf, [0, 7, 7, 7, 7, 7, 8, 7, 7, 7, 9, 9],
               [0, 3, 3, 3, 3, 2, 1, 1, 1, 1, 2, 2]>;
def : Measured<"OutputPredicated", wWideHigh, wHSET2, [7, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wWideHigh, wHalf, [0, 37, 5, 5, 5, 5, 5, 5, 5, 5, 4, 4],
               [0, 1, 3, 3, 3, 4, 2, 4, 3, 3, 5, 5]>;
def : Measured<"OutputPredicated", wWideHigh, wHalfMMA, [0, 12, 0, 24, 0, 0, 6, 0, 0, 0, 0, 0],
               [0, 1, 0, 1, 0, 0, 2, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wWideHigh, wIMMA, [0, 0, 0, 0, 0, 13, 0, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wWideHigh, wIMMAHalf, [0, 9, 9, 9, 9, 7, 12, 11, 0, 0, 0, 0],
               [0, 3, 3, 3, 3, 2, 1, 1, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", wWideHigh, wOMMA, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 8],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"OutputPredicated", wWideHigh, wRedirected, [6, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>;
def : Measured<"OutputPredicated", wWideHigh, wVariable, [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
               [76, 39, 41, 41, 41, 41, 64, 81, 84, 82, 68, 68]>;
def : Measured<"OutputPredicated", wWideHigh, wWideHigh, [19, 6, 6, 6, 6, 6, 22, 6, 6, 6, 6, 6],
               [29, 68, 65, 65, 65, 65, 23, 27, 28, 20, 22, 22]>;
def : Measured<"OutputPredicated", wWideHigh, wWideLow, [0, 8, 6, 6, 6, 6, 13, 12, 12, 12, 6, 6],
               [0, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 1]>;
def : Measured<"OutputPredicated", wWideLow, wALU, [23, 19, 19, 19, 19, 19, 21, 21, 20, 22, 4, 4],
               [19, 19, 11, 11, 11, 11, 9, 6, 6, 4, 16, 16]>;
def : Measured<"OutputPredicated", wWideLow, wALU64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 20, 20],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6]>;
def : Measured<"OutputPredicated", wWideLow, wALUDual, [27, 19, 20, 20, 20, 20, 22, 22, 22, 34, 1, 1],
               [3, 6, 6, 6, 6, 6, 4, 6, 6, 3, 25, 25]>;
def : Measured<"OutputPredicated", wWideLow, wALUDual64, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 2]>;
def : Measured<"OutputPredicated", wWideLow, wDisp64, [0, 33, 33, 33, 33, 33, 36, 32, 32, 30, 30, 30],
               [0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]>;
def : Measured<"OutputPredicated", wWideLow, wFMA, [15, 11, 11, 11, 11, 11, 10, 11, 11, 11, 4, 4],
               [31, 39, 43, 43, 43, 43, 23, 38, 38, 39, 19, 19]>;
def : Measured<"OutputPredicated", wWideLow, wHalf, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"OutputPredicated", wWideLow, wRedirected, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>;
def : Measured<"OutputPredicated", wWideLow, wVariable, [8, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
               [10, 23, 21, 21, 21, 21, 56, 48, 48, 47, 63, 63]>;
def : Measured<"OutputPredicated", wWideLow, wWideLow, [19, 18, 17, 17, 17, 17, 22, 22, 22, 22, 17, 17],
               [40, 69, 72, 72, 72, 72, 21, 18, 18, 19, 23, 23]>;
