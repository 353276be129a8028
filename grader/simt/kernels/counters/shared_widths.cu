// A value a thread through shared memory, of 1 to 16 bytes, read by patterns of which the cost is
// not plain: what halves and quarters of a warp may share.
#include "arrays.cuh"

constexpr int threads = 64, blocks = 3, count = blocks * threads;

struct Place {
  bool active;
  int to, from;
};

template <class T, int Places>
__device__ void through_shared(const T* in, T* out, const Place& place) {
  __shared__ T values[Places];
  const int at = blockIdx.x * threads + threadIdx.x;
  if (place.active) values[place.to] = in[at];
  __syncthreads();
  if (place.active) out[at] = values[place.from];
}

float first(float value) { return value; }
float first(const float4& value) { return value.x; }
float first(const Point& value) { return value.x; }
void set(char& value, int i) { value = static_cast<char>(i % 100); }
void set(float& value, int i) { value = static_cast<float>(i); }
void set(double& value, int i) { value = i; }
void set(float4& value, int i) { value = make_float4(i, i, i, i); }
void set(Point& value, int i) { value = {i + 0.0f, i + 0.0f, i + 0.0f}; }

template <class T>
struct Exchange {
  std::vector<T> values;
  DeviceArray<T> in, out;

  Exchange() : values(count), in(filled(values)), out(count) {}
  static const std::vector<T>& filled(std::vector<T>& v) {
    for (int i = 0; i < count; ++i) set(v[i], i);
    return v;
  }
  int wrong(Place (*place_of)(int)) const {
    const std::vector<T> got = out.values();
    int n = 0;
    for (int block = 0; block < count; block += threads) {
      std::vector<T> shared(32 * threads);
      for (int t = 0; t < threads; ++t)
        if (const Place p = place_of(t); p.active) shared[p.to] = values[block + t];
      for (int t = 0; t < threads; ++t)
        if (const Place p = place_of(t); p.active)
          n += !(first(got[block + t]) == first(shared[p.from]));
    }
    return n;
  }
};

// Runs a kernel and counts wrong values.
using Try = int (*)();

struct Tries {
  static inline std::vector<Try> all;
  explicit Tries(Try one) { all.push_back(one); }
};

// A kernel: which threads t take part, where each stores, and where it loads.
#define SOME_LANES(name, type, places, active, to, from)                                \
  __host__ __device__ Place place_of_##name(int t) { return {(active), (to), (from)}; } \
  __global__ void name(const type* in, type* out) {                                     \
    through_shared<type, places>(in, out, place_of_##name(threadIdx.x));                \
  }                                                                                     \
  int try_##name() {                                                                    \
    const Exchange<type> e;                                                             \
    name<<<blocks, threads>>>(e.in, e.out);                                             \
    return e.wrong(place_of_##name);                                                    \
  }                                                                                     \
  const Tries name##_is_tried(try_##name)

#define EVERY(name, type, distance) \
  SOME_LANES(name, type, (distance)*threads, true, (distance)*t, (distance)*t)
#define LOADS(name, type, distance, from) \
  SOME_LANES(name, type, (distance)*threads, true, (distance)*t, (distance) * (from))
#define SOME(name, type, active, place) SOME_LANES(name, type, threads, active, place, place)

EVERY(shared_bytes, char, 1);
EVERY(shared_bytes_stride_4, char, 4);
EVERY(shared_floats, float, 1);
EVERY(shared_floats_stride_2, float, 2);
EVERY(shared_floats_stride_3, float, 3);
EVERY(shared_floats_stride_16, float, 16);
EVERY(shared_doubles, double, 1);
EVERY(shared_doubles_stride_2, double, 2);
EVERY(shared_doubles_stride_8, double, 8);
EVERY(shared_float4, float4, 1);
EVERY(shared_float4_stride_2, float4, 2);
EVERY(shared_points, Point, 1);

LOADS(shared_floats_broadcast, float, 1, t / 32 * 32);
LOADS(shared_doubles_broadcast, double, 1, t / 32 * 32);
LOADS(shared_doubles_one_a_half, double, 1, t / 16 * 16);
LOADS(shared_doubles_pairs, double, 1, t / 2);
LOADS(shared_doubles_pairs_apart, double, 2, t / 2);
LOADS(shared_doubles_pairs_but_one, double, 1, t / 2 + 9 * (t % 32 == 0));
LOADS(shared_doubles_pairs_across, double, 1, t / 4 * 2 + t % 2);
LOADS(shared_doubles_pairs_mixed, double, 1, t % 32 < 16 ? t / 2 : t / 4 * 2 + t % 2);
LOADS(shared_doubles_fours_across, double, 1, t / 8 * 4 + t % 4);
LOADS(shared_doubles_halves, double, 1, t % 16);
LOADS(shared_float4_broadcast, float4, 1, t / 32 * 32);
LOADS(shared_float4_pairs, float4, 1, t / 2);
LOADS(shared_float4_pairs_across, float4, 1, t / 4 * 2 + t % 2);
LOADS(shared_float4_fours, float4, 1, t / 4);
LOADS(shared_float4_quarters, float4, 1, t % 8);

SOME(shared_doubles_first_half, double, t % 32 < 16, t);
SOME(shared_doubles_even_lanes, double, t % 2 == 0, t / 2);
SOME(shared_doubles_lone_pairs, double, t % 4 < 2, t / 4 * 2 + t % 2);
SOME(shared_doubles_every_fourth, double, t % 4 == 0, t / 4);
SOME(shared_float4_even_lanes, float4, t % 2 == 0, t / 2);
SOME(shared_float4_every_fourth, float4, t % 4 == 0, t / 4);

int main() {
  int wrong = 0;
  for (const Try one : Tries::all) wrong += one();
  return verdict(wrong);
}
