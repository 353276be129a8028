#include "simt/rewriter/waiting_loops.h"

#include "simt/tests/rewriting.h"
#include "tests/catch.h"

namespace simt::rewrite {
namespace {

bool lets_others_run(const std::string& statements) {
  const Rewritten r = rewritten(
      "__device__ volatile int flag; __device__ int x; __global__ void k() { " + statements + " }");
  CHECK(r.messages.empty());
  return r.has("looked()");
}

TEST_CASE("A loop that does nothing but look lets others run") {
  CHECK(lets_others_run("while (flag == 0);"));
  CHECK(lets_others_run("while (flag == 0) {}"));
  CHECK(lets_others_run("for (; flag == 0;) {}"));
  CHECK(lets_others_run("do { x = flag; } while (x == 0);"));
  CHECK(lets_others_run("auto f = [&] { while (flag == 0) {} }; f();"));
}

TEST_CASE("A loop that does something is left alone, and so is the end of a do") {
  CHECK_FALSE(lets_others_run("while (flag == 0) x += 1;"));
  CHECK_FALSE(lets_others_run("do { x += 1; x += 2; } while (flag == 0);"));
  CHECK_FALSE(lets_others_run("do x = flag; while (x == 0);"));
  CHECK_FALSE(rewritten("__global__ void k(int* p) { while (*p == 0); }").has("looked()"));
  CHECK_FALSE(rewritten("volatile int v; void f() { while (v == 0); }").has("looked()"));
  CHECK_FALSE(rewritten("__global__ void k(int* p) { asm volatile(\"\"); while (*p == 0); }")
                  .has("looked()"));
}

}  // namespace
}  // namespace simt::rewrite
