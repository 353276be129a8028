// A linked list in managed memory: built by the host, changed by the device, read by the host.
#include <cuda_runtime.h>

#include <cstdio>

struct Node {
  int value;
  Node* next;
};

__global__ void double_values(Node* list) {
  for (Node* node = list; node != nullptr; node = node->next) node->value *= 2;
}

int main() {
  Node* list = nullptr;
  for (int i = 0; i < 20; ++i) {
    Node* node;
    cudaMallocManaged(&node, sizeof(Node));
    node->value = i;
    node->next = list;
    list = node;
  }
  double_values<<<1, 1>>>(list);
  cudaDeviceSynchronize();
  int sum = 0;
  while (list != nullptr) {
    Node* next = list->next;
    sum += list->value;
    cudaFree(list);
    list = next;
  }
  return sum != 380;
}
