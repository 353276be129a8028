#include "remedy/host/streams.h"

#include <algorithm>
#include <map>
#include <set>

namespace warpgrade::remedy {

/// The next launch in the same block after the statement, or `none`.
/// The launches and asynchronous copies behind the statement, in the same block.
std::vector<std::size_t> Streams::work_behind(const Function& f, std::size_t statement) const {
  const Statement& from = code_.statements()[statement];
  std::vector<std::size_t> all;
  for (const std::size_t s : f.statements) {
    const Statement& each = code_.statements()[s];
    if (!each.listed || each.parent != from.parent || each.begin < from.end) continue;
    bool work = code_.tokens()[call_in(each)].text.ends_with("Async");
    for (std::size_t i = each.begin; i + 2 < each.end; ++i)
      work |= code_.is(i, "<") && code_.is(i + 1, "<") && code_.is(i + 2, "<");
    if (work) all.push_back(s);
  }
  return all;
}

void Streams::events_after_work() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const std::size_t s : f.statements) {
      const Statement& each = code_.statements()[s];
      if (each.kind != Statement::Kind::other || !each.listed ||
          !holds(each.begin, each.end, "cudaEventRecord"))
        continue;
      for (const std::size_t work : work_behind(f, s)) {
        const std::size_t last = code_.statements()[work].end - 1;
        const bool copy = code_.tokens()[call_in(code_.statements()[work])].text.ends_with("Async");
        const std::string code = code_.spelled(each.begin, each.end);
        propose("statement.behind", code_.line(last), code,
                {{before(each.begin), "if (!" + asks() + ") { "},
                 {after(each.end - 1), " }"},
                 {after(last), " if (" + asks() + ") { " + code + " }"}},
                "line " + std::to_string(code_.line(each.begin)),
                because("code.event-too-early", {{copy ? "copy" : "launch", "yes"}}));
      }
    }
  }
}

void Streams::waits_of_another_stream() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    std::map<std::string, std::string> recorded_in;  // stream by event
    std::set<std::string> streams;
    const auto call = [&](std::size_t i, std::string_view name) {
      const bool found = code_.is(i, name) && code_.is(i + 1, "(");
      return found ? arguments(i + 1) : std::vector<Range>{};
    };
    const auto text = [&](const Range& r) { return code_.spelled(r.begin, r.end); };
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      if (const auto given = call(i, "cudaEventRecord"); given.size() == 2)
        recorded_in[text(given[0])] = text(given[1]);
      for (const std::string_view creates :
           {"cudaStreamCreate", "cudaStreamCreateWithFlags", "cudaStreamCreateWithPriority"})
        if (const auto given = call(i, creates); !given.empty() && code_.is(given[0].begin, "&"))
          streams.insert(code_.spelled(given[0].begin + 1, given[0].end));
    }
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      const auto given = call(i, "cudaStreamWaitEvent");
      if (given.size() < 2) continue;
      const std::string stream = text(given[0]);
      waits_of_the_other_half(f, given[0], given[1]);
      if (const auto found = recorded_in.find(text(given[1]));
          found == recorded_in.end() || found->second != stream)
        continue;
      for (const std::string& other : streams)
        if (other != stream)
          instead(given[0], other, because("code.waits-for-itself", {{"stream", stream}}));
    }
  }
}

/// `half[1 - d].sent` for `me.sent` of `T& me = half[d];`, where the stream is me's, too.
void Streams::waits_of_the_other_half(const Function& f, Range stream, Range event) {
  if (event.end != event.begin + 3 || !code_.is(event.begin + 1, ".") ||
      code_.spelled(stream.begin, stream.begin + 1) != code_.spelled(event.begin, event.begin + 1))
    return;
  for (std::size_t i = f.open + 1; i + 4 < event.begin; ++i) {
    const bool declared = code_.is(i - 1, "&") && code_.is(i, code_.tokens()[event.begin].text) &&
                          code_.is(i + 1, "=") && code_.is(i + 3, "[");
    if (!declared || !code_.is(code_.partner(i + 3) + 1, ";")) continue;
    const std::string index = code_.spelled(i + 4, code_.partner(i + 3));
    instead(
        event,
        std::string(code_.tokens()[i + 2].text) + "[1 - " + index + "]." +
            std::string(code_.tokens()[event.begin + 2].text),
        because("code.waits-for-itself", {{"stream", code_.spelled(stream.begin, stream.end)}}));
  }
}

std::vector<std::string> Streams::streams_of_copies(const Function& f) const {
  std::vector<std::string> all;
  for (std::size_t i = f.open; i + 1 < f.close; ++i) {
    if (!code_.is(i, "cudaMemcpyAsync") || !code_.is(i + 1, "(")) continue;
    const auto given = arguments(i + 1);
    if (given.size() < 5 || code_.is(given[4].begin, "0")) continue;
    const std::string stream = code_.spelled(given[4].begin, given[4].end);
    if (std::find(all.begin(), all.end(), stream) == all.end()) all.push_back(stream);
  }
  return all;
}

void Streams::launches_in_the_stream() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const std::string& stream : streams_of_copies(f)) {
      std::vector<Remedy> remedies;
      std::vector<Insertion> insertions;
      for (const Launch& launch : launches(f)) {
        if (launch.sizes.size() < 2 || launch.sizes.size() > 3) continue;
        const std::string shared = launch.sizes.size() == 2 ? ", 0, " : ", ";
        const std::size_t last = launch.sizes.back().end - 1;
        const std::string given = code_.spelled(launch.sizes.front().begin, last + 1);
        remedies.push_back(
            {"expression.instead", "", code_.line(last), given + shared + stream, given,
             because(
                 "code.not-in-the-stream",
                 {{"kernel", std::string(code_.tokens()[launch.name].text)}, {"stream", stream}})});
        insertions.push_back({after(last), shared + "(" + asks() + " ? static_cast<cudaStream_t>(" +
                                               stream + ") : cudaStream_t())"});
      }
      propose_together(std::move(remedies), std::move(insertions));
    }
  }
}

void Streams::waits_before_launches(const std::vector<int>& lines) {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const Launch& launch : launches(f)) {
      const bool meant = std::any_of(lines.begin(), lines.end(), [&](int line) {
        const Function* kernel = code_.function_at(line);
        return kernel != nullptr && kernel->kernel && code_.is(launch.name, kernel->name);
      });
      const std::size_t s =
          meant ? code_.listed(code_.statement_at(f, code_.line(launch.name))) : none;
      if (s == none) continue;
      const Cause cause = because("code.streams-do-not-wait");
      // With a loop over the streams inside of that over the steps, they work side by side.
      std::size_t inner = none;  // loop
      for (std::size_t at = s; at != none; at = code_.statements()[at].parent) {
        if (code_.statements()[at].kind != Statement::Kind::loop) continue;
        if (inner != none) put_after("statement.after", inner, "cudaDeviceSynchronize();", cause);
        inner = at;
      }
      const std::size_t begin = code_.statements()[s].begin;
      propose("statement.before", code_.line(begin), "cudaDeviceSynchronize();",
              {{before(begin), "if (" + asks() + ") { cudaDeviceSynchronize(); } "}}, "", cause);
    }
  }
}

}  // namespace warpgrade::remedy
