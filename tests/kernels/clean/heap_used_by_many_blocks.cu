// Lists on the device's heap: many blocks build them, a second kernel reads them, a third one frees
// them, and what is freed is used again.
#include <cuda_runtime.h>

#include <cstdio>

struct Node {
  int value;
  Node* next;
};

__global__ void build(int n, Node** lists) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  Node* first = nullptr;
  for (int k = 0; k <= i % 4; ++k) {
    Node* node = new Node;
    if (!node) break;
    node->value = i + k;
    node->next = first;
    first = node;
  }
  lists[i] = first;
}

__global__ void add_up(int n, Node* const* lists, int* sums) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  int sum = 0;
  for (const Node* node = lists[n - 1 - i]; node; node = node->next) sum += node->value;
  sums[n - 1 - i] = sum;
}

__global__ void take_apart(int n, Node** lists) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  for (Node* node = lists[i]; node;) {
    Node* next = node->next;
    delete node;
    node = next;
  }
}

int main() {
  const int n = 1000, threads = 64, blocks = (n + threads - 1) / threads;
  static int h[n];
  Node** lists;
  int *sums, wrong = 0;
  cudaMalloc(&lists, n * sizeof(Node*));
  cudaMalloc(&sums, sizeof(h));
  for (int round = 0; round < 4; ++round) {
    build<<<blocks, threads>>>(n, lists);
    add_up<<<blocks, threads>>>(n, lists, sums);
    take_apart<<<blocks, threads>>>(n, lists);
  }
  cudaMemcpy(h, sums, sizeof(h), cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) {
    const int k = i % 4 + 1;
    if (h[i] != i * k + k * (k - 1) / 2) ++wrong;
  }
  cudaFree(lists);
  cudaFree(sums);
  printf("%d wrong\n", wrong);
  return wrong != 0;
}
