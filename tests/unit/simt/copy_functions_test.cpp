#include "simt/copy_functions.h"

#include "tests/unit/catch.h"

TEST_CASE("A function that copies its class is known by its symbol") {
  using simt::copies_its_class;
  struct Row {
    const char* symbol;
    bool copies;
  };
  const Row rows[] = {
      {"_ZN5StateC4ERKS_", true},  // State::State(const State&)
      {"_ZN5StateC2EOS_", true},   // State::State(State&&)
      {"_ZN5StateaSERKS_", true},  // State::operator=(const State&)
      {"_ZN3lab6TripleIdEC1ERKS1_",
       true},                             // lab::Triple<double>::Triple(const lab::Triple<double>&)
      {"_ZZ1kPiENKUlvE_C4ERKS0_", true},  // of a lambda
      {"_ZN5StateC4Ev", false},           // State::State()
      {"_ZN5StateC4Ed", false},           // State::State(double)
      {"_ZN5StateC4ERKS_i", false},       // State::State(const State&, int)
      {"_ZN5StatepLERKS_", false},        // State::operator+=(const State&)
      {"_Z7advanceP5StatePi", false},     // a kernel
      {"_ZN5StateC4ERK5Other", false},    // State::State(const Other&)
      {"aSERKS_", false},
      {"??", false},
      {"", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.symbol);
    CHECK(copies_its_class(row.symbol) == row.copies);
  }
}
