//===- ray_spheres.cu - Rays that are reflected by spheres -----*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

struct Vector {
  float x, y, z;
  __device__ Vector operator+(Vector o) const {
    return {x + o.x, y + o.y, z + o.z};
  }
  __device__ Vector operator-(Vector o) const {
    return {x - o.x, y - o.y, z - o.z};
  }
  __device__ Vector operator*(float f) const { return {x * f, y * f, z * f}; }
  __device__ float dot(Vector o) const { return x * o.x + y * o.y + z * o.z; }
};

struct Sphere {
  Vector centre;
  float radius;
  unsigned colour;
};

// Follows a ray a pixel through up to four reflections; a hash says what it
// met.
extern "C" __global__ void ray_spheres(const Sphere *spheres, int count,
                                       float *depths, unsigned *hashes) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int at = y * gridDim.x * blockDim.x + x;
  Vector from = {0.0f, 0.0f, -4.0f};
  Vector to = {(x - 7.5f) / 8.0f, (y - 7.5f) / 8.0f, 2.0f};
  to = to * (1.0f / sqrtf(to.dot(to)));
  float depth = 0.0f;
  unsigned hash = 1;
  for (int bounce = 0; bounce < 4; ++bounce) {
    float nearest = INFINITY;
    int hit = -1;
    for (int i = 0; i < count; ++i) {
      Vector d = from - spheres[i].centre;
      float b = d.dot(to), c = d.dot(d) - spheres[i].radius * spheres[i].radius;
      float q = b * b - c;
      if (q < 0.0f)
        continue;
      float root = sqrtf(q), distance = -b - root;
      if (distance < 1e-3f)
        distance = root - b;
      if (distance > 1e-3f && distance < nearest) {
        nearest = distance;
        hit = i;
      }
    }
    if (hit < 0)
      break;
    depth += nearest;
    hash = hash * 31 ^ spheres[hit].colour;
    from = from + to * nearest;
    Vector normal = (from - spheres[hit].centre) * (1.0f / spheres[hit].radius);
    to = to - normal * (2.0f * to.dot(normal));
    if (spheres[hit].colour & 1)
      break; // Dull.
  }
  depths[at] = depth;
  hashes[at] = hash;
}
