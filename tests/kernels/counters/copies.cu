// One load and one store a thread, of different widths and at different distances.
#include "arrays.cuh"

constexpr int blocks = 3, threads = 128, count = blocks * threads;

__device__ int here() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void copy(const float* in, float* out) { out[here()] = in[here()]; }

// The last warp with work has six lanes with work.
__global__ void copy_guarded(const float* in, float* out, int n) {
  if (here() < n) out[here()] = in[here()];
}

__global__ void copy_misaligned(const float* in, float* out) { out[here() + 1] = in[here() + 1]; }

__global__ void copy_stride_2(const float* in, float* out) { out[2 * here()] = in[2 * here()]; }

__global__ void copy_stride_8(const float* in, float* out) { out[8 * here()] = in[8 * here()]; }

__global__ void copy_backwards(const float* in, float* out) {
  out[count - 1 - here()] = in[count - 1 - here()];
}

__global__ void copy_bytes(const char* in, char* out) { out[here()] = in[here()]; }

__global__ void copy_double(const double* in, double* out) { out[here()] = in[here()]; }

__global__ void copy_double_stride_3(const double* in, double* out) {
  out[3 * here()] = in[3 * here()];
}

__global__ void copy_float4(const float4* in, float4* out) { out[here()] = in[here()]; }

__global__ void copy_point(const Point* in, Point* out) { out[here()] = in[here()]; }

__global__ void gather(const int* index, const float* in, float* out) {
  out[here()] = in[index[here()]];
}

__global__ void broadcast(const float* in, float* out) { out[here()] = in[blockIdx.x]; }

template <class T>
int differences(const DeviceArray<T>& out, const std::vector<T>& in, int first, int end, int step) {
  const std::vector<T> values = out.values();
  int wrong = 0;
  for (int i = first; i < end; i += step) wrong += !(values[i] == in[i]);
  return wrong;
}

bool operator==(const float4& a, const float4& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}
bool operator==(const Point& a, const Point& b) { return a.x == b.x && a.y == b.y && a.z == b.z; }

int main() {
  int wrong = 0;
  {
    const std::vector<float> values = numbers<float>(8 * count);
    const DeviceArray<float> in(values);
    const auto fresh = [] { return std::vector<float>(8 * count); };
    DeviceArray<float> a(fresh()), b(fresh()), c(fresh()), d(fresh()), e(fresh()), f(fresh());
    copy<<<blocks, threads>>>(in, a);
    wrong += differences(a, values, 0, count, 1);
    const int guarded = count - 90;
    copy_guarded<<<blocks, threads>>>(in, b, guarded);
    wrong += differences(b, values, 0, guarded, 1);
    copy_misaligned<<<blocks, threads>>>(in, c);
    wrong += differences(c, values, 1, count + 1, 1);
    copy_stride_2<<<blocks, threads>>>(in, d);
    wrong += differences(d, values, 0, 2 * count, 2);
    copy_stride_8<<<blocks, threads>>>(in, e);
    wrong += differences(e, values, 0, 8 * count, 8);
    copy_backwards<<<blocks, threads>>>(in, f);
    wrong += differences(f, values, 0, count, 1);
  }
  {
    const std::vector<char> values = numbers<char>(count);
    const DeviceArray<char> in(values), out(count);
    copy_bytes<<<blocks, threads>>>(in, out);
    wrong += differences(out, values, 0, count, 1);
  }
  {
    const std::vector<double> values = numbers<double>(3 * count);
    const DeviceArray<double> in(values), a(count), b(3 * count);
    copy_double<<<blocks, threads>>>(in, a);
    wrong += differences(a, values, 0, count, 1);
    copy_double_stride_3<<<blocks, threads>>>(in, b);
    wrong += differences(b, values, 0, 3 * count, 3);
  }
  {
    std::vector<float4> values(count);
    for (int i = 0; i < count; ++i) values[i] = make_float4(i, i + 1, i + 2, i + 3);
    const DeviceArray<float4> in(values), out(count);
    copy_float4<<<blocks, threads>>>(in, out);
    wrong += differences(out, values, 0, count, 1);
  }
  {
    std::vector<Point> values(count);
    for (int i = 0; i < count; ++i) values[i] = {i + 0.25f, i + 0.5f, i + 0.75f};
    const DeviceArray<Point> in(values), out(count);
    copy_point<<<blocks, threads>>>(in, out);
    wrong += differences(out, values, 0, count, 1);
  }
  {
    const std::vector<float> values = numbers<float>(count);
    std::vector<int> index(count);
    std::vector<float> gathered(count), sent(count);
    for (int i = 0; i < count; ++i) {
      index[i] = (i * 29 + i / 32 * 5) % count;
      gathered[i] = values[index[i]];
      sent[i] = values[i / threads];
    }
    const DeviceArray<float> in(values), a(count), b(count);
    const DeviceArray<int> places(index);
    gather<<<blocks, threads>>>(places, in, a);
    wrong += differences(a, gathered, 0, count, 1);
    broadcast<<<blocks, threads>>>(in, b);
    wrong += differences(b, sent, 0, count, 1);
  }
  return verdict(wrong);
}
