// Who verifies a result of variants, and what is said where nobody does.
#include "variants/variant_verifier.h"

#include "tests/unit/catch.h"

using namespace warpgrade;
using Catch::Contains;

namespace {

const Work short_work{2e9, 12e6}, long_work{2e12, 1.2e9};

RefereeHelp without_gpu() {
  RefereeHelp help;
  help.gpu = false;
  return help;
}

RefereeHelp without_device_reference() {
  RefereeHelp help;
  help.device_reference = false;
  return help;
}

RefereeHelp without_room() {
  RefereeHelp help;
  help.wanted_bytes = 3ull << 30;
  help.free_bytes = (3ull << 30) - 1;
  return help;
}

RefereeHelp not_served() {
  RefereeHelp help;
  help.supported = false;
  return help;
}

RefereeHelp failed() {
  RefereeHelp help;
  help.failure = "memory for verification: out of memory";
  return help;
}

}  // namespace

TEST_CASE("verification is not quick with many operations or many bytes") {
  CHECK(is_quickly_verified(short_work));
  CHECK(is_quickly_verified({3e11, 4.5e8}));
  CHECK_FALSE(is_quickly_verified({3.1e11, 1}));
  CHECK_FALSE(is_quickly_verified({1, 4.6e8}));
  CHECK_FALSE(is_quickly_verified(long_work));
}

TEST_CASE("the reference verifies quick problems, the referee the rest") {
  for (const Verify wanted : {Verify::unless_long, Verify::always}) {
    CHECK(verifier_for(wanted, short_work, {}).verified_by == Verifier::reference);
    CHECK(verifier_for(wanted, short_work, without_gpu()).verified_by == Verifier::reference);
    CHECK(verifier_for(wanted, long_work, {}).verified_by == Verifier::referee);
    CHECK(verifier_for(wanted, long_work, {}).why_unverified.empty());
  }
}

TEST_CASE("nothing verifies, and no reason is given, if verification is off") {
  for (const Work& work : {short_work, long_work}) {
    for (const RefereeHelp& help : {RefereeHelp{}, failed()}) {
      const VerifierChoice choice = verifier_for(Verify::never, work, help);
      CHECK(choice.verified_by == Verifier::nobody);
      CHECK(choice.why_unverified.empty());
    }
  }
}

TEST_CASE("without the referee the reference verifies long problems if all must be verified") {
  for (const RefereeHelp& help :
       {without_gpu(), without_device_reference(), without_room(), not_served(), failed()})
    CHECK(verifier_for(Verify::always, long_work, help).verified_by == Verifier::reference);
}

TEST_CASE("the result says why the referee cannot verify") {
  const auto why = [](const RefereeHelp& help) {
    const VerifierChoice choice = verifier_for(Verify::unless_long, long_work, help);
    CHECK(choice.verified_by == Verifier::nobody);
    return choice.why_unverified;
  };
  CHECK_THAT(why(without_device_reference()), Contains("the lab has no referee.cu."));
  CHECK_THAT(why(without_room()), Contains("takes 3.0 GiB of its memory, of which 3.0 are free."));
  CHECK_THAT(why(not_served()), Contains("does not support such problems."));
  CHECK_THAT(why(failed()), Contains("memory for verification: out of memory."));
  CHECK(why(without_gpu()).empty());  // of all sizes on the CPU engine: figures say it once
}

TEST_CASE("problems that exactly fill the memory are verified on the device") {
  RefereeHelp help = without_room();
  help.free_bytes = help.wanted_bytes;
  CHECK(why_no_help(help).empty());
}
