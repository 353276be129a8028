#include "simt/rewriter/checks/waiting_loops.h"

#include "tests/unit/catch.h"
#include "tests/unit/simt/rewriting.h"

namespace simt::rewrite {
namespace {

Rewritten in_loop_kernel(const std::string& statements) {
  const Rewritten r = rewritten(
      "__device__ volatile int flag; __device__ int x; __global__ void k() { " + statements + " }");
  CHECK(r.messages.empty());
  return r;
}
bool lets_others_run(const std::string& statements) {
  return in_loop_kernel(statements).has("count_poll()");
}
bool counts_iterations(const std::string& statements, const std::string& rewritten) {
  return in_loop_kernel(statements).has(rewritten);
}

TEST_CASE("A loop that does nothing but look lets others run") {
  CHECK(lets_others_run("while (flag == 0);"));
  CHECK(lets_others_run("while (flag == 0) {}"));
  CHECK(lets_others_run("for (; flag == 0;) {}"));
  CHECK(lets_others_run("do { x = flag; } while (x == 0);"));
  CHECK(lets_others_run("auto f = [&] { while (flag == 0) {} }; f();"));
}

TEST_CASE("Of a loop that does more the turns are counted") {
  CHECK(counts_iterations("while (flag == 0) x += 1;",
                          "while (::simt::ptx::count_iteration(), flag == 0) x += 1;"));
  CHECK(counts_iterations("do { x += 1; x += 2; } while (flag == 0);",
                          "} while (::simt::ptx::count_iteration(), flag == 0);"));
  CHECK(counts_iterations("do x = flag; while (x == 0);",
                          "while (::simt::ptx::count_iteration(), x == 0);"));
  CHECK(counts_iterations("for (;;) { if (flag) break; }",
                          "for (;;) { ::simt::ptx::count_iteration(); if"));
  CHECK(counts_iterations("while (true) { if (flag) break; }",
                          "while (true) { ::simt::ptx::count_iteration(); if"));
  CHECK(counts_iterations("do { x += 1; if (flag) break; } while (true);",
                          "do { ::simt::ptx::count_iteration(); x += 1;"));
  CHECK(counts_iterations("for (int i = 0; flag == 0;) ++i;",
                          "for (int i = 0; ::simt::ptx::count_iteration(), flag == 0;) ++i;"));
  CHECK(counts_iterations("for (int i = 0;; ++i) { if (flag) break; }",
                          "for (int i = 0;; ++i) { ::simt::ptx::count_iteration(); if"));
}

TEST_CASE("A loop that counts or declares is left alone, and so are programs without volatile") {
  for (const char* loop : {"for (int i = 0; i < 9; ++i) x += flag;", "while (int y = flag) x = y;",
                           "int y[2]; for (int z : y) x = z;"}) {
    CHECK_FALSE(lets_others_run(loop));
    CHECK_FALSE(in_loop_kernel(loop).has("count_iteration()"));
  }
  for (const char* program :
       {"__global__ void k(int* p) { while (*p == 0); while (*p == 0) ++p; }",
        "volatile int v; void f() { while (v == 0); while (v == 0) v = 1; }",
        "__global__ void k(int* p) { asm volatile(\"\"); while (*p == 0); }"}) {
    CHECK_FALSE(rewritten(program).has("count_poll()"));
    CHECK_FALSE(rewritten(program).has("count_iteration()"));
  }
}

}  // namespace
}  // namespace simt::rewrite
