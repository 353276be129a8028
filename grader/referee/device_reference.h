// Optional device code of a lab, in labs/<lab>/referee.cu: it generates the values of timed calls
// on the device and verifies results there. Without it the grader does both on the CPU, which takes
// longer.
// It must agree with the reference. make() produces, bit for bit, what the reference's generate()
// does for the same seed and kind of input; verify() accepts what the reference's solve() accepts:
// the same truth, in double, with the same bound. Every grade compares the two on one problem of
// each measurement, and the reference decides on results that verify() does not accept.
// Compiled as C++17 with -fmad=false, so that products and sums round as on the CPU, and with
// WARPGRADE_REAL as the type of array elements; also by the CPU engine, for tests without a GPU.
#pragma once

#include <cuda_runtime.h>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#if !defined(__CUDACC__) && !defined(__host__)  // a C++ compiler, with the CPU engine's headers
#define __host__
#define __device__
#endif

#ifndef WARPGRADE_REAL
#define WARPGRADE_REAL float
#endif

namespace warpgrade::referee {

using real = WARPGRADE_REAL;

/// SplitMix64 as in base/random.h, by position: `bits_at(seed, i)` is what a Random seeded with
/// `seed` returns after `i` earlier numbers.
__host__ __device__ inline std::uint64_t bits_at(std::uint64_t seed, std::uint64_t i) {
  std::uint64_t z = seed + (i + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

/// The same for Random::uniform(low, high).
__host__ __device__ inline double uniform_at(std::uint64_t seed, std::uint64_t i, double low,
                                             double high) {
  return low + (high - low) * (static_cast<double>(bits_at(seed, i) >> 11) * 0x1p-53);
}

/// One problem without the contents of its arrays.
struct Facts {
  std::string entry;  // the task's function
  std::string input;  // the kind of input
  std::string judge;  // the task's other judge (lab/manifest.h); may be empty
  std::map<std::string, long long> integers;
  std::map<std::string, double> reals;  // rounded to `real`
  bool statistical = false;             // the tolerance's model (lab/manifest.h)
  double c = 2;
  std::uint64_t seed = 0;  // seed of the Random that generate() gets

  long long integer(const std::string& name) const { return integers.at(name); }

  /// The relative bound for a sum of `k` terms in arithmetic with unit roundoff `u`.
  double gamma(double k, double u) const {
    if (k <= 0) return 0;
    if (statistical) return c * std::sqrt(k) * u;
    return c * k * u / (1 - k * u);
  }
  double gamma_real(double k) const { return gamma(k, unit_roundoff()); }
  double gamma_double(double k) const { return gamma(k, 0x1p-53); }
  static double unit_roundoff() { return sizeof(real) == 4 ? 0x1p-24 : 0x1p-53; }
};

/// An array on the device, dense and row-major.
struct DeviceArray {
  real* data = nullptr;
  std::size_t rows = 0, cols = 0;
  std::size_t size() const { return rows * cols; }
};
using Arrays = std::map<std::string, DeviceArray>;

/// The result of a verification.
struct Found {
  bool right = false;
  unsigned long long wrong = 0;  // elements outside their bound, if counted
};

class DeviceReference {
 public:
  virtual ~DeviceReference() = default;

  /// Whether make() and verify() support such problems. Otherwise the reference is used.
  virtual bool supports(const Facts& facts) const = 0;

  /// Writes the inputs and the initial values of in/out arrays. `arrays` contains all arrays;
  /// outputs are left alone. Work is enqueued on the legacy default stream and need not be complete
  /// on return.
  virtual void make(const Facts& facts, const Arrays& arrays) = 0;

  /// `inputs`: as make() left them (in/out arrays: the initial values). `outputs`: the writable
  /// arrays as returned. `returned`: the function's return value. Changes neither. Returns when the
  /// work is complete.
  virtual Found verify(const Facts& facts, const Arrays& inputs, const Arrays& outputs,
                       long long returned) = 0;
};

/// Throws std::runtime_error with the place and CUDA's message.
inline void check_cuda(cudaError_t error, const char* what) {
  if (error != cudaSuccess)
    throw std::runtime_error(std::string(what) + ": " + cudaGetErrorString(error));
}

/// Device memory for verification. Reused, because allocation is slow.
class Scratch {
 public:
  Scratch() = default;
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch() { cudaFree(memory_); }

  /// Room for `count` values of T; previous contents are lost.
  template <class T>
  T* room(std::size_t count) {
    if (count * sizeof(T) > bytes_) {
      cudaFree(memory_);
      memory_ = nullptr;
      bytes_ = 0;
      check_cuda(cudaMalloc(&memory_, count * sizeof(T)), "memory for verification");
      bytes_ = count * sizeof(T);
    }
    return static_cast<T*>(memory_);
  }

 private:
  void* memory_ = nullptr;
  std::size_t bytes_ = 0;
};

/// The lab's object, defined in labs/<lab>/referee.cu, which ends with
/// WARPGRADE_DEVICE_REFERENCE(Class).
DeviceReference* device_reference();

}  // namespace warpgrade::referee

#define WARPGRADE_DEVICE_REFERENCE(Class)                                           \
  ::warpgrade::referee::DeviceReference* ::warpgrade::referee::device_reference() { \
    static Class side;                                                              \
    return &side;                                                                   \
  }
