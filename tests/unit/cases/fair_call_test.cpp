#include "cases/fair_call.h"

#include "tests/unit/catch.h"

using namespace warpgrade;

namespace {

CallVerdict claim(Verdict if_submission_fault = Verdict::memory_limit) {
  CallVerdict verdict;
  verdict.verdict = Verdict::grader_error;
  verdict.doubtful = true;
  verdict.if_submission_fault = if_submission_fault;
  verdict.claim = because("blame.claimed", {{"claim", std::string("claim.no-memory")}});
  return verdict;
}

CallVerdict right() { return {}; }

CallVerdict wrong() {
  CallVerdict verdict;
  verdict.verdict = Verdict::wrong;
  verdict.detail = as_text("a wrong value");
  return verdict;
}

FairTrial trial(const std::string& ours, const CallVerdict& alone) {
  return {[ours] { return as_text(ours); }, [alone] { return alone; }, {}};
}

}  // namespace

TEST_CASE("the grader is to blame only if a known-good program fails in the same place") {
  const CallVerdict found = fair_call(claim(), trial("no memory.", claim()));
  CHECK(found.verdict == Verdict::grader_error);
  CHECK_FALSE(found.doubtful);
  CHECK(describe(found.detail) ==
        "a known-good program, started in the same place, had the same trouble: no memory. Grade "
        "again "
        "when `warpgrade doctor` finds nothing.");
}

TEST_CASE("a process that says it twice while a known-good program runs is to blame") {
  const CallVerdict found = fair_call(claim(), trial("", claim()));
  CHECK(found.verdict == Verdict::memory_limit);
  CHECK_FALSE(found.doubtful);
  CHECK_THAT(
      describe(found.detail),
      Catch::Contains("said that there was not enough memory for the case's arrays. It did so "
                      "in two"));
}

TEST_CASE("machine trouble while the call is tried again is a grader error") {
  int asked = 0;
  FairTrial two = trial("", claim());
  two.known_good = [&] { return as_text(asked++ == 0 ? "" : "no device."); };
  CHECK(fair_call(claim(), two).verdict == Verdict::grader_error);
}

TEST_CASE("a submission that is killed twice is to blame, killed once it is not") {
  CallVerdict killed;
  killed.verdict = killed.if_submission_fault = Verdict::crashed;
  killed.doubtful = true;
  killed.detail = as_text("the program ended with signal 9 (Killed).");
  const CallVerdict twice = fair_call(killed, trial("", killed));
  CHECK(twice.verdict == Verdict::crashed);
  CHECK_THAT(describe(twice.detail),
             Catch::Contains("signal 9") && Catch::Contains("in two processes"));
  CHECK(fair_call(killed, trial("", right())).verdict == Verdict::ok);
  CHECK(fair_call(killed, trial("", wrong())).detail == as_text("a wrong value"));
}

TEST_CASE("a call that is late twice is a timeout, late once it is not") {
  CallVerdict late;
  late.verdict = late.if_submission_fault = Verdict::timeout;
  late.doubtful = true;
  late.detail = {because("time.waiting", {{"seconds", std::string("6")}})};
  const CallVerdict twice = fair_call(late, trial("", late));
  CHECK(twice.verdict == Verdict::timeout);
  CHECK_THAT(describe(twice.detail),
             Catch::Contains("no result after 6 s") && Catch::Contains("in two processes"));
  CHECK(fair_call(late, trial("", right())).verdict == Verdict::ok);
  CHECK(fair_call(late, trial("no result.", right())).verdict == Verdict::grader_error);
}

TEST_CASE("wrong values of calls before it do not blame a call") {
  const auto made = [](CallVerdict found, bool alive = true) {
    return [=] { return Replayed{found, alive}; };
  };
  CHECK(last_verdict({made(wrong()), made(right())}).verdict == Verdict::ok);
  CHECK(last_verdict({made(right()), made(wrong())}).verdict == Verdict::wrong);
  CHECK(last_verdict({made(claim()), made(right())}).doubtful);
  CHECK(last_verdict({made(wrong(), false), made(right())}).verdict == Verdict::wrong);
}

TEST_CASE("the submission is to blame for what the calls before it left behind") {
  FairTrial after = trial("", right());
  int replays = 0;
  after.earlier = {{{"case", std::string("a")}, [&] { return ++replays, right(); }},
                   {{"calls", 5}, [&] { return ++replays, claim(); }}};
  const CallVerdict found = fair_call(claim(), after);
  CHECK(found.verdict == Verdict::memory_limit);
  CHECK(replays == 2);
  CHECK_THAT(describe(found.detail),
             Catch::Contains("behind the 5 calls that came before it is not"));
  SECTION("and chance is what never comes again") {
    after.earlier.pop_back();
    CHECK(fair_call(claim(), after).verdict == Verdict::ok);
  }
}
