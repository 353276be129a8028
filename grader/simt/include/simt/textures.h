// Texture fetches and surface accesses of kernels (CUDA C++ Programming Guide, "Texture Fetching").
// Texels are loaded by plain loads, so that the check sees them.
#pragma once

#include <math.h>

#include <type_traits>

#include "simt/arrays.h"
#include "simt/barriers.h"
#include "simt/device_functions.h"

namespace simt::detail {

struct TextureView {
  char* data;
  size_t pitch, plane;  // bytes
  int size[3];          // elements
  int bits, channels;   // bits: per channel
  cudaChannelFormatKind kind;
  cudaTextureAddressMode address[3];
  float border[4];
  bool linear, normalized_values, normalized;
  bool seamless;  // cube maps: filtered across edges
};

TextureView texture_view(unsigned long long object);

// --- vector types: the types of their members
template <class T>
struct Channels {
  using type = T;
  static constexpr int count = 1;
  static T& at(T& v, int) { return v; }
};
#define SIMT_CHANNELS(T, E)                                                                    \
  template <>                                                                                  \
  struct Channels<T##1> {                                                                      \
    using type = E;                                                                            \
    static constexpr int count = 1;                                                            \
    static E& at(T##1 & v, int) { return v.x; }                                                \
  };                                                                                           \
  template <>                                                                                  \
  struct Channels<T##2> {                                                                      \
    using type = E;                                                                            \
    static constexpr int count = 2;                                                            \
    static E& at(T##2 & v, int i) { return i == 0 ? v.x : v.y; }                               \
  };                                                                                           \
  template <>                                                                                  \
  struct Channels<T##4> {                                                                      \
    using type = E;                                                                            \
    static constexpr int count = 4;                                                            \
    static E& at(T##4 & v, int i) { return i == 0 ? v.x : i == 1 ? v.y : i == 2 ? v.z : v.w; } \
  };
SIMT_CHANNELS(char, signed char)
SIMT_CHANNELS(uchar, unsigned char)
SIMT_CHANNELS(short, short)
SIMT_CHANNELS(ushort, unsigned short)
SIMT_CHANNELS(int, int)
SIMT_CHANNELS(uint, unsigned int)
SIMT_CHANNELS(float, float)
#undef SIMT_CHANNELS

#define SIMT_TEXTURE [[gnu::always_inline]] inline

// One channel as its bits.
SIMT_TEXTURE unsigned load_channel(const char* p, int bits) {
  if (bits == 8) return *reinterpret_cast<const unsigned char*>(p);
  if (bits == 16) return *reinterpret_cast<const unsigned short*>(p);
  return *reinterpret_cast<const unsigned*>(p);
}

SIMT_UNCHECKED inline float half_to_float(unsigned bits) {
  const unsigned sign = bits >> 15 << 31, exponent = bits >> 10 & 31, mantissa = bits & 1023;
  if (exponent == 31) return __uint_as_float(sign | 0x7f800000u | mantissa << 13);
  if (exponent != 0) return __uint_as_float(sign | (exponent + 112) << 23 | mantissa << 13);
  const float tiny = static_cast<float>(mantissa) * 5.9604644775390625e-8f;
  return sign ? -tiny : tiny;
}

// A channel's bits as a number, for filtering and for cudaReadModeNormalizedFloat.
SIMT_UNCHECKED inline float channel_as_float(const TextureView& v, unsigned bits) {
  if (v.kind == cudaChannelFormatKindFloat)
    return v.bits == 16 ? half_to_float(bits) : __uint_as_float(bits);
  const float most = v.bits == 8 ? 255.0f : 65535.0f;
  if (v.kind == cudaChannelFormatKindUnsigned)
    return v.normalized_values ? static_cast<float>(bits) / most : static_cast<float>(bits);
  const int value = v.bits == 8    ? static_cast<signed char>(bits)
                    : v.bits == 16 ? static_cast<short>(bits)
                                   : static_cast<int>(bits);
  if (!v.normalized_values) return static_cast<float>(value);
  const float scaled = static_cast<float>(value) / (v.bits == 8 ? 127.0f : 32767.0f);
  return scaled < -1 ? -1.0f : scaled;
}

// The same as an element of the type that the program requests.
template <class E>
SIMT_UNCHECKED inline E channel_as(const TextureView& v, unsigned bits) {
  if constexpr (std::is_same<E, float>::value) {
    if (v.kind != cudaChannelFormatKindFloat && !v.normalized_values)
      return __uint_as_float(bits);  // the element types must match; these are the bits
    return channel_as_float(v, bits);
  } else {
    return static_cast<E>(bits);
  }
}

// The texel for an index outside; -1: the border.
SIMT_UNCHECKED inline int wrapped_index(int i, int size, cudaTextureAddressMode mode) {
  if (i >= 0 && i < size) return i;
  if (mode == cudaAddressModeBorder) return -1;
  if (mode == cudaAddressModeClamp) return i < 0 ? 0 : size - 1;
  const int period = mode == cudaAddressModeMirror ? 2 * size : size;
  int r = i % period;
  if (r < 0) r += period;
  return r < size ? r : period - 1 - r;
}

// Wrapping and mirroring only apply to normalized coordinates; others are clamped.
SIMT_UNCHECKED inline cudaTextureAddressMode effective_address_mode(const TextureView& v,
                                                                    int dimension) {
  const cudaTextureAddressMode mode = v.address[dimension];
  const bool wraps = mode == cudaAddressModeWrap || mode == cudaAddressModeMirror;
  return wraps && !v.normalized ? cudaAddressModeClamp : mode;
}

SIMT_UNCHECKED inline const char* texel_at(const TextureView& v, int x, int y, int z) {
  return v.data + static_cast<size_t>(z) * v.plane + static_cast<size_t>(y) * v.pitch +
         static_cast<size_t>(x) * static_cast<size_t>(v.channels * v.bits / 8);
}

// The position of a coordinate: the lower texel, and the weight of the next one, with 8 bits
// (Guide, "Linear Filtering").
struct Sample {
  int low;
  float weight;
};
SIMT_UNCHECKED inline Sample sample(const TextureView& v, int dimension, float at) {
  if (v.normalized) at *= static_cast<float>(v.size[dimension]);
  if (!v.linear) return {static_cast<int>(floorf(at)), 0};
  const float shifted = at - 0.5f, low = floorf(shifted);
  return {static_cast<int>(low), rintf((shifted - low) * 256.0f) / 256.0f};
}

template <class T>
SIMT_TEXTURE T fetch_texel(const TextureView& v, int x, int y, int z, bool in_border) {
  using C = Channels<T>;
  using E = typename C::type;
  T result{};
  for (int c = 0; c < C::count && c < v.channels; ++c) {
    if (in_border)
      C::at(result, c) = static_cast<E>(v.border[c]);
    else
      C::at(result, c) =
          channel_as<E>(v, load_channel(texel_at(v, x, y, z) + c * (v.bits / 8), v.bits));
  }
  return result;
}

// `layer`: for layered arrays, which are stored like planes; otherwise -1. `outside` returns texels
// for indices outside.
template <class T, int Dimensions, class Outside>
SIMT_TEXTURE T filtered(const TextureView& v, float x, float y, float z, int layer,
                        const Outside& outside) {
  using C = Channels<T>;
  const float at[3] = {x, y, z};
  Sample s[3] = {{0, 0}, {0, 0}, {0, 0}};
  for (int d = 0; d < Dimensions; ++d) s[d] = sample(v, d, at[d]);
  if (layer >= v.size[2]) layer = v.size[2] - 1;
  const auto texel = [&](int dx, int dy, int dz) __attribute__((always_inline)) {
    int i[3] = {0, 0, 0};
    bool in_all = true;
    const int offset[3] = {dx, dy, dz};
    for (int d = 0; d < Dimensions; ++d) {
      i[d] = s[d].low + offset[d];
      in_all = in_all && i[d] >= 0 && i[d] < v.size[d];
    }
    if (layer >= 0) i[2] = layer;
    return in_all ? fetch_texel<T>(v, i[0], i[1], i[2], false) : outside(i[0], i[1], i[2]);
  };
  if (!v.linear) return texel(0, 0, 0);
  if constexpr (std::is_same<typename C::type, float>::value) {
    float sum[4] = {0, 0, 0, 0};
    for (int corner = 0; corner < 1 << Dimensions; ++corner) {
      float weight = 1;
      for (int d = 0; d < Dimensions; ++d)
        weight *= corner >> d & 1 ? s[d].weight : 1 - s[d].weight;
      if (weight == 0) continue;
      T one = texel(corner & 1, corner >> 1 & 1, corner >> 2 & 1);
      for (int c = 0; c < C::count; ++c) sum[c] += weight * C::at(one, c);
    }
    T result{};
    for (int c = 0; c < C::count; ++c) C::at(result, c) = sum[c];
    return result;
  } else {
    return texel(0, 0, 0);
  }
}

template <class T, int Dimensions>
SIMT_TEXTURE T fetch(unsigned long long object, float x, float y, float z, int layer) {
  const TextureView v = texture_view(object);
  return filtered<T, Dimensions>(
      v, x, y, z, layer, [&](int i, int j, int k) __attribute__((always_inline)) {
        int at[3] = {i, j, k};
        bool border = false;
        for (int d = 0; d < Dimensions; ++d) {
          at[d] = wrapped_index(at[d], v.size[d], effective_address_mode(v, d));
          border = border || at[d] < 0;
        }
        return fetch_texel<T>(v, at[0], at[1], at[2], border);
      });
}

// --- cube maps: six faces, each a plane

struct OnCube {
  int face;
  float s, t;  // from 0 to 1
};

// CUDA C++ Programming Guide, "Cubemap Textures".
SIMT_UNCHECKED inline OnCube on_cube(float x, float y, float z) {
  const float ax = fabsf(x), ay = fabsf(y), az = fabsf(z);
  int face;
  float m, s, t;
  if (ax > ay && ax > az) {
    face = x >= 0 ? 0 : 1;
    m = ax, s = x >= 0 ? -z : z, t = -y;
  } else if (ay > az) {
    face = y >= 0 ? 2 : 3;
    m = ay, s = x, t = y >= 0 ? z : -z;
  } else {
    face = z >= 0 ? 4 : 5;
    m = az, s = z >= 0 ? x : -x, t = -y;
  }
  if (m == 0) return {face, 0.5f, 0.5f};
  return {face, (s / m + 1) / 2, (t / m + 1) / 2};
}

// The texel for a position beyond a face's edge: on the adjacent face.
SIMT_UNCHECKED inline void step_over_edge(int size, int* i, int* j, int* face) {
  const float n = static_cast<float>(size);
  const float s = (2.0f * static_cast<float>(*i) + 1.0f) / n - 1.0f;
  const float t = (2.0f * static_cast<float>(*j) + 1.0f) / n - 1.0f;
  const float x[] = {1, -1, s, s, s, -s}, y[] = {-t, -t, 1, -1, -t, -t},
              z[] = {-s, s, t, -t, 1, -1};
  const OnCube to = on_cube(x[*face], y[*face], z[*face]);
  const auto index = [size, n](float at) {
    const int k = static_cast<int>(at * n);
    return k < 0 ? 0 : k >= size ? size - 1 : k;
  };
  *i = index(to.s);
  *j = index(to.t);
  *face = to.face;
}

template <class T>
SIMT_TEXTURE T fetch_cube(unsigned long long object, float x, float y, float z, int layer) {
  TextureView v = texture_view(object);
  v.normalized = true;
  const int layers = v.size[2] / 6, first = 6 * (layer < layers ? layer : layers - 1);
  const OnCube at = on_cube(x, y, z);
  return filtered<T, 2>(
      v, at.s, at.t, 0, first + at.face, [&](int i, int j, int) __attribute__((always_inline)) {
        int face = at.face;
        if (v.seamless)
          step_over_edge(v.size[0], &i, &j, &face);
        else
          i = wrapped_index(i, v.size[0], cudaAddressModeClamp),
          j = wrapped_index(j, v.size[1], cudaAddressModeClamp);
        return fetch_texel<T>(v, i, j, first + face, false);
      });
}

template <class T>
SIMT_TEXTURE T fetch_linear(unsigned long long object, int i) {
  const TextureView v = texture_view(object);
  if (i < 0 || i >= v.size[0]) return T{};
  return fetch_texel<T>(v, i, 0, 0, false);
}

// --- surfaces: x in bytes

SIMT_UNCHECKED inline char* surface_at(const TextureView& v, size_t size, int x, int y, int z,
                                       cudaSurfaceBoundaryMode mode) {
  const int element = v.channels * v.bits / 8, row = v.size[0] * element;
  const auto clamped = [](int i, int end) { return i < 0 ? 0 : i >= end ? end - 1 : i; };
  const bool inside = x >= 0 && x + static_cast<int>(size) <= row && y >= 0 && y < v.size[1] &&
                      z >= 0 && z < v.size[2];
  if (!inside && mode == cudaBoundaryModeTrap) __trap();
  if (!inside && mode == cudaBoundaryModeZero) return nullptr;
  if (!inside) {
    x = clamped(x, row - static_cast<int>(size) + 1);
    y = clamped(y, v.size[1]);
    z = clamped(z, v.size[2]);
  }
  return v.data + static_cast<size_t>(z) * v.plane + static_cast<size_t>(y) * v.pitch +
         static_cast<size_t>(x);
}

template <class T>
SIMT_TEXTURE T surface_read(unsigned long long object, int x, int y, int z,
                            cudaSurfaceBoundaryMode mode) {
  const char* const at = surface_at(texture_view(object), sizeof(T), x, y, z, mode);
  return at ? *reinterpret_cast<const T*>(at) : T{};
}
template <class T>
SIMT_TEXTURE void surface_write(T value, unsigned long long object, int x, int y, int z,
                                cudaSurfaceBoundaryMode mode) {
  char* const at = surface_at(texture_view(object), sizeof(T), x, y, z, mode);
  if (at) *reinterpret_cast<T*>(at) = value;
}

}  // namespace simt::detail

// Each function also has the form that stores through a pointer.
#define SIMT_FETCH(name, parameters, call)                                           \
  template <class T>                                                                 \
  SIMT_TEXTURE T name(cudaTextureObject_t object SIMT_EXPAND parameters) {           \
    return simt::detail::call;                                                       \
  }                                                                                  \
  template <class T>                                                                 \
  SIMT_TEXTURE void name(T* to, cudaTextureObject_t object SIMT_EXPAND parameters) { \
    *to = simt::detail::call;                                                        \
  }
#define SIMT_EXPAND(...) , __VA_ARGS__
#define SIMT_ARGUMENTS(...) __VA_ARGS__

SIMT_FETCH(tex1Dfetch, (int x), fetch_linear<T>(object, x))
SIMT_FETCH(tex1D, (float x), SIMT_ARGUMENTS(fetch<T, 1>(object, x, 0, 0, -1)))
SIMT_FETCH(tex2D, (float x, float y), SIMT_ARGUMENTS(fetch<T, 2>(object, x, y, 0, -1)))
SIMT_FETCH(tex3D, (float x, float y, float z), SIMT_ARGUMENTS(fetch<T, 3>(object, x, y, z, -1)))
SIMT_FETCH(tex1DLayered, (float x, int layer), SIMT_ARGUMENTS(fetch<T, 1>(object, x, 0, 0, layer)))
SIMT_FETCH(tex2DLayered, (float x, float y, int layer),
           SIMT_ARGUMENTS(fetch<T, 2>(object, x, y, 0, layer)))
// There is only one mipmap level.
SIMT_FETCH(tex1DLod, (float x, float), SIMT_ARGUMENTS(fetch<T, 1>(object, x, 0, 0, -1)))
SIMT_FETCH(tex2DLod, (float x, float y, float), SIMT_ARGUMENTS(fetch<T, 2>(object, x, y, 0, -1)))
SIMT_FETCH(tex1DLayeredLod, (float x, int layer, float),
           SIMT_ARGUMENTS(fetch<T, 1>(object, x, 0, 0, layer)))
SIMT_FETCH(tex2DLayeredLod, (float x, float y, int layer, float),
           SIMT_ARGUMENTS(fetch<T, 2>(object, x, y, 0, layer)))
SIMT_FETCH(tex3DLod, (float x, float y, float z, float),
           SIMT_ARGUMENTS(fetch<T, 3>(object, x, y, z, -1)))
SIMT_FETCH(texCubemap, (float x, float y, float z),
           SIMT_ARGUMENTS(fetch_cube<T>(object, x, y, z, 0)))
SIMT_FETCH(texCubemapLod, (float x, float y, float z, float),
           SIMT_ARGUMENTS(fetch_cube<T>(object, x, y, z, 0)))
SIMT_FETCH(texCubemapLayered, (float x, float y, float z, int layer),
           SIMT_ARGUMENTS(fetch_cube<T>(object, x, y, z, layer)))
SIMT_FETCH(texCubemapLayeredLod, (float x, float y, float z, int layer, float),
           SIMT_ARGUMENTS(fetch_cube<T>(object, x, y, z, layer)))
#undef SIMT_FETCH
#undef SIMT_EXPAND
#undef SIMT_ARGUMENTS

#define SIMT_SURFACE_MODE cudaSurfaceBoundaryMode mode = cudaBoundaryModeTrap
#define SIMT_SURFACE(dimensions, parameters, x, y, z)                                     \
  template <class T>                                                                      \
  SIMT_TEXTURE T surf##dimensions##read(cudaSurfaceObject_t object, SIMT_LIST parameters, \
                                        SIMT_SURFACE_MODE) {                              \
    return simt::detail::surface_read<T>(object, x, y, z, mode);                          \
  }                                                                                       \
  template <class T>                                                                      \
  SIMT_TEXTURE void surf##dimensions##read(T* to, cudaSurfaceObject_t object,             \
                                           SIMT_LIST parameters, SIMT_SURFACE_MODE) {     \
    *to = simt::detail::surface_read<T>(object, x, y, z, mode);                           \
  }                                                                                       \
  template <class T>                                                                      \
  SIMT_TEXTURE void surf##dimensions##write(T value, cudaSurfaceObject_t object,          \
                                            SIMT_LIST parameters, SIMT_SURFACE_MODE) {    \
    simt::detail::surface_write(value, object, x, y, z, mode);                            \
  }
#define SIMT_LIST(...) __VA_ARGS__
SIMT_SURFACE(1D, (int at), at, 0, 0)
SIMT_SURFACE(2D, (int at, int row), at, row, 0)
SIMT_SURFACE(3D, (int at, int row, int plane), at, row, plane)
SIMT_SURFACE(1DLayered, (int at, int layer), at, 0, layer)
SIMT_SURFACE(2DLayered, (int at, int row, int layer), at, row, layer)
SIMT_SURFACE(Cubemap, (int at, int row, int face), at, row, face)
// Faces are numbered across all layers.
SIMT_SURFACE(CubemapLayered, (int at, int row, int face), at, row, face)
#undef SIMT_LIST
#undef SIMT_SURFACE
#undef SIMT_SURFACE_MODE

template <class T>
inline cudaChannelFormatDesc cudaCreateChannelDesc() {
  using C = simt::detail::Channels<T>;
  using E = typename C::type;
  const int bits = 8 * static_cast<int>(sizeof(E));
  const auto at = [&](int i) { return i < C::count ? bits : 0; };
  return {at(0), at(1), at(2), at(3),
          std::is_floating_point<E>::value ? cudaChannelFormatKindFloat
          : std::is_signed<E>::value       ? cudaChannelFormatKindSigned
                                           : cudaChannelFormatKindUnsigned};
}
#undef SIMT_TEXTURE
