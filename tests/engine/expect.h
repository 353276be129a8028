// A test framework small enough for nvcc on a machine with nothing else: TEST, EXPECT, EXPECT_EQ.
// Every test runs in a child process, since a kernel that fails spoils its process for good; the
// tests that are not ISOLATED share one.
#pragma once

#include <cuda_runtime.h>

#include <sys/wait.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <sstream>
#include <string>
#include <vector>

namespace expect {

struct Test {
  const char* name;
  void (*run)();
  bool isolated;
};

inline std::vector<Test>& tests() {
  static std::vector<Test> all;
  return all;
}

inline int& failures() {
  static int count = 0;
  return count;
}

struct Registration {
  Registration(const char* name, void (*run)(), bool isolated) {
    tests().push_back({name, run, isolated});
  }
};

inline void fail(const char* file, int line, const std::string& what) {
  if (++failures() <= 20) std::printf("%s:%d: failed: %s\n", file, line, what.c_str());
}

template <class T>
std::string text(const T& value) {
  std::ostringstream s;
  s.precision(17);
  s << value;
  return s.str();
}
inline std::string text(cudaError_t e) {
  return std::to_string(static_cast<int>(e)) + " " + cudaGetErrorName(e);
}

template <class A, class B>
void equal(const char* file, int line, const char* what, const A& a, const B& b) {
  if (!(a == b)) fail(file, line, std::string(what) + " (" + text(a) + " and " + text(b) + ")");
}

// Runs `work(i)` for each i below `count`, each in a child process and all of them at once; returns
// their wait statuses.
inline std::vector<int> in_children(int count, const std::function<void(int)>& work) {
  std::fflush(stdout);
  std::vector<pid_t> children;
  for (int i = 0; i < count; ++i) {
    children.push_back(fork());
    if (children.back() == 0) {
      failures() = 0;
      work(i);
      std::fflush(stdout);
      _exit(failures() != 0);
    }
  }
  std::vector<int> statuses;
  for (const pid_t child : children) {
    int status = 0;
    waitpid(child, &status, 0);
    statuses.push_back(status);
  }
  return statuses;
}
inline int in_child(const std::function<void()>& work) {
  return in_children(1, [&](int) { work(); }).front();
}

// Device memory that frees itself.
template <class T>
struct Device {
  T* data = nullptr;
  std::size_t count;
  explicit Device(std::size_t n) : count(n) { cudaMalloc(&data, n * sizeof(T)); }
  explicit Device(const std::vector<T>& v) : Device(v.size()) {
    cudaMemcpy(data, v.data(), v.size() * sizeof(T), cudaMemcpyHostToDevice);
  }
  Device(const Device&) = delete;
  ~Device() { cudaFree(data); }
  std::vector<T> get() const {
    std::vector<T> v(count);
    const cudaError_t e = cudaMemcpy(v.data(), data, count * sizeof(T), cudaMemcpyDeviceToHost);
    if (e != cudaSuccess) fail(__FILE__, __LINE__, "reading back: " + text(e));
    return v;
  }
};

inline int run(int argc, char** argv) {
  int bad = 0, count = 0;
  const auto wanted = [&](const Test& t) { return argc < 2 || std::strstr(t.name, argv[1]); };
  const auto judge = [&](int status, const char* name) {
    if (status == 0) return;
    ++bad;
    if (WIFSIGNALED(status)) std::printf("%s: killed by signal %d\n", name, WTERMSIG(status));
  };
  const auto one = [](const Test& t) {
    const int before = failures();
    t.run();
    const cudaError_t e = t.isolated ? cudaSuccess : cudaDeviceSynchronize();
    const cudaError_t last = t.isolated ? cudaSuccess : cudaGetLastError();
    if (e != cudaSuccess) fail(t.name, 0, "left behind: " + text(e));
    if (last != cudaSuccess) fail(t.name, 0, "left behind: " + text(last));
    if (failures() != before) std::printf("test failed: %s\n", t.name);
  };
  judge(in_child([&] {
          for (const Test& t : tests())
            if (!t.isolated && wanted(t)) one(t);
        }),
        "the tests that share a process");
  for (const Test& t : tests()) {
    if (!wanted(t)) continue;
    ++count;
    if (t.isolated) judge(in_child([&] { one(t); }), t.name);
  }
  std::printf("%s: %d tests%s\n", argv[0], count, bad ? ", FAILED" : ", all passed");
  return bad != 0;
}

}  // namespace expect

#define EXPECT_TEST_(name, isolated)                                          \
  static void name();                                                         \
  static const expect::Registration name##_registered{#name, name, isolated}; \
  static void name()
#define TEST(name) EXPECT_TEST_(name, false)
#define ISOLATED_TEST(name) EXPECT_TEST_(name, true)
#define EXPECT(condition) ((condition) ? void() : expect::fail(__FILE__, __LINE__, #condition))
#define EXPECT_EQ(a, b) expect::equal(__FILE__, __LINE__, #a " == " #b, a, b)

int main(int argc, char** argv) { return expect::run(argc, argv); }
