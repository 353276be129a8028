// Local variables that are declared without a value, and set before each read that counts.
struct Moments {
  float first, second;
};
struct Counter {
  int n = 0;
  __device__ void add() { n += 1; }
};
struct Vector {
  float x;
  __device__ Vector() : x(0) {}
  __device__ Vector& operator+=(float y) {
    x += y;
    return *this;
  }
};

// As NVIDIA's samples get at dynamic shared memory: there is nothing to set.
template <class T>
struct SharedMemory {
  __device__ operator T*() {
    extern __shared__ int memory[];
    return (T*)memory;
  }
};
struct Matrix {
  float m[2];
  __device__ Matrix& operator<<(float x) {
    m[0] = m[1] = x;
    return *this;
  }
};

__device__ void first_two(const float* a, float& x, float* y) {
  x = a[0];
  *y = a[1];
}

__global__ void set_later(int n, const float* a, float* out) {
  float sum, square, best, x, y, next, row[4], tile[2][2];
  bool have = false;
  Moments m, copy;
  Counter counter;
  Vector vector;
  int i, count;
  unsigned unused;
  SharedMemory<float> shared;
  float* const numbers = shared;
  numbers[threadIdx.x] = 1;
  Matrix matrix;
  matrix << 3;
  matrix.m[0] += numbers[threadIdx.x];
  (void)unused;
  sum = 0;
  sum += a[0];
  if (n > 1)
    square = 1;
  else
    square = 2;
  square *= 2;
  for (i = 0; i < n; ++i) {
    if (!have || a[i] > best) best = a[i];
    have = true;
  }
  first_two(a, x, &y);
  x += y;
  for (i = 0; i < 4; ++i) row[i] = a[i];
  for (i = 0; i < 4; ++i) row[i] += i;
  for (int r = 0; r < 2; ++r)
    for (int c = 0; c < 2; ++c) tile[r][c] = r + c;
  for (int r = 0; r < 2; ++r) tile[r][r] *= 2;
  m.first = 1;
  m.second = m.first;
  m.second += 1;
  copy = m;
  copy.first += 1;
  counter.add();
  counter.n += 1;
  vector += 2;
  // Read in a round after the one that sets it.
  for (i = 0; i < 3; ++i) {
    if (i > 0) sum += next;
    next = a[i];
  }
  for (count = 0; count < 3; ++count) sum += count;
  int ticket = 0, mine;
  while ((mine = ticket++) < 3) sum += a[mine] * mine;
  float p, q;
  p = 1, q = p + 1;
  sum += q;
  for (i = 0; i < 2; ++i) {
    float total;
    total = i == 0 ? 0 : sum;
    total += 1;
    sum = total;
  }
  int shadowed;
  {
    int shadowed = 3;
    shadowed += 1;
    sum += shadowed;
  }
  shadowed = sizeof(count);
  const auto add = [&](float z) { sum += z; };
  add(2);
  out[threadIdx.x] = sum + square + best + x + row[3] + tile[1][1] + copy.first + counter.n +
                     vector.x + shadowed + matrix.m[0];
}

int main() {
  float *a, *out;
  cudaMalloc(&a, 32 * sizeof(float));
  cudaMalloc(&out, 32 * sizeof(float));
  cudaMemset(a, 0, 32 * sizeof(float));
  set_later<<<1, 32, 32 * sizeof(float)>>>(8, a, out);
  cudaDeviceSynchronize();
  cudaFree(a);
  cudaFree(out);
}
