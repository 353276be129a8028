#include "toolchain/compiler_end.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

using End = CompilerEnd;

End exited(std::string_view program, int status, std::string_view said) {
  Ended ended;
  ended.code = status;
  return compiler_end(program, ended, said);
}

const char* const error = "/submission/matmul.cu:3:1: error: expected ';'\n";

}  // namespace

TEST_CASE("a source error has an ordinary status and a place") {
  CHECK(exited("simtcc", 1, error) == End::refused);
  CHECK(exited("g++", 1, error) == End::refused);
  CHECK(exited("nvcc", 2, "/submission/matmul.cu(8): error: expected a \"}\"\n") == End::refused);
  CHECK(exited("g++", 1, "/submission/a b.h:1:10: fatal error: x.h: No such file or directory\n") ==
        End::refused);
  CHECK(exited("g++", 1,
               "/usr/bin/ld: /out/student.o: in function `f':\n/submission/matmul.cu:12: undefined "
               "reference to `g()'\n") == End::refused);
  CHECK(exited("g++", 1,
               "/usr/bin/ld: /runner/cpu.o: main.cpp:9: multiple definition of `main'; "
               "/out/student.o:/submission/matmul.cu:20: first defined here\n") == End::refused);
  CHECK(exited("simtcc", 0, error) == End::made);
  CHECK(exited("simtcc", 3, "/submission/matmul.cu:2: unsupported: wmma\n") == End::unsupported);
}

TEST_CASE("other statuses, or errors without a place, are odd") {
  CHECK(exited("simtcc", 2, error) == End::odd);
  CHECK(exited("g++", 2, error) == End::odd);
  CHECK(exited("g++", 77, error) == End::odd);
  CHECK(exited("nvcc", 3, error) == End::odd);
  CHECK(exited("g++", 3, error) == End::odd);  // only simtcc has that word
  CHECK(exited("g++", 1, "") == End::odd);
  CHECK(exited("g++", 1, "collect2: error: ld returned 1 exit status\n") == End::odd);
  CHECK(exited("g++", 1, "/submission/matmul.cu:3:1: warning: unused\n") == End::odd);
  CHECK(exited("nvcc", 255, "ptxas error   : Entry function 'k' uses too much shared data\n") ==
        End::odd);
  CHECK(
      exited("g++", 1,
             "/submission/matmul.cu:9:1: fatal error: error writing to /tmp/a.s: No space left on "
             "device\n") == End::odd);
}

TEST_CASE("a signal is detected in the compiler and its child processes") {
  for (const char* said :
       {"g++: fatal error: Killed signal terminated program cc1plus\n",
        "collect2: fatal error: ld terminated with signal 9 [Killed]\n",
        "nvcc error   : 'ptxas' died due to signal 9 (Kill signal)\n",
        "simtcc: simt_rewrite was ended by signal 11\n",
        "/submission/matmul.cu:3:1: internal compiler error: Segmentation fault\n"})
    CHECK(exited("simtcc", 1, error + std::string(said)) == End::killed);
  Ended ended;
  for (const auto how : {Ended::How::signalled, Ended::How::killed}) {
    ended.how = how;
    CHECK(compiler_end("g++", ended, error) == End::killed);
  }
}

TEST_CASE("an exceeded limit is distinguished from a signal") {
  Ended ended;
  for (const auto how : {Ended::How::cpu_limit, Ended::How::memory_limit, Ended::How::output_limit,
                         Ended::How::process_limit}) {
    ended.how = how;
    CHECK(compiler_end("g++", ended, error) == End::limited);
  }
  CHECK(exited("g++", 1,
               "g++: fatal error: File size limit exceeded signal terminated program as\n") ==
        End::limited);
}
