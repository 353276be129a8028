// Kernel launches. The rewriter turns k<<<grid, block, shmem, stream>>>(args) into
// simt::launch(k, Site{...}, Config(grid, block, shmem, stream))(args).
#pragma once

#include <new>
#include <type_traits>
#include <utility>

#include "simt/runtime_types.h"
#include "simt/thread.h"

namespace simt {

struct Site {
  const char* name;  // of the kernel, as spelled in the source
  const char* file;
  int line;
  unsigned max_threads = 1024;  // from __launch_bounds__
  dim3 cluster{0, 0, 0};        // from __cluster_dims__
};

struct Config {
  dim3 grid;
  dim3 block;
  size_t shared = 0;  // bytes of dynamic shared memory
  cudaStream_t stream = nullptr;
  Config(dim3 g, dim3 b, size_t bytes = 0, cudaStream_t s = nullptr)
      : grid(g), block(b), shared(bytes), stream(s) {}

  // Set by cudaLaunchCooperativeKernel and the attributes of cudaLaunchKernelEx.
  bool cooperative = false;
  dim3 cluster{0, 0, 0};
  bool programmatic = false;  // may begin before the previous kernel in its stream has ended

  // The source text of the configuration, for messages about a refused launch; null: numbers only.
  const char* grid_text = nullptr;
  const char* block_text = nullptr;
  const char* shared_text = nullptr;
  // Parameters of the enclosing function that occur in the text.
  struct Value {
    const char* name;
    long long value;
  };
  static constexpr unsigned most_values = 4;
  Value values[most_values] = {};
  unsigned value_count = 0;

  Config& spelled(const char* g, const char* b, const char* bytes = nullptr) {
    grid_text = g;
    block_text = b;
    shared_text = bytes;
    return *this;
  }
  template <class T>
  Config& with(const char* name, const T& value) {
    if constexpr (std::is_integral<T>::value)
      if (value_count < most_values) values[value_count++] = {name, static_cast<long long>(value)};
    return *this;
  }
};

// A kernel whose threads only compute, and the function that runs all threads of a block.
template <class K>
struct Plain {
  K* kernel;
  K* block;
};
template <class K>
Plain(K*, K*) -> Plain<K>;

namespace detail {

struct Launch;

// Checks the configuration and allocates a copy of the arguments. Null: the launch is refused and
// the error is set.
void* begin_launch(const Site& site, const Config& config, const void* function, size_t size,
                   size_t alignment);
// Puts the launch that begin_launch opened into its stream.
void commit_launch(void (*run)(void*), void (*destroy)(void*));

// Passes these bytes, a pointer or an object, as argument `number`, counted from 1.
void note_argument(const Site& site, int number, const void* bytes, size_t size);

template <class... A>
void note_arguments(const Site& site, const A&... args) {
  int number = 0;
  [[maybe_unused]] const auto note = [&](const auto& arg) {
    using T = std::decay_t<decltype(arg)>;
    ++number;
    if constexpr (std::is_pointer<T>::value || std::is_class<T>::value)
      note_argument(site, number, &arg, sizeof arg);
  };
  (note(args), ...);
}

template <class Body>
bool submit(const Site& site, const Config& config, const void* function, const Body& body,
            void (*run)(void*) = &run_threads<Body>) {
  void* closure = begin_launch(site, config, function, sizeof(Body), alignof(Body));
  if (!closure) return false;
  new (closure) Body(body);
  commit_launch(run, [](void* p) { static_cast<Body*>(p)->~Body(); });
  return true;
}

template <class T>
struct Decayed {
  using type = T;
};
template <class T>
struct Decayed<T&> : Decayed<T> {};
template <class T>
struct Decayed<T&&> : Decayed<T> {};
template <class T>
struct Decayed<const T> : Decayed<T> {};
template <class T>
struct Decayed<T[]> {
  using type = T*;
};
template <class T, size_t N>
struct Decayed<T[N]> {
  using type = T*;
};

}  // namespace detail

// What a launch stores for an argument: a copy or, for a reference, its address, as nvcc does.
template <class P>
struct Kept {
  P value;
};

// What a thread gets of it. A class with a copy constructor or destructor of its own arrives as its
// bytes: on a GPU neither runs in a kernel. Such a parameter is passed by its address, whether as a
// value or as a reference (Itanium C++ ABI, "Non-Trivial Parameters").
template <class P>
constexpr bool passed_as_bytes =
    std::is_class<P>::value &&
    !(std::is_trivially_copy_constructible<P>::value &&
      std::is_trivially_move_constructible<P>::value && std::is_trivially_destructible<P>::value);

template <class P, bool bytes = passed_as_bytes<P>>
struct Argument {
  using Parameter = P;
  explicit Argument(const P& from) : value(from) {}
  P pass() { return value; }
  const P& look() const { return value; }

  P value;
};
template <class P>
struct Argument<P, true> {
  using Parameter = P&;
  explicit Argument(const P& from) { __builtin_memcpy(bytes, &from, sizeof bytes); }
  P& pass() { return reinterpret_cast<P&>(bytes); }
  const P& look() const { return reinterpret_cast<const P&>(bytes); }

  alignas(P) unsigned char bytes[sizeof(P)];
};

template <class... P>
struct Launcher {
  void (*kernel)(P...);
  Site site;
  Config config;
  void (*block)(P...) = nullptr;  // runs all threads; null: not available

  void operator()(P... args) const { submit(args...); }

  // Returns false if the launch is refused.
  bool submit(P... args) const {
    detail::note_arguments(site, args...);
    if constexpr ((passed_as_bytes<P> || ...)) {
      return submit_bytes(Argument<P>(args)...);
    } else if constexpr ((std::is_reference<P>::value || ...)) {
      return submit_kept(Kept<P>{args}...);
    } else {
      if (block) return submit_block(args...);
      auto body = [f = kernel, args...]() SIMT_UNCHECKED_CALL { f(args...); };
      return detail::submit(site, config, reinterpret_cast<const void*>(kernel), body);
    }
  }

 private:
  bool submit_kept(Kept<P>... args) const {
    auto body = [f = kernel, args...]() SIMT_UNCHECKED_CALL { f(static_cast<P>(args.value)...); };
    return detail::submit(site, config, reinterpret_cast<const void*>(kernel), body);
  }
  bool submit_bytes(Argument<P>... args) const {
    auto f = reinterpret_cast<void (*)(typename Argument<P>::Parameter...)>(kernel);
    auto body = [f, args...]() SIMT_UNCHECKED_CALL { f(Argument<P>(args).pass()...); };
    return detail::submit(site, config, reinterpret_cast<const void*>(kernel), body);
  }
  bool submit_block(P... args) const {
    auto body = [f = block, args...]() { f(args...); };
    return detail::submit(site, config, reinterpret_cast<const void*>(kernel), body,
                          &detail::run_block<decltype(body)>);
  }
};

template <class... P>
Launcher<P...> launch(void (*kernel)(P...), Site site, Config config) {
  return {kernel, site, config};
}

// The same for a kernel that the rewriter knows by name. The launch may mean a variable of that
// name instead.
template <class... P, class K>
Launcher<P...> launch(void (*kernel)(P...), Site site, Config config, Plain<K> plain) {
  if constexpr (std::is_same<K, void(P...)>::value)
    if (kernel == plain.kernel) return {kernel, site, config, plain.block};
  return {kernel, site, config};
}

// For kernels that cannot be named as one function: a template whose arguments are deduced at the
// launch. `call` is a generic lambda that calls it. `references`: a bit mask of the parameters that
// are references; the last bit covers all further ones.
template <unsigned long long references, class Call>
struct GenericLauncher {
  Call call;
  Site site;
  Config config;

  template <class... A>
  void operator()(A&&... args) const {
    if constexpr (references == 0)
      bind(static_cast<typename detail::Decayed<A>::type>(args)...);
    else
      keep(std::index_sequence_for<A...>(), args...);
  }

 private:
  template <class... D>
  void bind(D... args) const {
    detail::note_arguments(site, args...);
    bind_arguments(Argument<D>(args)...);
  }
  // `call` takes references, so that copies are made there, where the check sees what they do.
  template <class... D>
  void bind_arguments(Argument<D>... args) const {
    auto body = [f = call, args...]() SIMT_UNCHECKED_CALL { f(args.look()...); };
    detail::submit(site, config, nullptr, body);
  }
  template <size_t... I, class... A>
  void keep(std::index_sequence<I...>, A&... args) const {
    bind_kept(Kept<typename std::conditional<(references >> (I < 63 ? I : 63) & 1) != 0, A&,
                                             typename detail::Decayed<A>::type>::type>{args}...);
  }
  template <class... K>
  void bind_kept(Kept<K>... args) const {
    auto body = [f = call, args...]() SIMT_UNCHECKED_CALL { f(args.value...); };
    detail::submit(site, config, nullptr, body);
  }
};

template <unsigned long long references = 0, class Call>
GenericLauncher<references, Call> launch_generic(Call call, Site site, Config config) {
  return {call, site, config};
}

// Selects a kernel among functions of its name.
template <class Type>
constexpr Type* the(Type* kernel) {
  return kernel;
}
// The name refers to something other than a function.
template <class Type, class T>
constexpr T&& the(T&& other) {
  return static_cast<T&&>(other);
}

}  // namespace simt
