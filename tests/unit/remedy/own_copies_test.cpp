// Variables of which each thread has its own copy, as the source shows them.
#include "remedy/own_copies.h"

#include "tests/unit/catch.h"

using namespace warpgrade::remedy;

namespace {

/// "variable function parameter" of the atomic in the line that begins with the mark.
std::string own_copy(const std::string& text) {
  const Code code(text);
  for (int line = 1; line < 30; ++line) {
    const auto copy = find_own_copy(code, line);
    if (copy) return copy->variable + " " + copy->function + " " + copy->parameter;
  }
  return "";
}

}  // namespace

TEST_CASE("an own copy is a parameter by value, a member of one or a local variable") {
  CHECK(own_copy("__global__ void k(int lock) {\n atomicCAS(&lock, 0, 1);\n}") == "lock k lock");
  CHECK(own_copy("__global__ void k(Lock m) {\n atomicExch(&m.taken, 0);\n}") == "m.taken k m");
  CHECK(
      own_copy("__global__ void k(int* c) {\n int bins[4] = {};\n atomicAdd(&bins[c[0]], 1);\n}") ==
      "bins[c[0]]  ");
}

TEST_CASE("an own copy is followed through member functions, references and pointers") {
  const std::string lock =
      "struct Lock {\n int taken;\n __device__ void take() {\n while (atomicCAS(&taken, 0, 1));\n }"
      "\n};\n";
  CHECK(own_copy(lock + "__global__ void k(int n, const Lock m) { m.take(); }") == "taken k m");
  CHECK(own_copy(lock + "__global__ void k(int n) { Lock m; m.take(); }") == "taken  ");
  CHECK(own_copy("__device__ void take(int& l) {\n atomicCAS(&l, 0, 1);\n}\n"
                 "__device__ void both(int n, int* p) { take(*p); }\n"
                 "__global__ void k(int lock) { both(1, &lock); }") == "l k lock");
}

TEST_CASE("memory that a pointer or reference leads to is no own copy") {
  CHECK(own_copy("__global__ void k(int* lock) {\n atomicCAS(lock, 0, 1);\n}") == "");
  CHECK(own_copy("__device__ int lock;\n__global__ void k() {\n atomicCAS(&lock, 0, 1);\n}") == "");
  CHECK(own_copy("__global__ void k() {\n __shared__ int n;\n atomicAdd(&n, 1);\n}") == "");
  CHECK(own_copy("struct Lock {\n int taken;\n __device__ void take() {\n atomicCAS(&taken, 0, 1);"
                 "\n }\n};\n__global__ void k(Lock* m) { m->take(); }") == "");
}
