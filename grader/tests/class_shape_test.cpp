// Which diagnoses are one mistake.
#include "export/class_shape.h"

#include "tests/catch.h"
#include "tests/class_samples.h"

using namespace warpgrade;

namespace {

std::string shape(const std::string& text) { return shape_of(gist_of(text)); }

}  // namespace

TEST_CASE("diagnoses that differ in numbers and in singular and plural are one") {
  CHECK(shape(samples::last_columns(32, 33)) == shape(samples::last_columns(64, 65)));
  CHECK(shape(samples::last_columns(32, 33)) == shape(samples::last_columns(32, 40)));
  CHECK(shape("Every element is 2 times the right value.") ==
        shape("Every element is 1.629e+09 times the right value."));
  CHECK(shape("your code wrote behind the end of C (31×33): 48 values, the first 1 element past "
              "the last one, where C[31][0] would be. Guard every store by the bounds.") ==
        shape("your code wrote behind the end of x (1 element): 1 value, the first 1 element past "
              "the last one. Guard every store by the bounds."));
}

TEST_CASE("names and places of the student's own make no difference") {
  CHECK(shape("Nothing was written to C: it still holds the garbage that it arrived with.") ==
        shape("Nothing was written to result: it still holds the garbage that it arrived with."));
  CHECK(shape("Thread (0,0,0) of block (1,0,0) reads As[0][0], and thread (0,0,0) writes it at "
              "a.cu:168. Put __syncthreads() between the two.") ==
        shape("Thread (0,1,0) of block (0,0,0) writes tile, and thread (7,0,0) writes it too at "
              "b.cu:9. Put __syncthreads() between the two."));
  CHECK(shape("Thread (0,0,0) of block (0,0,0) reads result, which nothing has written: memory "
              "does not start as zeros.") ==
        shape("Thread (0,0,0) of block (0,0,0) reads element 32 (of 4 bytes) of the array of 252 "
              "bytes allocated at jacobi.cu:21, which nothing has written: memory does not start "
              "as zeros."));
  CHECK(shape("cudaErrorIllegalAddress from sweep at jacobi.cu:10: an illegal memory access was "
              "encountered. Block (0,0,0), thread (0,0,0): freed memory.") ==
        shape("cudaErrorIllegalAddress from step at x.cu:3: an illegal memory access was "
              "encountered. Block (2,0,0), thread (1,0,0): freed memory."));
  CHECK(shape("'sum' was not declared in this scope") ==
        shape("'x' was not declared in this scope"));
}

TEST_CASE("what the pattern says counts, and not the one value before it") {
  const std::string pattern =
      "1 is not finite (NaN or infinity): is memory read that was never set, or is there a "
      "division by zero?";
  CHECK(shape("x[0] is nan and should be -3 (± 7e-07).\n" + pattern) ==
        shape("result[0] is -nan and should be 5 (± 1).\n" + pattern + "\nlargest residual 2"));
  CHECK(shape("C[0] is 2 and should be 3 (± 1).") == no_pattern);
  CHECK(shape("x[0] is 2 and should be 3 (± 1).\nlargest residual 4") == no_pattern);
}

TEST_CASE("different mistakes stay different") {
  const std::vector<std::string> all = {
      samples::last_columns(32, 33),
      "The last row (from row 32 of 33) was never written: a missing tail block; does the grid "
      "cover all rows when their number is no multiple of the block?",
      "Thread (0,0,0) of block (0,0,0) reads As[0][0], and thread (1,0,0) writes it at a.cu:1. Put "
      "__syncwarp() between the two.",
      "Thread (0,0,0) of block (0,0,0) reads As[0][0], and thread (1,0,0) writes it at a.cu:1. Put "
      "__syncthreads() between the two.",
      "Thread (0,0,0) of block (0,0,0) reads element 1 of A (1 element), just past the end. Is a "
      "test like `if (i < n)` missing?",
      "C is transposed: rows and columns are swapped in the index of the store.",
      "no result after 10 s: a loop or a wait that never ends?",
      "expected ';' before 'C'",
      "'sum' was not declared in this scope",
      "C[0] is 2 and should be 3 (± 1)."};
  std::set<std::string> shapes;
  for (const std::string& text : all) {
    CAPTURE(text);
    CHECK(shapes.insert(shape(text)).second);
  }
}

TEST_CASE("any text has a shape") {
  for (const std::string& text :
       {std::string(), std::string("\n\n"), std::string("(((((1"), std::string("[[[]"),
        std::string("'"), std::string(300, '\''), std::string("\xff\xfe 1 \0 x", 9),
        std::string(100000, '('), std::string(100000, '[')})
    CHECK_NOTHROW(shape(text));
}
