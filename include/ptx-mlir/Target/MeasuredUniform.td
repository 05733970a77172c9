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
               [0, 0, 0, 0, 0, 0, 0, 452, 452, 263, 248, 248]>;
def : Measured<"Anti", uprBranch, upwVariable, [0, 0, 0, 0, 0, 0, 0, 15, 15, 15, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 64, 64, 64, 0, 0]>;
def : Measured<"Anti", uprGuard, upwUniform, [0, 0, 0, 0, 0, 0, 8, 8, 8, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 3, 3, 3, 0, 0, 0]>;
def : Measured<"Anti", uprGuard, upwVote, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1],
               [0, 0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 5]>;
def : Measured<"Anti", uprUniform, upwUniform, [24, 4, 4, 4, 4, 5, 2, 2, 2, 2, 1, 1],
               [14, 14, 15, 15, 15, 14, 56, 68, 68, 60, 3, 3]>;
def : Measured<"Anti", uprVector, upwUniform, [0, 18, 0, 0, 0, 0, 14, 23, 23, 23, 0, 0],
               [0, 6, 0, 0, 0, 0, 42, 2, 2, 1, 0, 0]>;
def : Measured<"Output", upwUniform, upwUniform, [28, 8, 8, 8, 8, 9, 4, 4, 4, 4, 5, 5],
               [14, 15, 11, 11, 11, 10, 110, 528, 526, 348, 239, 239]>;
def : Measured<"Output", upwVote, upwVote, [0, 0, 0, 0, 0, 0, 19, 18, 18, 18, 18, 18],
               [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1]>;
def : Measured<"True", upwUniform, uprBranch, [0, 0, 0, 0, 0, 0, 0, 9, 9, 9, 9, 9],
               [0, 0, 0, 0, 0, 0, 0, 384, 382, 280, 260, 260]>;
def : Measured<"True", upwUniform, uprGuard, [11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11, 11],
               [7, 6, 6, 6, 6, 7, 12, 13, 13, 3, 6, 6]>;
def : Measured<"True", upwUniform, uprUniform, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
               [48, 41, 42, 42, 42, 41, 171, 237, 237, 224, 56, 56]>;
def : Measured<"True", upwUniform, uprVector, [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
               [2, 12, 1, 1, 1, 1, 61, 1903, 1623, 1813, 1, 1]>;
def : Measured<"True", upwVote, uprGroup, [0, 0, 0, 0, 0, 0, 7, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 732, 0, 0, 0, 0, 0]>;
def : Measured<"True", upwVote, uprGuard, [0, 0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 5],
               [0, 0, 0, 0, 0, 0, 32, 20, 18, 18, 16, 16]>;
def : Measured<"Anti", urBranch, uwConst, [0, 0, 0, 0, 0, 0, 5, 0, 0, 5, 5, 5],
               [0, 0, 0, 0, 0, 0, 39, 0, 0, 1, 1, 1]>;
def : Measured<"Anti", urBranch, uwR2UR, [0, 0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 5],
               [0, 0, 0, 0, 0, 0, 83, 82, 82, 84, 71, 71]>;
def : Measured<"Anti", urBranch, uwUMOV, [0, 0, 0, 0, 0, 0, 5, 5, 5, 5, 5, 5],
               [0, 0, 0, 0, 0, 0, 179, 150, 148, 148, 198, 198]>;
def : Measured<"Anti", urBranch, uwUniform, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 11],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9]>;
def : Measured<"Anti", urBranch, uwVariable, [0, 6, 6, 6, 6, 6, 5, 5, 5, 5, 5, 5],
               [0, 7, 7, 7, 7, 7, 89, 109, 109, 133, 128, 128]>;
def : Measured<"Anti", urLate, uwConst, [1, 1, 1, 1, 1, 1, 1, 6, 6, 0, 0, 0],
               [593, 140, 136, 136, 136, 137, 3437, 1, 1, 0, 0, 0]>;
def : Measured<"Anti", urLate, uwConvert, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4]>;
def : Measured<"Anti", urLate, uwR2UR, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1],
               [0, 0, 0, 0, 0, 0, 1716, 6982, 6670, 6829, 1758, 1758]>;
def : Measured<"Anti", urLate, uwUMOV, [3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [5, 49, 37, 37, 37, 32, 616, 998, 978, 972, 581, 581]>;
def : Measured<"Anti", urLate, uwUniform, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [122, 86, 87, 87, 87, 85, 202, 233, 229, 169, 159, 159]>;
def : Measured<"Anti", urLate, uwVariable, [0, 0, 6, 6, 6, 2, 1, 1, 1, 1, 1, 1],
               [0, 0, 1, 1, 1, 2, 192, 7643, 7319, 7690, 3604, 3604]>;
def : Measured<"Anti", urLate, uwWideHigh, [5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", urUMOV, uwConst, [11, 0, 26, 26, 26, 11, 13, 0, 0, 0, 0, 0],
               [2, 0, 1, 1, 1, 2, 2, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", urUMOV, uwR2UR, [0, 0, 0, 0, 0, 0, 0, 45, 45, 45, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0]>;
def : Measured<"Anti", urUMOV, uwUMOV, [0, 0, 0, 0, 0, 0, 40, 1, 1, 1, 8, 8],
               [0, 0, 0, 0, 0, 0, 1, 7, 7, 12, 3, 3]>;
def : Measured<"Anti", urUMOV, uwUniform, [0, 24, 24, 24, 24, 24, 28, 12, 12, 10, 11, 11],
               [0, 3, 3, 3, 3, 3, 3, 6, 6, 6, 5, 5]>;
def : Measured<"Anti", urUMOV, uwVariable, [0, 0, 0, 0, 0, 0, 28, 17, 20, 1, 22, 22],
               [0, 0, 0, 0, 0, 0, 1, 5, 4, 7, 2, 2]>;
def : Measured<"Anti", urUMOV, uwWide, [4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", urUMOV, uwWideHigh, [2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", urUniform, uwConst, [3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0],
               [35, 66, 67, 67, 67, 62, 212, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", urUniform, uwConvert, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4]>;
def : Measured<"Anti", urUniform, uwR2UR, [0, 0, 0, 0, 0, 0, 1, 1, 1, 23, 21, 21],
               [0, 0, 0, 0, 0, 0, 7, 7, 7, 6, 6, 6]>;
def : Measured<"Anti", urUniform, uwUMOV, [3, 7, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3],
               [17, 3, 4, 4, 4, 4, 72, 1790, 1515, 1674, 131, 131]>;
def : Measured<"Anti", urUniform, uwUniform, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 1, 1],
               [132, 137, 142, 142, 142, 143, 357, 804, 794, 511, 494, 494]>;
def : Measured<"Anti", urUniform, uwVariable, [0, 0, 0, 0, 0, 0, 7, 1, 1, 1, 1, 1],
               [0, 0, 0, 0, 0, 0, 21, 350, 346, 295, 230, 230]>;
def : Measured<"Anti", urUniform, uwWide, [2, 2, 2, 2, 2, 2, 9, 2, 2, 2, 1, 1],
               [44, 2, 2, 2, 2, 2, 3, 3, 3, 2, 8, 8]>;
def : Measured<"Anti", urUniform, uwWideHigh, [4, 2, 2, 2, 2, 2, 4, 4, 4, 5, 4, 4],
               [9, 2, 2, 2, 2, 2, 3, 8, 8, 4, 5, 5]>;
def : Measured<"Anti", urVector, uwConst, [1, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0],
               [53, 168, 168, 168, 168, 181, 1693, 0, 0, 0, 0, 0]>;
def : Measured<"Anti", urVector, uwConvert, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 11],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6]>;
def : Measured<"Anti", urVector, uwR2UR, [0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1],
               [0, 0, 0, 0, 0, 0, 154, 171, 170, 164, 170, 170]>;
def : Measured<"Anti", urVector, uwUMOV, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [34, 38, 38, 38, 38, 39, 311, 370, 379, 374, 329, 329]>;
def : Measured<"Anti", urVector, uwUniform, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [30, 77, 91, 91, 91, 91, 380, 516, 516, 408, 303, 303]>;
def : Measured<"Anti", urVector, uwVariable, [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
               [36, 79, 80, 79, 80, 89, 124, 1076, 1079, 1081, 931, 931]>;
def : Measured<"Anti", urVector, uwWide, [1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2],
               [14, 0, 0, 0, 0, 0, 4, 6, 6, 6, 5, 5]>;
def : Measured<"Anti", urVector, uwWideHigh, [1, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2],
               [4, 0, 0, 0, 0, 0, 5, 7, 7, 5, 5, 5]>;
def : Measured<"Output", uwConst, uwConst, [3, 3, 3, 3, 3, 3, 3, 0, 0, 0, 0, 0],
               [290, 150, 131, 130, 131, 144, 1661, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwConst, uwR2UR, [0, 0, 0, 0, 0, 0, 7, 6, 6, 14, 14, 14],
               [0, 0, 0, 0, 0, 0, 442, 1, 1, 1, 1, 1]>;
def : Measured<"Output", uwConst, uwUMOV, [5, 3, 5, 5, 5, 5, 3, 0, 0, 0, 0, 0],
               [5, 5, 6, 6, 6, 7, 252, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwConst, uwUniform, [2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0],
               [304, 288, 295, 295, 295, 299, 290, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwConst, uwVariable, [4, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0],
               [1, 0, 0, 0, 0, 0, 137, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwConst, uwWide, [2, 4, 4, 4, 4, 6, 2, 0, 0, 0, 0, 0],
               [30, 4, 4, 4, 4, 2, 2, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwConst, uwWideHigh, [2, 2, 2, 2, 2, 4, 2, 0, 0, 0, 0, 0],
               [11, 6, 6, 6, 6, 2, 1, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwConvert, uwConvert, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 10],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"Output", uwConvert, uwUniform, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"Output", uwConvert, uwVariable, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 11, 11],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7]>;
def : Measured<"Output", uwR2UR, uwConst, [0, 0, 0, 0, 0, 0, 16, 21, 21, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 23, 1, 1, 0, 0, 0]>;
def : Measured<"Output", uwR2UR, uwR2UR, [0, 0, 0, 0, 0, 0, 14, 14, 14, 15, 15, 15],
               [0, 0, 0, 0, 0, 0, 268, 348, 344, 295, 284, 284]>;
def : Measured<"Output", uwR2UR, uwUMOV, [0, 0, 0, 0, 0, 0, 14, 14, 14, 14, 14, 14],
               [0, 0, 0, 0, 0, 0, 74, 1745, 1469, 1669, 58, 58]>;
def : Measured<"Output", uwR2UR, uwUniform, [0, 0, 0, 0, 0, 0, 13, 13, 13, 13, 13, 13],
               [0, 0, 0, 0, 0, 0, 2, 12, 12, 11, 6, 6]>;
def : Measured<"Output", uwR2UR, uwVariable, [0, 0, 0, 0, 0, 0, 17, 14, 14, 14, 14, 14],
               [0, 0, 0, 0, 0, 0, 25, 68, 67, 78, 54, 54]>;
def : Measured<"Output", uwR2UR, uwWideHigh, [0, 0, 0, 0, 0, 0, 17, 17, 17, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 2, 2, 2, 0, 0, 0]>;
def : Measured<"Output", uwUMOV, uwConst, [9, 4, 6, 6, 6, 3, 3, 0, 0, 8, 8, 8],
               [8, 6, 6, 6, 6, 12, 120, 0, 0, 1, 1, 1]>;
def : Measured<"Output", uwUMOV, uwR2UR, [0, 0, 0, 0, 0, 0, 3, 8, 3, 3, 3, 3],
               [0, 0, 0, 0, 0, 0, 78, 82, 82, 84, 75, 75]>;
def : Measured<"Output", uwUMOV, uwUMOV, [3, 18, 4, 4, 4, 3, 3, 3, 3, 3, 3, 3],
               [27, 26, 27, 27, 27, 28, 325, 708, 582, 577, 236, 236]>;
def : Measured<"Output", uwUMOV, uwUniform, [4, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [45, 57, 59, 59, 59, 56, 452, 590, 594, 557, 536, 536]>;
def : Measured<"Output", uwUMOV, uwVariable, [11, 6, 6, 6, 6, 6, 8, 4, 4, 4, 4, 4],
               [3, 4, 4, 4, 4, 5, 60, 200, 196, 197, 162, 162]>;
def : Measured<"Output", uwUMOV, uwWide, [0, 0, 0, 0, 0, 0, 2, 6, 6, 36, 28, 28],
               [0, 0, 0, 0, 0, 0, 4, 2, 2, 1, 4, 4]>;
def : Measured<"Output", uwUMOV, uwWideHigh, [0, 0, 0, 0, 0, 0, 40, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwUniform, uwConst, [8, 7, 7, 7, 7, 7, 7, 0, 0, 0, 0, 0],
               [31, 41, 46, 46, 46, 49, 249, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwUniform, uwConvert, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 10],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 3]>;
def : Measured<"Output", uwUniform, uwR2UR, [0, 0, 0, 0, 0, 0, 8, 8, 8, 8, 7, 7],
               [0, 0, 0, 0, 0, 0, 50, 48, 48, 47, 62, 62]>;
def : Measured<"Output", uwUniform, uwUMOV, [7, 18, 18, 18, 18, 18, 7, 7, 7, 7, 7, 7],
               [1, 2, 2, 2, 2, 2, 117, 141, 141, 140, 183, 183]>;
def : Measured<"Output", uwUniform, uwUniform, [2, 2, 2, 2, 2, 2, 4, 4, 2, 2, 4, 4],
               [459, 486, 492, 492, 492, 493, 609, 1112, 1107, 799, 632, 632]>;
def : Measured<"Output", uwUniform, uwVariable, [31, 15, 15, 15, 15, 15, 12, 11, 11, 11, 11, 11],
               [9, 11, 12, 12, 12, 12, 31, 200, 195, 187, 138, 138]>;
def : Measured<"Output", uwUniform, uwWide, [10, 4, 4, 4, 4, 4, 7, 7, 6, 7, 4, 4],
               [15, 3, 3, 3, 3, 2, 3, 2, 2, 3, 2, 2]>;
def : Measured<"Output", uwUniform, uwWideHigh, [12, 0, 0, 0, 0, 0, 9, 13, 8, 9, 9, 9],
               [4, 0, 0, 0, 0, 0, 1, 2, 2, 2, 5, 5]>;
def : Measured<"Output", uwWide, uwConst, [10, 7, 7, 7, 7, 7, 10, 0, 0, 0, 0, 0],
               [6, 4, 4, 4, 4, 1, 2, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwWide, uwUMOV, [0, 7, 7, 7, 7, 0, 0, 0, 0, 0, 0, 0],
               [0, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwWide, uwUniform, [12, 4, 4, 4, 4, 4, 4, 4, 4, 7, 10, 10],
               [1, 3, 3, 3, 3, 3, 8, 8, 8, 6, 1, 1]>;
def : Measured<"Output", uwWide, uwVariable, [0, 0, 0, 0, 0, 0, 0, 11, 11, 11, 11, 11],
               [0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 1, 1]>;
def : Measured<"Output", uwWide, uwWide, [21, 0, 0, 0, 0, 0, 4, 4, 4, 11, 11, 11],
               [12, 0, 0, 0, 0, 0, 4, 4, 4, 2, 1, 1]>;
def : Measured<"Output", uwWideHigh, uwConst, [0, 8, 8, 8, 8, 8, 17, 0, 0, 0, 0, 0],
               [0, 5, 5, 5, 5, 2, 1, 0, 0, 0, 0, 0]>;
def : Measured<"Output", uwWideHigh, uwUniform, [6, 6, 6, 6, 6, 6, 8, 8, 8, 8, 17, 17],
               [4, 5, 5, 5, 5, 5, 14, 13, 13, 8, 1, 1]>;
def : Measured<"Output", uwWideHigh, uwVariable, [0, 0, 0, 0, 0, 0, 15, 12, 12, 13, 11, 11],
               [0, 0, 0, 0, 0, 0, 1, 1, 1, 2, 1, 1]>;
def : Measured<"Output", uwWideHigh, uwWideHigh, [14, 0, 0, 0, 0, 0, 4, 4, 4, 11, 11, 11],
               [15, 0, 0, 0, 0, 0, 4, 4, 4, 2, 1, 1]>;
def : Measured<"OutputPredicated", uwConst, uwConst, [0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", uwConst, uwUMOV, [0, 0, 0, 0, 0, 0, 14, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", uwR2UR, uwConst, [0, 0, 0, 0, 0, 0, 17, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", uwR2UR, uwR2UR, [0, 0, 0, 0, 0, 0, 14, 16, 16, 16, 21, 21],
               [0, 0, 0, 0, 0, 0, 7, 8, 8, 6, 4, 4]>;
def : Measured<"OutputPredicated", uwR2UR, uwUMOV, [0, 0, 0, 0, 0, 0, 16, 20, 20, 20, 15, 15],
               [0, 0, 0, 0, 0, 0, 2, 3, 3, 3, 4, 4]>;
def : Measured<"OutputPredicated", uwR2UR, uwVariable, [0, 0, 0, 0, 0, 0, 37, 15, 15, 15, 0, 0],
               [0, 0, 0, 0, 0, 0, 1, 5, 5, 5, 0, 0]>;
def : Measured<"OutputPredicated", uwUMOV, uwR2UR, [0, 0, 0, 0, 0, 0, 0, 0, 0, 32, 31, 31],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1]>;
def : Measured<"OutputPredicated", uwUMOV, uwUMOV, [0, 0, 0, 0, 0, 0, 0, 47, 47, 47, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0]>;
def : Measured<"OutputPredicated", uwUMOV, uwUniform, [0, 0, 0, 0, 0, 0, 15, 11, 11, 11, 14, 14],
               [0, 0, 0, 0, 0, 0, 1, 2, 2, 2, 1, 1]>;
def : Measured<"OutputPredicated", uwUMOV, uwVariable, [0, 0, 0, 0, 0, 0, 0, 19, 19, 19, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0]>;
def : Measured<"OutputPredicated", uwUniform, uwConst, [0, 0, 0, 0, 0, 8, 41, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 1, 7, 0, 0, 0, 0, 0]>;
def : Measured<"OutputPredicated", uwUniform, uwUniform, [0, 0, 0, 0, 0, 0, 5, 5, 5, 6, 4, 4],
               [0, 0, 0, 0, 0, 0, 8, 7, 7, 2, 6, 6]>;
def : Measured<"OutputPredicated", uwUniform, uwVariable, [46, 0, 0, 0, 0, 0, 0, 40, 40, 47, 32, 32],
               [1, 0, 0, 0, 0, 0, 0, 5, 5, 2, 3, 3]>;
def : Measured<"OutputPredicated", uwUniform, uwWide, [0, 0, 0, 0, 0, 0, 0, 4, 4, 5, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 0, 0]>;
def : Measured<"True", uwConst, urGroup, [0, 0, 0, 0, 0, 0, 34, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 6, 0, 0, 0, 0, 0]>;
def : Measured<"True", uwConst, urLate, [2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0],
               [1562, 11038, 10782, 10764, 10782, 10768, 79429, 0, 0, 0, 0, 0]>;
def : Measured<"True", uwConst, urUMOV, [2, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0],
               [1, 0, 0, 0, 0, 0, 13, 0, 0, 0, 0, 0]>;
def : Measured<"True", uwConst, urUniform, [2, 2, 2, 2, 2, 2, 2, 0, 0, 0, 0, 0],
               [1059, 974, 982, 982, 982, 974, 635, 0, 0, 0, 0, 0]>;
def : Measured<"True", uwConst, urVector, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [30, 92, 94, 94, 94, 104, 3480, 52, 52, 54, 49, 49]>;
def : Measured<"True", uwConvert, urConst, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 12],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>;
def : Measured<"True", uwConvert, urLate, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 9, 9],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 17, 17]>;
def : Measured<"True", uwConvert, urUniform, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 4, 4],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7, 7]>;
def : Measured<"True", uwConvert, urVector, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 6, 6],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 35, 35]>;
def : Measured<"True", uwR2UR, urBranch, [0, 0, 0, 0, 0, 0, 13, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0]>;
def : Measured<"True", uwR2UR, urConst, [0, 0, 0, 0, 0, 0, 0, 14, 14, 14, 14, 14],
               [0, 0, 0, 0, 0, 0, 0, 5, 5, 6, 6, 6]>;
def : Measured<"True", uwR2UR, urGroup, [0, 0, 0, 0, 0, 0, 13, 0, 0, 0, 0, 0],
               [0, 0, 0, 0, 0, 0, 1724, 0, 0, 0, 0, 0]>;
def : Measured<"True", uwR2UR, urLate, [0, 0, 0, 0, 0, 0, 13, 13, 13, 13, 13, 13],
               [0, 0, 0, 0, 0, 0, 6013, 10920, 10494, 10780, 5658, 5658]>;
def : Measured<"True", uwR2UR, urUMOV, [0, 0, 0, 0, 0, 0, 0, 15, 15, 15, 0, 0],
               [0, 0, 0, 0, 0, 0, 0, 4, 4, 4, 0, 0]>;
def : Measured<"True", uwR2UR, urUniform, [0, 0, 0, 0, 0, 0, 13, 13, 13, 13, 13, 13],
               [0, 0, 0, 0, 0, 0, 10, 1913, 1633, 1825, 4, 4]>;
def : Measured<"True", uwR2UR, urVector, [0, 0, 0, 0, 0, 0, 0, 13, 13, 42, 13, 13],
               [0, 0, 0, 0, 0, 0, 0, 110, 110, 1, 2, 2]>;
def : Measured<"True", uwUMOV, urBranch, [0, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3, 3],
               [0, 2, 1, 1, 1, 1, 360, 339, 339, 342, 371, 371]>;
def : Measured<"True", uwUMOV, urLate, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [75, 48, 54, 54, 54, 54, 2149, 4730, 4288, 4449, 1955, 1955]>;
def : Measured<"True", uwUMOV, urUniform, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [70, 78, 80, 80, 80, 77, 614, 779, 781, 696, 678, 678]>;
def : Measured<"True", uwUMOV, urVector, [2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2],
               [200, 175, 182, 181, 182, 181, 246, 368, 359, 366, 510, 510]>;
def : Measured<"True", uwUniform, urConst, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 12, 12],
               [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1]>;
def : Measured<"True", uwUniform, urLate, [9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9, 9],
               [129, 80, 62, 62, 62, 61, 318, 454, 439, 400, 361, 361]>;
def : Measured<"True", uwUniform, urUMOV, [9, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7],
               [1, 2, 4, 4, 4, 4, 4, 9, 9, 22, 6, 6]>;
def : Measured<"True", uwUniform, urUniform, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
               [658, 671, 689, 689, 689, 689, 843, 1781, 1777, 1280, 1030, 1030]>;
def : Measured<"True", uwUniform, urVector, [6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6],
               [535, 583, 630, 630, 630, 633, 1374, 1480, 1479, 1404, 1439, 1439]>;
def : Measured<"True", uwWide, urLate, [9, 9, 9, 9, 9, 0, 9, 0, 0, 0, 0, 0],
               [104, 1, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0]>;
def : Measured<"True", uwWide, urUMOV, [17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"True", uwWide, urUniform, [4, 4, 4, 4, 4, 4, 6, 6, 6, 6, 4, 4],
               [60, 9, 9, 9, 9, 9, 12, 12, 12, 12, 8, 8]>;
def : Measured<"True", uwWide, urVector, [7, 14, 14, 14, 14, 0, 8, 8, 8, 6, 6, 6],
               [22, 1, 1, 1, 1, 0, 17, 16, 16, 15, 18, 18]>;
def : Measured<"True", uwWideHigh, urLate, [9, 9, 9, 9, 9, 0, 9, 0, 0, 0, 0, 0],
               [104, 1, 1, 1, 1, 0, 1, 0, 0, 0, 0, 0]>;
def : Measured<"True", uwWideHigh, urUMOV, [19, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
               [12, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]>;
def : Measured<"True", uwWideHigh, urUniform, [4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4],
               [57, 8, 8, 8, 8, 7, 20, 21, 21, 12, 7, 7]>;
def : Measured<"True", uwWideHigh, urVector, [9, 6, 6, 6, 6, 0, 6, 6, 6, 6, 6, 6],
               [20, 3, 3, 3, 3, 0, 17, 15, 15, 14, 17, 17]>;
