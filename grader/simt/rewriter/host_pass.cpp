#include "simt/rewriter/host_pass.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "simt/rewriter/scopes.h"

namespace simt::rewrite {

namespace {

/// One of the texts.
struct Pass {
  Pass(std::string_view text, const std::string& name, const Ownership& ownership,
       Diagnostics& diagnostics)
      : source(read_source(text, name, ownership, diagnostics)),
        program(source, diagnostics),
        scopes(program, diagnostics) {}
  // Not copyable: the members refer to each other.
  Pass(const Pass&) = delete;
  Pass& operator=(const Pass&) = delete;

  Source source;
  Program program;
  Scopes scopes;
};

/// A token, or a whole function that both texts have.
struct Element {
  std::size_t begin = 0, end = 0;  // tokens
  std::size_t function = none;     // its number in the device's text
};

/// Elements [begin, end) of each text, which differ.
struct Difference {
  std::size_t device_begin, device_end, host_begin, host_end;
};

bool same_spelling(const Program& a, std::size_t a_begin, std::size_t a_end, const Program& b,
                   std::size_t b_begin, std::size_t b_end) {
  if (a_end - a_begin != b_end - b_begin) return false;
  for (; a_begin < a_end; ++a_begin, ++b_begin)
    if (a[a_begin].text != b[b_begin].text) return false;
  return true;
}

/// The body's last token is its `}`.
bool has_body(const Program& p, const Function& f) {
  return f.body != none && p.partner(f.body) != none;
}

/// The host's function for each of the device's, by number.
class Pairs {
 public:
  Pairs(const Pass& device, const Pass& host)
      : host_functions_(device.scopes.functions().size(), none) {
    pair(device, host, place);
    pair(device, host, meaning);  // both branches of an #if define it
  }
  std::size_t host_function(std::size_t device) const { return host_functions_[device]; }
  const std::unordered_map<std::size_t, std::size_t>& device_functions() const {
    return device_functions_;
  }

 private:
  using Key = std::string (*)(const Program&, const Function&);
  static std::string place(const Program& p, const Function& f) {
    return p.file(f.name_token) + ':' + std::to_string(p[f.name_token].line) + ':' +
           std::string(f.name);
  }
  static std::string meaning(const Program& p, const Function& f) {
    return f.path + std::string(f.name) + p.spelled(f.parameters, p.past(f.parameters));
  }

  /// Several functions may have one key, such as those that one line's macro makes: by order.
  void pair(const Pass& device, const Pass& host, Key key) {
    std::map<std::string, std::vector<std::size_t>> waiting;
    const auto& theirs = host.scopes.functions();
    for (std::size_t i = theirs.size(); i-- > 0;)
      if (has_body(host.program, theirs[i]) && device_functions_.count(i) == 0)
        waiting[key(host.program, theirs[i])].push_back(i);
    const auto& ours = device.scopes.functions();
    for (std::size_t i = 0; i < ours.size(); ++i) {
      if (!has_body(device.program, ours[i]) || host_functions_[i] != none) continue;
      const auto found = waiting.find(key(device.program, ours[i]));
      if (found == waiting.end() || found->second.empty()) continue;
      const Function& host_function = theirs[found->second.back()];
      if (!same_spelling(device.program, ours[i].begin, ours[i].body, host.program,
                         host_function.begin, host_function.body))
        continue;
      host_functions_[i] = found->second.back();
      device_functions_[host_functions_[i]] = i;
      found->second.pop_back();
    }
  }

  std::vector<std::size_t> host_functions_;
  std::unordered_map<std::size_t, std::size_t> device_functions_;
};

/// `number(f)`: the number in the device's text of the function f, or none.
template <class Number>
std::vector<Element> elements(const Pass& pass, const Number& number) {
  std::unordered_map<std::size_t, std::size_t> begins;
  const auto& functions = pass.scopes.functions();
  for (std::size_t f = 0; f < functions.size(); ++f)
    if (number(f) != none) begins[functions[f].begin] = f;
  std::vector<Element> all;
  for (std::size_t i = 0; i < pass.program.size();) {
    const auto at = begins.find(i);
    if (at == begins.end()) {
      all.push_back({i, i + 1, none});
    } else {
      all.push_back({i, pass.program.past(functions[at->second].body), number(at->second)});
    }
    i = all.back().end;
  }
  return all;
}

/// Whether [begin, end) is nothing but definitions of functions.
bool only_functions(const Pass& pass, std::size_t begin, std::size_t end) {
  std::unordered_map<std::size_t, std::size_t> bodies;
  for (const Function& f : pass.scopes.functions())
    if (has_body(pass.program, f)) bodies[f.begin] = f.body;
  while (begin < end) {
    const auto found = bodies.find(begin);
    if (found == bodies.end()) return false;
    begin = pass.program.past(found->second);
  }
  return begin == end;
}

class Joining {
 public:
  Joining(const Pass& device, const Pass& host, Diagnostics& diagnostics)
      : device_(device), host_(host), diagnostics_(diagnostics), pairs_(device, host) {}

  std::string run() {
    const auto ours = elements(
        device_, [&](std::size_t f) { return pairs_.host_function(f) == none ? none : f; });
    const auto theirs = elements(host_, [&](std::size_t f) {
      const auto found = pairs_.device_functions().find(f);
      return found == pairs_.device_functions().end() ? none : found->second;
    });
    for (const Difference& each : differences(ours, theirs)) join(each, ours, theirs);
    for (const Element& each : ours)
      if (each.function != none) join_bodies(each.function);
    look_for_headers();
    return applied();
  }

 private:
  struct Insertion {
    std::size_t at, until;  // bytes of the device's text that it replaces
    std::string text;
  };

  bool same(const Element& ours, const Element& theirs) const {
    if (ours.function != none || theirs.function != none) return ours.function == theirs.function;
    const Token &a = device_.program[ours.begin], &b = host_.program[theirs.begin];
    return a.line == b.line && a.text == b.text &&
           device_.source.files[a.file] == host_.source.files[b.file];
  }

  /// The nearest elements that are the same end a difference.
  std::vector<Difference> differences(const std::vector<Element>& ours,
                                      const std::vector<Element>& theirs) const {
    std::vector<Difference> all;
    std::size_t i = 0, j = 0;
    while (i < ours.size() || j < theirs.size()) {
      if (i < ours.size() && j < theirs.size() && same(ours[i], theirs[j])) {
        ++i, ++j;
        continue;
      }
      Difference next{i, ours.size(), j, theirs.size()};
      const std::size_t furthest = ours.size() - i + theirs.size() - j;
      for (std::size_t distance = 1; distance < furthest; ++distance) {
        const std::size_t most = std::min(distance, ours.size() - i);
        std::size_t mine = distance - std::min(distance, theirs.size() - j);
        while (mine <= most && (i + mine == ours.size() || j + distance - mine == theirs.size() ||
                                !same(ours[i + mine], theirs[j + distance - mine])))
          ++mine;
        if (mine > most) continue;
        next.device_end = i + mine, next.host_end = j + distance - mine;
        break;
      }
      all.push_back(next);
      i = next.device_end, j = next.host_end;
    }
    return all;
  }

  /// Outside of functions that both texts have.
  void join(const Difference& d, const std::vector<Element>& ours,
            const std::vector<Element>& theirs) {
    if (d.host_begin == d.host_end) return;  // for devices only
    const std::size_t host_begin = theirs[d.host_begin].begin,
                      host_end = theirs[d.host_end - 1].end;
    const std::size_t at =
        d.device_begin < ours.size() ? ours[d.device_begin].begin : device_.program.size();
    const std::size_t end = d.device_begin == d.device_end ? at : ours[d.device_end - 1].end;
    if (at == end ||
        (only_functions(device_, at, end) && only_functions(host_, host_begin, host_end)))
      return insert(device_.program[at].offset, host_text(host_begin, host_end) + back_to(at));
    if (same_spelling(device_.program, at, end, host_.program, host_begin, host_end) ||
        (only_specifiers(device_.program, at, end) &&
         only_specifiers(host_.program, host_begin, host_end)))
      return;
    const Token& token = device_.program[at];
    diagnostics_.unsupported(
        token.file, token.line,
        "__CUDA_ARCH__ makes this declaration another one for the host: make the choice in the "
        "body of a function");
  }

  /// Those that decide how a function or an object is stored or compiled, not what it means.
  static bool only_specifiers(const Program& p, std::size_t begin, std::size_t end) {
    static constexpr std::string_view words[] = {
        "__align__",         "__attribute__", "__device__",   "__forceinline__",
        "__host__",          "__inline__",    "__noinline__", "__restrict__",
        "__launch_bounds__", "alignas",       "inline",       "static"};
    while (begin < end && is_one_of(p[begin].text, words))
      begin = p.is(begin + 1, "(") ? p.past(begin + 1) : begin + 1;
    return begin >= end;
  }

  void join_bodies(std::size_t number) {
    const Function& f = device_.scopes.functions()[number];
    const Function& host_function = host_.scopes.functions()[pairs_.host_function(number)];
    const Program& p = device_.program;
    const std::size_t close = p.partner(f.body),
                      host_close = host_.program.partner(host_function.body);
    if (same_spelling(p, f.body, close, host_.program, host_function.body, host_close)) return;
    if (!f.runs_on_host()) return;
    const std::string text = host_text(host_function.body + 1, host_close);
    // A constexpr function without specifiers may be called by kernels, too.
    if (f.runs_on_device() || f.is_constexpr) {
      insert(p[f.body].offset + 1, " if (simt_runs_on_device()) {");
      insert(p[close].offset, "} else {" + text + back_to(close) + "}");
      return;
    }
    for (std::size_t i = f.body; i < close; ++i)
      if (p.is(i, "__device__")) return refuse_device_lambda(i);
    insertions_.push_back({p[f.body].offset + 1, p[close].offset, text + back_to(close)});
  }

  void refuse_device_lambda(std::size_t token) {
    diagnostics_.unsupported(device_.program[token].file, device_.program[token].line,
                             "a lambda for devices in a host function that asks for "
                             "__CUDA_ARCH__: make the lambda in a function that does not");
  }

  /// Of a header that only the host includes the text is missing here.
  void look_for_headers() {
    std::set<std::pair<std::string, std::uint32_t>> known;
    for (const Preprocessed& each : device_.source.preprocessed)
      if (each.is_header()) known.emplace(device_.source.files[each.file], each.line);
    for (const Preprocessed& each : host_.source.preprocessed) {
      if (!each.is_header() || known.count({host_.source.files[each.file], each.line}) != 0)
        continue;
      const auto& files = device_.source.files;
      const auto file = std::find(files.begin(), files.end(), host_.source.files[each.file]);
      if (file != files.end())
        diagnostics_.unsupported(static_cast<std::uint32_t>(file - files.begin()), each.line,
                                 "a header that is included without __CUDA_ARCH__ only: include "
                                 "it in any case");
    }
  }

  void insert(std::size_t offset, std::string text) {
    insertions_.push_back({offset, offset, std::move(text)});
  }

  static std::string linemarker(const Source& source, const Token& token) {
    return "\n# " + std::to_string(token.line) + ' ' + string_literal(source.files[token.file]) +
           '\n';
  }
  std::string host_text(std::size_t begin, std::size_t end) const {
    if (begin == end) return "";
    std::string text = linemarker(host_.source, host_.program[begin]);
    for (std::size_t i = begin; i < end; ++i) {
      const Token &token = host_.program[i], &next = host_.program[i + 1];
      text += host_.source.text.substr(token.offset, token.length);
      if (i + 1 == end) break;
      // A header in between stands in the device's text already.
      const std::string_view gap = host_.source.text.substr(
          token.offset + token.length, next.offset - token.offset - token.length);
      text += holds_directive(gap) ? linemarker(host_.source, next) : std::string(gap);
    }
    return text;
  }
  static bool holds_directive(std::string_view gap) {
    for (std::size_t at = gap.find("\n#"); at != gap.npos; at = gap.find("\n#", at + 1))
      if (gap.substr(at + 2, 6) != "pragma") return true;
    return false;
  }
  std::string back_to(std::size_t token) const {
    return linemarker(device_.source, device_.program[token]);
  }

  std::string applied() {
    std::stable_sort(insertions_.begin(), insertions_.end(),
                     [](const Insertion& a, const Insertion& b) { return a.at < b.at; });
    std::string out;
    std::size_t copied = 0;
    for (const Insertion& each : insertions_) {
      out.append(device_.source.text.substr(copied, each.at - copied)).append(each.text);
      copied = each.until;
    }
    return out.append(device_.source.text.substr(copied));
  }

  const Pass& device_;
  const Pass& host_;
  Diagnostics& diagnostics_;
  Pairs pairs_;
  std::vector<Insertion> insertions_;
};

}  // namespace

Result join_host_pass(std::string_view device, std::string_view host, const std::string& name,
                      const Ownership& ownership) {
  Result result;
  const Pass ours(device, name, ownership, result.diagnostics);
  Diagnostics host_diagnostics;
  const Pass theirs(host, name, ownership, host_diagnostics);
  result.files = ours.source.files;
  // What is wrong with the device's text is reported when it is rewritten.
  if (!result.diagnostics.empty() || !host_diagnostics.empty()) {
    result.diagnostics = {};
    result.text = device;
    return result;
  }
  result.text = Joining(ours, theirs, result.diagnostics).run();
  return result;
}

}  // namespace simt::rewrite
