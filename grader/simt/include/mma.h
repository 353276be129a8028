// Tensor cores in C++: nvcuda::wmma ("Warp Matrix Functions" of the CUDA C++ Programming Guide).
// All documented shapes and types except those of namespace experimental.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <type_traits>

#include "simt/matrix.h"

namespace nvcuda::wmma {

struct matrix_a;
struct matrix_b;
struct accumulator;
struct row_major;
struct col_major;
enum layout_t { mem_row_major, mem_col_major };

namespace precision {
struct tf32;
}

namespace detail {

using simt::detail::Fragment;
using simt::detail::Number;

template <class T>
struct Traits;
#define SIMT_NUMBER(T, In, is)                   \
  template <>                                    \
  struct Traits<T> {                             \
    using Stored = In;                           \
    static constexpr Number number = Number::is; \
  };
SIMT_NUMBER(__half, __half, f16)
SIMT_NUMBER(__nv_bfloat16, __nv_bfloat16, bf16)
SIMT_NUMBER(precision::tf32, float, tf32)
SIMT_NUMBER(float, float, f32)
SIMT_NUMBER(double, double, f64)
SIMT_NUMBER(signed char, signed char, s8)
SIMT_NUMBER(unsigned char, unsigned char, u8)
SIMT_NUMBER(int, int, s32)
#undef SIMT_NUMBER

template <class T, class... Others>
constexpr bool is_one_of = (std::is_same_v<T, Others> || ...);

/// The table "Element Types and Matrix Sizes" of the guide.
template <class T>
constexpr bool factor_has_shape(int m, int n, int k) {
  if (std::is_same_v<T, double>) return m == 8 && n == 8 && k == 4;
  if (std::is_same_v<T, precision::tf32>) return m == 16 && n == 16 && k == 8;
  const bool of_16 =
      k == 16 && ((m == 16 && n == 16) || (m == 32 && n == 8) || (m == 8 && n == 32));
  return of_16 && sizeof(typename Traits<T>::Stored) <= 2;
}
template <class T>
constexpr bool sum_has_shape(int m, int n, int k) {
  if (std::is_same_v<T, double>) return factor_has_shape<double>(m, n, k);
  if (std::is_same_v<T, float>)
    return factor_has_shape<__half>(m, n, k) || factor_has_shape<precision::tf32>(m, n, k);
  return factor_has_shape<__half>(m, n, k) && is_one_of<T, int, __half>;
}

/// The types to which products of T may be added, and of the result (the same table).
template <class T, class C, class D>
constexpr bool multiplies() {
  if (std::is_same_v<T, __half>) return is_one_of<C, __half, float> && is_one_of<D, __half, float>;
  if (std::is_same_v<T, double>) return is_one_of<double, C> && is_one_of<double, D>;
  if (is_one_of<T, signed char, unsigned char>) return is_one_of<int, C> && is_one_of<int, D>;
  return is_one_of<float, C> && is_one_of<float, D>;
}

/// How a matrix with `rows` rows and contiguous `columns` is distributed over the lanes: in runs of
/// up to 4 bytes (8 for sums), or transposed if there are too few rows for that.
template <class T>
constexpr Fragment spread(int rows, int columns, bool transposed, int run_bytes) {
  int run = run_bytes / static_cast<int>(sizeof(typename Traits<T>::Stored));
  if (run < 1) run = 1;
  if (rows % 8 != 0) {
    const int swapped = rows;
    rows = columns;
    columns = swapped;
    transposed = !transposed;
  }
  while (columns % (4 * run) != 0) run /= 2;
  return {Traits<T>::number, static_cast<unsigned char>(rows), static_cast<unsigned char>(columns),
          static_cast<unsigned char>(run), transposed};
}

template <class Use, class T, class Layout>
constexpr Fragment make_fragment(int m, int n, int k) {
  if constexpr (std::is_same_v<Use, accumulator>) {
    return spread<T>(m, n, false, 2 * static_cast<int>(sizeof(typename Traits<T>::Stored)));
  } else {
    constexpr bool by_columns = std::is_same_v<Layout, col_major>;
    const int rows = std::is_same_v<Use, matrix_a> ? m : k;
    const int columns = std::is_same_v<Use, matrix_a> ? k : n;
    return by_columns ? spread<T>(columns, rows, true, 4) : spread<T>(rows, columns, false, 4);
  }
}

template <class T, int n>
struct [[gnu::may_alias]] alignas(sizeof(T) * n) Run {
  T element[n];
};

/// Called before a matrix is loaded or stored: waits for the whole warp. The guide requires 32
/// bytes of alignment; adjacent tiles of bytes are 16 apart in NVIDIA's own samples.
template <class T>
[[gnu::always_inline]] inline void meet(const T* matrix, size_t stride, bool by_rows,
                                        const char* file, int line) {
  simt::detail::meet_before_matrix(matrix, stride * sizeof(T), sizeof(T) == 1 ? 16 : 32, by_rows,
                                   file, line);
}

/// This lane's elements of a matrix in memory, by runs if these are contiguous. `visit(address of a
/// run, index of its first element)`.
template <int run, class T, class F>
[[gnu::always_inline]] inline void for_each_run(const Fragment& f, T* p, unsigned stride,
                                                bool contiguous, F visit) {
  const unsigned lane = simt::detail::lane_id();
  for (int i = 0; i < f.of_a_lane(); i += run) {
    const auto row = static_cast<unsigned>(f.row(lane, i)),
               column = static_cast<unsigned>(f.column(lane, i));
    visit(p + (contiguous ? row * static_cast<size_t>(stride) + column
                          : column * static_cast<size_t>(stride) + row),
          i);
  }
}

template <const Fragment& f, class T>
[[gnu::always_inline]] inline void load(T* to, const T* p, unsigned stride, bool contiguous) {
  if (contiguous) {
    for_each_run<f.run>(f, p, stride, true, [&](const T* at, int i) {
      const auto read = *reinterpret_cast<const Run<T, f.run>*>(at);
      for (int e = 0; e < f.run; ++e) to[i + e] = read.element[e];
    });
  } else {
    for_each_run<1>(f, p, stride, false, [&](const T* at, int i) { to[i] = *at; });
  }
}

template <const Fragment& f, class T>
[[gnu::always_inline]] inline void store(const T* from, T* p, unsigned stride, bool contiguous) {
  if (contiguous) {
    for_each_run<f.run>(f, p, stride, true, [&](T* at, int i) {
      Run<T, f.run> written;
      for (int e = 0; e < f.run; ++e) written.element[e] = from[i + e];
      *reinterpret_cast<Run<T, f.run>*>(at) = written;
    });
  } else {
    for_each_run<1>(f, p, stride, false, [&](T* at, int i) { *at = from[i]; });
  }
}

}  // namespace detail

template <class Use, int m, int n, int k, class T, class Layout = void>
class fragment {
 public:
  static constexpr detail::Fragment simt_is = detail::make_fragment<Use, T, Layout>(m, n, k);
  static constexpr bool simt_factor = !std::is_same_v<Use, accumulator>;
  static_assert(simt_factor ? detail::factor_has_shape<T>(m, n, k)
                            : detail::sum_has_shape<T>(m, n, k),
                "wmma has no fragment of this shape and type");
  using element_type = T;
  using storage_element_type = typename detail::Traits<T>::Stored;
  // A GPU stores factors of type half two or four times.
  static constexpr int num_elements =
      simt_factor && std::is_same_v<T, __half> ? 16 : simt_is.of_a_lane();
  static constexpr int num_storage_elements = num_elements;
  storage_element_type x[num_elements];
};

template <class Use, int m, int n, int k, class T, class Layout, class V>
inline void fill_fragment(fragment<Use, m, n, k, T, Layout>& f, const V& value) {
  for (auto& x : f.x)
    x = static_cast<typename fragment<Use, m, n, k, T, Layout>::storage_element_type>(value);
}

template <class Use, int m, int n, int k, class T, class Layout>
[[gnu::always_inline]] inline void load_matrix_sync(fragment<Use, m, n, k, T, Layout>& f,
                                                    const typename detail::Traits<T>::Stored* p,
                                                    unsigned stride,
                                                    const char* file = __builtin_FILE(),
                                                    int line = __builtin_LINE()) {
  using F = fragment<Use, m, n, k, T, Layout>;
  static_assert(F::simt_factor, "an accumulator's layout in memory is the last argument");
  // Transposed once by its layout, and again if the rows are too few.
  constexpr bool contiguous = F::simt_is.transposed == std::is_same_v<Layout, col_major>;
  // ldmatrix can transpose 16-bit elements; bytes that need transposing are loaded one by one.
  constexpr bool along_k = std::is_same_v<Use, matrix_a> == std::is_same_v<Layout, row_major>;
  detail::meet(p, stride, sizeof(*p) == 2 || (sizeof(*p) == 1 && along_k), file, line);
  detail::load<F::simt_is>(f.x, p, stride, contiguous);
  for (int i = F::simt_is.of_a_lane(); i < F::num_elements; ++i)
    f.x[i] = f.x[i - F::simt_is.of_a_lane()];
}

template <int m, int n, int k, class T>
[[gnu::always_inline]] inline void load_matrix_sync(fragment<accumulator, m, n, k, T>& f,
                                                    const T* p, unsigned stride, layout_t layout,
                                                    const char* file = __builtin_FILE(),
                                                    int line = __builtin_LINE()) {
  detail::meet(p, stride, false, file, line);
  detail::load<fragment<accumulator, m, n, k, T>::simt_is>(f.x, p, stride, layout == mem_row_major);
}

template <int m, int n, int k, class T>
[[gnu::always_inline]] inline void store_matrix_sync(T* p,
                                                     const fragment<accumulator, m, n, k, T>& f,
                                                     unsigned stride, layout_t layout,
                                                     const char* file = __builtin_FILE(),
                                                     int line = __builtin_LINE()) {
  detail::meet(p, stride, false, file, line);
  detail::store<fragment<accumulator, m, n, k, T>::simt_is>(f.x, p, stride,
                                                            layout == mem_row_major);
}

/// `saturate`: integer sums are clamped to the range of int.
template <int m, int n, int k, class T, class LayoutA, class LayoutB, class C, class D>
[[gnu::always_inline]] inline void mma_sync(
    fragment<accumulator, m, n, k, D>& d, const fragment<matrix_a, m, n, k, T, LayoutA>& a,
    const fragment<matrix_b, m, n, k, T, LayoutB>& b, const fragment<accumulator, m, n, k, C>& c,
    bool saturate = false, const char* file = __builtin_FILE(), int line = __builtin_LINE()) {
  static_assert(detail::multiplies<T, C, D>(), "wmma has no product of these types");
  simt::detail::multiply_matrices(a.simt_is, a.x, b.simt_is, b.x, c.simt_is, c.x, d.simt_is, d.x,
                                  saturate, file, line);
}

/// Rounds to the 10 bits that tensor cores use; ties go away from zero.
inline float __float_to_tf32(float x) {
  const unsigned bits = __float_as_uint(x);
  if ((bits & 0x7f800000) == 0x7f800000) return x;
  return __uint_as_float((bits + 0x1000) & ~0x1fffu);
}

}  // namespace nvcuda::wmma
