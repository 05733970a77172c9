//===- MeasuredUniform.td - Distances that ptxas leaves --*- tablegen -*-===//
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

def : Measured<"Anti", uprBranch, upwUniform, [0, 0, 0, 0, 0, 0, 0, 5, 5, 5, 5, 5],
               [0, 0, 0, 0, 0, 0, 0, 456, 456, 267, 252, 252]>;
def : Measured<"Anti", uprBranch, upwVariable, [0, 0, 0, 0, 0, 0, 0, 15, 15, 15, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 64, 64, 64, 0, 0]>;
def : Measured<"Anti", uprGuard, upwUniform, [0, 0, 0, 0, 0, 0, 8, 8, 8, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 3, 3, 3, 0, 0, 0]>;
def : Measured<"Anti", uprGuard, upwVote, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1],
               [0, 0, 0, 0, 0, 0, 6, 6, 6, 6, 6, 6]>;
def : Measured<"Anti", uprUniform, upwUniform, [3, 4, 4, 4, 4, 4, 2, 2, 2, 2, 1, 1],
               [22, 18, 19, 19, 18, 19, 58, 70, 70, 62, 3, 3]>;
def : Measured<"Anti", uprVector, upwUniform, [0, 18, 0, 0, 0, 0, 14, 23, 23, 23, 0, 0],
               [0, 6, 0, 0, 0, 0, 42, 2, 2, 1, 0, 0]>;
def : Measured<"Output", upwUniform, upwUniform, [7, 8, 8, 8, 8, 9, 4, 4, 4, 4, 5, 5],
               [22, 19, 15, 15, 14, 15, 112, 533, 531, 353, 242, 242]>;
def : Measured<"Output", upwVote, upwVote, [0, 0, 0, 0, 0, 0, 19, 18, 18, 18, 18, 18],
               [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]>;
def : Measured<"True", upwUniform, uprBranch, [0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 9, 9],
               [0, 0, 0, 0, 0, 0, 0, 389, 387, 285, 264, 264]>;
def : Measured<"True", upwUniform, uprGuard, [11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11],
               [10, 10, 10, 10, 9, 9, 12, 15, 15, 5, 6, 6]>;
def : Measured<"True", upwUniform, uprTensorCore, [0, 0, 0, 0, 0, 0, 0, 12, 12, 12, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1892, 1612, 1812, 0, 0]>;
def : Measured<"True", upwUniform, uprUniform, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
               [76, 62, 63, 63, 58, 63, 180, 248, 248, 241, 60, 60]>;
def : Measured<"True", upwUniform, uprVector, [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
               [4, 12, 1, 1, 1, 1, 61, 11, 11, 1, 1, 1]>;
def : Measured<"True", upwVote, uprGroup, [0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 732, 0, 0, 0, 0, 0]>;
def : Measured<"True", upwVote, uprGuard, [0, 0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 5],
               [0, 0, 0, 0, 0, 0, 87, 53, 51, 51, 50, 50]>;
def : Measured<"Anti", urBranch, uwConst, [0, 0, 0, 0, 0, 0, 5, 0, 0, 5, 5, 5],
               [0, 0, 0, 0, 0, 0, 83, 0, 0, 1, 1, 1]>;
def : Measured<"Anti", urBranch, uwR2UR, [0, 0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 5],
               [0, 0, 0, 0, 0, 0, 98, 99, 100, 101, 100, 100]>;
def : Measured<"Anti", urBranch, uwUMOV, [0, 0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 5],
               [0, 0, 0, 0, 0, 0, 583, 512, 508, 507, 488, 488]>;
def : Measured<"Anti", urBranch, uwUniform, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 17, 17]>;
def : Measured<"Anti", urBranch, uwVariable, [0, 6, 6, 6, 6, 6, 5, 5, 5, 5, 5, 5],
               [0, 7, 7, 7, 7, 7, 173, 249, 251, 274, 254, 254]>;
def : Measured<"Anti", urLate, uwConst, [1, 1, 1, 1, 1, 1, 1, 6, 6, 0, 0, 0],
               [634, 429, 404, 404, 332, 328, 3710, 1, 1, 0, 0, 0]>;
def : Measured<"Anti", urLate, uwConvert, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4]>;
def : Measured<"Anti", urLate, uwR2UR, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1],
               [0, 0, 0, 0, 0, 0, 1878, 7123, 6787, 6940, 1889, 1889]>;
def : Measured<"Anti", urLate, uwUMOV, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [7, 116, 98, 98, 93, 89, 845, 1182, 1130, 1112, 737, 737]>;
def : Measured<"Anti", urLate, uwUniform, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [130, 87, 88, 88, 88, 87, 203, 235, 230, 175, 169, 169]>;
def : Measured<"Anti", urLate, uwVariable, [2, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1, 1],
               [1, 5, 5, 5, 5, 9, 252, 7912, 7560, 7930, 3804, 3804]>;
def : Measured<"Anti", urLate, uwWide, [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", urLate, uwWideHigh, [5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", urUMOV, uwConst, [3, 0, 26, 26, 26, 11, 12, 0, 0, 0, 0, 0],
               [3, 0, 1, 1, 1, 2, 9, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", urUMOV, uwR2UR, [0, 0, 0, 0, 0, 0, 0, 45, 45, 45, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0]>;
def : Measured<"Anti", urUMOV, uwUMOV, [0, 0, 0, 0, 0, 0, 16, 1, 1, 1, 8, 8],
               [0, 0, 0, 0, 0, 0, 4, 10, 10, 15, 5, 5]>;
def : Measured<"Anti", urUMOV, uwUniform, [0, 24, 24, 24, 24, 24, 28, 12, 12, 10, 11, 11],
               [0, 3, 3, 3, 3, 3, 3, 6, 6, 6, 5, 5]>;
def : Measured<"Anti", urUMOV, uwVariable, [0, 0, 0, 0, 0, 0, 28, 7, 8, 1, 5, 5],
               [0, 0, 0, 0, 0, 0, 2, 15, 8, 11, 7, 7]>;
def : Measured<"Anti", urUMOV, uwWide, [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", urUMOV, uwWideHigh, [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", urUniform, uwConst, [3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0],
               [55, 105, 106, 106, 97, 103, 246, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", urUniform, uwConvert, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 14, 14]>;
def : Measured<"Anti", urUniform, uwR2UR, [0, 0, 0, 0, 0, 0, 1, 1, 1, 23, 21, 21],
               [0, 0, 0, 0, 0, 0, 12, 9, 9, 9, 8, 8]>;
def : Measured<"Anti", urUniform, uwUMOV, [3, 7, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3],
               [17, 4, 15, 15, 15, 15, 96, 1819, 1545, 1703, 163, 163]>;
def : Measured<"Anti", urUniform, uwUniform, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [151, 152, 157, 157, 153, 156, 347, 802, 792, 544, 496, 496]>;
def : Measured<"Anti", urUniform, uwVariable, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1],
               [0, 0, 0, 0, 0, 0, 49, 414, 406, 372, 294, 294]>;
def : Measured<"Anti", urUniform, uwWide, [2, 2, 2, 2, 2, 2, 9, 2, 2, 2, 1, 1],
               [45, 2, 2, 2, 2, 2, 3, 4, 4, 3, 8, 8]>;
def : Measured<"Anti", urUniform, uwWideHigh, [4, 2, 2, 2, 2, 2, 4, 4, 4, 5, 4, 4],
               [9, 5, 5, 5, 4, 3, 3, 8, 8, 4, 5, 5]>;
def : Measured<"Anti", urVector, uwConst, [1, 1, 1, 1, 1, 1, 1, 43, 43, 43, 42, 42],
               [191, 568, 576, 574, 516, 482, 2599, 1, 1, 2, 1, 1]>;
def : Measured<"Anti", urVector, uwConvert, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 11],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 46, 46]>;
def : Measured<"Anti", urVector, uwR2UR, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1],
               [0, 0, 0, 0, 0, 0, 182, 208, 206, 199, 226, 226]>;
def : Measured<"Anti", urVector, uwUMOV, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [102, 114, 118, 117, 105, 94, 560, 617, 617, 615, 548, 548]>;
def : Measured<"Anti", urVector, uwUniform, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [35, 83, 97, 97, 97, 97, 401, 539, 540, 441, 389, 389]>;
def : Measured<"Anti", urVector, uwVariable, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [128, 307, 308, 306, 274, 289, 277, 1510, 1503, 1515, 1949, 1949]>;
def : Measured<"Anti", urVector, uwWide, [1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2],
               [14, 0, 0, 0, 0, 0, 4, 6, 6, 6, 6, 6]>;
def : Measured<"Anti", urVector, uwWideHigh, [1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2],
               [4, 0, 0, 0, 0, 0, 5, 7, 7, 5, 5, 5]>;
def : Measured<"Output", uwConst, uwConst, [3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 44, 44],
               [405, 542, 489, 485, 421, 410, 2407, 0, 0, 0, 1, 1]>;
def : Measured<"Output", uwConst, uwR2UR, [0, 0, 0, 0, 0, 0, 4, 6, 6, 14, 14, 14],
               [0, 0, 0, 0, 0, 0, 469, 1, 1, 1, 1, 1]>;
def : Measured<"Output", uwConst, uwUMOV, [3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0],
               [8, 24, 27, 27, 26, 26, 328, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwConst, uwUniform, [2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0],
               [387, 365, 372, 372, 362, 370, 333, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwConst, uwVariable, [4, 16, 16, 16, 16, 16, 4, 44, 44, 44, 45, 45],
               [2, 2, 2, 2, 2, 2, 157, 1, 1, 1, 1, 1]>;
def : Measured<"Output", uwConst, uwWide, [2, 2, 2, 2, 2, 4, 2, 0, 0, 0, 0, 0],
               [33, 10, 10, 10, 9, 7, 3, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwConst, uwWideHigh, [2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0],
               [17, 16, 15, 15, 12, 11, 1, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwConvert, uwConvert, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 10],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"Output", uwConvert, uwUniform, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"Output", uwConvert, uwVariable, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 11],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 8, 8]>;
def : Measured<"Output", uwR2UR, uwConst, [0, 0, 0, 0, 0, 0, 16, 21, 21, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 40, 1, 1, 0, 0, 0]>;
def : Measured<"Output", uwR2UR, uwR2UR, [0, 0, 0, 0, 0, 0, 14, 14, 14, 15, 15, 15],
               [0, 0, 0, 0, 0, 0, 343, 438, 434, 380, 376, 376]>;
def : Measured<"Output", uwR2UR, uwUMOV, [0, 0, 0, 0, 0, 0, 14, 14, 14, 14, 14, 14],
               [0, 0, 0, 0, 0, 0, 102, 1763, 1488, 1687, 93, 93]>;
def : Measured<"Output", uwR2UR, uwUniform, [0, 0, 0, 0, 0, 0, 13, 13, 13, 13, 13, 13],
               [0, 0, 0, 0, 0, 0, 2, 12, 12, 11, 8, 8]>;
def : Measured<"Output", uwR2UR, uwVariable, [0, 0, 0, 0, 0, 0, 17, 14, 14, 14, 14, 14],
               [0, 0, 0, 0, 0, 0, 30, 90, 89, 99, 78, 78]>;
def : Measured<"Output", uwR2UR, uwWideHigh, [0, 0, 0, 0, 0, 0, 17, 17, 17, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 2, 2, 2, 0, 0, 0]>;
def : Measured<"Output", uwUMOV, uwConst, [9, 3, 3, 3, 3, 3, 3, 0, 0, 8, 8, 8],
               [10, 22, 25, 25, 22, 30, 185, 0, 0, 1, 1, 1]>;
def : Measured<"Output", uwUMOV, uwR2UR, [0, 0, 0, 0, 0, 0, 3, 4, 3, 3, 3, 3],
               [0, 0, 0, 0, 0, 0, 115, 115, 113, 113, 117, 117]>;
def : Measured<"Output", uwUMOV, uwUMOV, [3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3],
               [53, 39, 42, 42, 39, 32, 706, 1073, 939, 933, 507, 507]>;
def : Measured<"Output", uwUMOV, uwUniform, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [55, 70, 72, 72, 71, 65, 671, 811, 811, 779, 752, 752]>;
def : Measured<"Output", uwUMOV, uwVariable, [5, 4, 4, 4, 6, 6, 8, 4, 4, 4, 4, 4],
               [11, 26, 24, 24, 17, 17, 155, 338, 333, 331, 308, 308]>;
def : Measured<"Output", uwUMOV, uwWide, [0, 0, 0, 0, 0, 0, 2, 2, 2, 2, 28, 28],
               [0, 0, 0, 0, 0, 0, 4, 3, 3, 2, 4, 4]>;
def : Measured<"Output", uwUMOV, uwWideHigh, [0, 0, 0, 0, 0, 0, 40, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwUniform, uwConst, [7, 7, 7, 7, 7, 7, 7, 0, 0, 0, 0, 0],
               [50, 78, 82, 82, 73, 79, 293, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwUniform, uwConvert, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 10],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"Output", uwUniform, uwR2UR, [0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 7, 7],
               [0, 0, 0, 0, 0, 0, 51, 48, 48, 47, 73, 73]>;
def : Measured<"Output", uwUniform, uwUMOV, [7, 18, 18, 18, 18, 18, 7, 7, 7, 7, 7, 7],
               [1, 2, 2, 2, 2, 3, 199, 228, 227, 228, 292, 292]>;
def : Measured<"Output", uwUniform, uwUniform, [2, 2, 2, 2, 2, 2, 4, 2, 2, 2, 4, 4],
               [500, 516, 522, 522, 517, 524, 622, 1131, 1126, 858, 716, 716]>;
def : Measured<"Output", uwUniform, uwVariable, [30, 15, 15, 15, 15, 15, 11, 11, 11, 11, 11, 11],
               [9, 11, 12, 12, 12, 12, 41, 257, 249, 254, 213, 213]>;
def : Measured<"Output", uwUniform, uwWide, [5, 4, 4, 4, 4, 4, 7, 7, 7, 7, 4, 4],
               [16, 8, 8, 8, 6, 5, 3, 1, 1, 2, 3, 3]>;
def : Measured<"Output", uwUniform, uwWideHigh, [12, 0, 0, 0, 0, 0, 9, 13, 8, 9, 9, 9],
               [4, 0, 0, 0, 0, 0, 1, 2, 2, 2, 5, 5]>;
def : Measured<"Output", uwWide, uwConst, [10, 7, 7, 7, 7, 7, 10, 0, 0, 0, 0, 0],
               [8, 9, 9, 9, 8, 4, 3, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwWide, uwUMOV, [0, 7, 7, 7, 7, 0, 0, 0, 0, 0, 0, 0],
               [0, 2, 2, 2, 2, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwWide, uwUniform, [4, 4, 4, 4, 4, 4, 4, 4, 4, 7, 1, 1],
               [3, 4, 4, 4, 4, 6, 8, 8, 8, 6, 2, 2]>;
def : Measured<"Output", uwWide, uwVariable, [0, 0, 0, 0, 0, 0, 0, 11, 11, 11, 11, 11],
               [0, 0, 0, 0, 0, 0, 0, 5, 5, 5, 2, 2]>;
def : Measured<"Output", uwWide, uwWide, [21, 4, 4, 4, 4, 0, 4, 4, 4, 11, 11, 11],
               [12, 1, 1, 1, 1, 0, 4, 4, 4, 2, 1, 1]>;
def : Measured<"Output", uwWideHigh, uwConst, [0, 8, 8, 8, 8, 8, 17, 0, 0, 0, 0, 0],
               [0, 7, 8, 8, 8, 6, 2, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwWideHigh, uwUniform, [4, 6, 6, 6, 6, 6, 8, 8, 8, 8, 17, 17],
               [5, 7, 7, 7, 6, 6, 11, 10, 10, 8, 1, 1]>;
def : Measured<"Output", uwWideHigh, uwVariable, [0, 0, 0, 0, 0, 0, 15, 11, 11, 11, 11, 11],
               [0, 0, 0, 0, 0, 0, 1, 2, 2, 3, 3, 3]>;
def : Measured<"Output", uwWideHigh, uwWideHigh, [14, 4, 4, 4, 4, 0, 4, 4, 4, 11, 11, 11],
               [15, 2, 2, 2, 2, 0, 4, 4, 4, 2, 1, 1]>;
def : Measured<"OutputPredicated", uwConst, uwConst, [0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", uwConst, uwR2UR, [0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", uwConst, uwUMOV, [0, 0, 0, 0, 0, 0, 14, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", uwConst, uwVariable, [0, 0, 0, 0, 0, 0, 22, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", uwR2UR, uwConst, [0, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", uwR2UR, uwR2UR, [0, 0, 0, 0, 0, 0, 14, 16, 16, 16, 16, 16],
               [0, 0, 0, 0, 0, 0, 15, 12, 12, 12, 11, 11]>;
def : Measured<"OutputPredicated", uwR2UR, uwUMOV, [0, 0, 0, 0, 0, 0, 15, 20, 20, 20, 15, 15],
               [0, 0, 0, 0, 0, 0, 4, 3, 3, 3, 4, 4]>;
def : Measured<"OutputPredicated", uwR2UR, uwVariable, [0, 0, 0, 0, 0, 0, 37, 15, 15, 15, 18, 18],
               [0, 0, 0, 0, 0, 0, 1, 7, 7, 6, 4, 4]>;
def : Measured<"OutputPredicated", uwUMOV, uwR2UR, [0, 0, 0, 0, 0, 0, 11, 0, 0, 32, 31, 31],
               [0, 0, 0, 0, 0, 0, 2, 0, 0, 1, 1, 1]>;
def : Measured<"OutputPredicated", uwUMOV, uwUMOV, [0, 0, 0, 0, 0, 0, 30, 47, 47, 47, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0]>;
def : Measured<"OutputPredicated", uwUMOV, uwUniform, [0, 0, 0, 0, 0, 0, 15, 11, 11, 11, 14, 14],
               [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]>;
def : Measured<"OutputPredicated", uwUMOV, uwVariable, [0, 0, 0, 0, 0, 0, 29, 19, 19, 19, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 0, 0]>;
def : Measured<"OutputPredicated", uwUniform, uwConst, [0, 7, 7, 7, 7, 7, 41, 0, 0, 0, 0, 0],
               [0, 4, 4, 4, 3, 3, 6, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", uwUniform, uwUniform, [0, 0, 0, 0, 0, 0, 5, 5, 5, 6, 4, 4],
               [0, 0, 0, 0, 0, 0, 7, 6, 6, 2, 5, 5]>;
def : Measured<"OutputPredicated", uwUniform, uwVariable, [46, 0, 0, 0, 0, 0, 0, 11, 11, 11, 32, 32],
               [1, 0, 0, 0, 0, 0, 0, 6, 6, 3, 3, 3]>;
def : Measured<"OutputPredicated", uwUniform, uwWide, [0, 0, 0, 0, 0, 0, 0, 4, 4, 5, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0]>;
def : Measured<"True", uwConst, urConst, [0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]>;
def : Measured<"True", uwConst, urGroup, [0, 0, 0, 0, 0, 0, 34, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0]>;
def : Measured<"True", uwConst, urLate, [2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0],
               [1663, 44199, 43073, 43043, 37725, 35560, 89123, 0, 0, 0, 0, 0]>;
def : Measured<"True", uwConst, urUMOV, [2, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0],
               [2, 0, 0, 0, 0, 0, 36, 0, 0, 0, 0, 0]>;
def : Measured<"True", uwConst, urUniform, [2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0],
               [1240, 1132, 1140, 1139, 1117, 1126, 715, 0, 0, 0, 0, 0]>;
def : Measured<"True", uwConst, urVector, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [205, 394, 400, 399, 352, 322, 4515, 100, 100, 102, 80, 80]>;
def : Measured<"True", uwConvert, urConst, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 12],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>;
def : Measured<"True", uwConvert, urLate, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 38, 38]>;
def : Measured<"True", uwConvert, urUniform, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7]>;
def : Measured<"True", uwConvert, urVector, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 35, 35]>;
def : Measured<"True", uwR2UR, urBranch, [0, 0, 0, 0, 0, 0, 13, 13, 13, 13, 13, 13],
               [0, 0, 0, 0, 0, 0, 5, 3, 3, 3, 2, 2]>;
def : Measured<"True", uwR2UR, urConst, [0, 0, 0, 0, 0, 0, 0, 14, 14, 14, 14, 14],
               [0, 0, 0, 0, 0, 0, 0, 5, 5, 6, 6, 6]>;
def : Measured<"True", uwR2UR, urGroup, [0, 0, 0, 0, 0, 0, 13, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1724, 0, 0, 0, 0, 0]>;
def : Measured<"True", uwR2UR, urLate, [0, 0, 0, 0, 0, 0, 13, 13, 13, 13, 13, 13],
               [0, 0, 0, 0, 0, 0, 12937, 11934, 11170, 11356, 11243, 11243]>;
def : Measured<"True", uwR2UR, urTensorCore, [0, 0, 0, 0, 0, 0, 0, 16, 16, 16, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 4594, 4282, 4498, 0, 0]>;
def : Measured<"True", uwR2UR, urUMOV, [0, 0, 0, 0, 0, 0, 0, 15, 15, 15, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 0, 0]>;
def : Measured<"True", uwR2UR, urUniform, [0, 0, 0, 0, 0, 0, 13, 13, 13, 13, 13, 13],
               [0, 0, 0, 0, 0, 0, 10, 1913, 1633, 1825, 4, 4]>;
def : Measured<"True", uwR2UR, urVector, [0, 0, 0, 0, 0, 0, 0, 13, 13, 42, 13, 13],
               [0, 0, 0, 0, 0, 0, 0, 110, 110, 1, 2, 2]>;
def : Measured<"True", uwUMOV, urBranch, [0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3],
               [0, 2, 1, 1, 1, 1, 883, 894, 890, 891, 828, 828]>;
def : Measured<"True", uwUMOV, urLate, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [101, 76, 79, 80, 70, 67, 2410, 2538, 2365, 2328, 2212, 2212]>;
def : Measured<"True", uwUMOV, urTensorCore, [0, 0, 0, 0, 0, 0, 0, 2, 2, 2, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 2484, 2208, 2404, 0, 0]>;
def : Measured<"True", uwUMOV, urUniform, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [86, 92, 94, 94, 93, 89, 838, 1008, 1006, 926, 884, 884]>;
def : Measured<"True", uwUMOV, urVector, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [814, 588, 591, 590, 521, 470, 449, 762, 729, 731, 847, 847]>;
def : Measured<"True", uwUniform, urConst, [0, 0, 0, 0, 0, 0, 12, 0, 0, 0, 12, 12],
               [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 1, 1]>;
def : Measured<"True", uwUniform, urLate, [9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9],
               [170, 110, 79, 79, 76, 76, 660, 791, 764, 733, 677, 677]>;
def : Measured<"True", uwUniform, urUMOV, [9, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7],
               [1, 2, 4, 4, 4, 4, 4, 9, 9, 22, 6, 6]>;
def : Measured<"True", uwUniform, urUniform, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
               [708, 711, 729, 729, 719, 725, 854, 1805, 1801, 1356, 1073, 1073]>;
def : Measured<"True", uwUniform, urVector, [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
               [623, 663, 692, 692, 685, 695, 1452, 1574, 1573, 1525, 1812, 1812]>;
def : Measured<"True", uwWide, urLate, [9, 9, 9, 9, 9, 0, 9, 0, 0, 0, 0, 0],
               [105, 1, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0]>;
def : Measured<"True", uwWide, urUMOV, [17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"True", uwWide, urUniform, [4, 4, 4, 4, 4, 4, 6, 6, 6, 6, 4, 4],
               [62, 11, 11, 11, 10, 12, 12, 12, 12, 12, 8, 8]>;
def : Measured<"True", uwWide, urVector, [7, 7, 7, 7, 7, 0, 8, 8, 8, 6, 6, 6],
               [22, 4, 4, 4, 3, 0, 18, 16, 16, 15, 20, 20]>;
def : Measured<"True", uwWideHigh, urLate, [9, 9, 9, 9, 9, 9, 9, 0, 0, 0, 9, 9],
               [106, 1, 1, 1, 1, 2, 1, 0, 0, 0, 2, 2]>;
def : Measured<"True", uwWideHigh, urUMOV, [19, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"True", uwWideHigh, urUniform, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
               [60, 13, 13, 13, 12, 10, 17, 19, 19, 13, 7, 7]>;
def : Measured<"True", uwWideHigh, urVector, [9, 6, 6, 6, 6, 24, 6, 6, 6, 6, 6, 6],
               [21, 7, 9, 9, 8, 2, 18, 15, 15, 14, 18, 18]>;
