// Two blocks give a variable different values, one atomically and one by a volatile store: which
// one stays is chance, whichever block is first.
__global__ void store_last(volatile int* word) {
  if (blockIdx.x == 0)
    atomicExch((int*)word, 11);  // OTHER
  else
    *word = 22;  // FINDING race
}

__global__ void store_first(volatile int* word) {
  if (blockIdx.x == 0)
    *word = 22;  // OTHER
  else
    atomicExch((int*)word, 11);  // FINDING race
}

// The start value may come after another block's addition.
__global__ void set_and_add(volatile int* sum) {
  if (blockIdx.x == 0 && threadIdx.x == 0) *sum = 0;  // OTHER
  if (blockIdx.x == 1) atomicAdd((int*)sum, 1);       // FINDING race
}

int main() {
  int* words;
  cudaMalloc(&words, 3 * sizeof(int));
  cudaMemset(words, 1, 3 * sizeof(int));
  store_last<<<2, 1>>>(words);
  store_first<<<2, 1>>>(words + 1);
  set_and_add<<<2, 32>>>(words + 2);
  cudaDeviceSynchronize();
  cudaFree(words);
}
