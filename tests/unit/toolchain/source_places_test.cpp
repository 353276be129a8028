// What addr2line says, read as places in the submission.
#include "tests/unit/catch.h"
#include "toolchain/compiler_text.h"

using warpgrade::SourceLine;

TEST_CASE("a generated copy is attributed to the line that copies") {
  std::map<std::uint64_t, SourceLine> places{{0x11, {}}, {0x21, {}}, {0x31, {}}, {0x41, {}}};
  warpgrade::read_places(
      "0x0000000000000010\n_ZN5StateC4ERKS_\n/submission/lab.cu:6\n"
      "_Z7advanceP5State\n/submission/lab.cu:13 (discriminator 1)\n"
      "_ZN4simt6detail11run_threadsEv\n/simt/include/simt/thread.h:99\n"
      "0x0000000000000020\n_Z7advanceP5State\n/submission/lab.cu:15\n"
      "_Z5outerv\n/submission/lab.cu:20\n"
      // Not inlined: there is no other line.
      "0x0000000000000030\n_ZN5StateaSERKS_\n/submission/lab.cu:6\n"
      "0x0000000000000040\n??\n??:0\n",
      "/home/ann/lab", places);
  CHECK(places[0x11] == SourceLine{"lab.cu", 13});
  CHECK(places[0x21] == SourceLine{"lab.cu", 15});
  CHECK(places[0x31] == SourceLine{"lab.cu", 6});
  CHECK_FALSE(places[0x41].known());
}
