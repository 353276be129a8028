// A value a thread through shared memory, by any pattern: each kernel is one, and main runs them
// all.
#pragma once

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

inline int run_all() {
  int wrong = 0;
  for (const Try one : Tries::all) wrong += one();
  return verdict(wrong);
}
