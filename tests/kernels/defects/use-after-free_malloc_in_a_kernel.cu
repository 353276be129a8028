// A list on the device's heap is taken apart while it is walked: the next node is looked for in the
// one that is freed.
#include <cuda_runtime.h>

#include <cstdio>

struct Node {
  int value;
  Node* next;
};

__global__ void add_up(int n, int* sums) {
  Node* first = nullptr;
  for (int i = 0; i < n; ++i) {
    Node* node = new Node;
    node->value = threadIdx.x * i;
    node->next = first;
    first = node;
  }
  int sum = 0;
  for (Node* node = first; node; node = node->next) {  // FINDING use-after-free
    sum += node->value;
    delete node;  // OTHER
  }
  sums[threadIdx.x] = sum;
}

int main() {
  const int n = 32;
  int *sums, h[n];
  cudaMalloc(&sums, sizeof(h));
  add_up<<<1, n>>>(5, sums);
  cudaMemcpy(h, sums, sizeof(h), cudaMemcpyDeviceToHost);
  printf("%d\n", h[n - 1]);
  cudaFree(sums);
  return 0;
}
