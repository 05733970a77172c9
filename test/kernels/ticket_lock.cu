//===- ticket_lock.cu - A fair lock, by threads of one warp ----*- CUDA -*-===//
//
// Part of the ptx-mlir project, under the Apache License v2.0 with LLVM
// Exceptions.  See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Each thread takes a number and waits until it is served; lanes of one warp
// wait for each other.  What the lock guards is read and written plainly.
struct Account {
  unsigned next, served;
  long long balance;
  unsigned changes, log[64];
};

extern "C" __global__ void ticket_lock(Account *account, const int *amounts,
                                       int rounds) {
  volatile Account *a = account;
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < rounds; ++i) {
    int amount = amounts[t * rounds + i];
    if (amount == 0)
      continue;
    unsigned ticket = atomicAdd(&account->next, 1u);
    while (atomicAdd(&account->served, 0u) != ticket)
      __threadfence();
    __threadfence();
    long long balance = a->balance;
    a->changes = a->changes + 1;
    a->log[t] = a->log[t] ^ (unsigned)amount;
    a->balance = balance + amount;
    __threadfence();
    atomicAdd(&account->served, 1u);
  }
}
