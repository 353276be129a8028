#include "remedy/host/host_code.h"

#include <algorithm>
#include <map>
#include <string_view>

namespace warpgrade::remedy {

using Kind = Token::Kind;

void HostCode::host_waits(const std::vector<int>& lines) {
  for (const int line : lines) {
    const Function* f = code_.function_at(line);
    if (f == nullptr || f->on_device) continue;
    std::size_t s = code_.listed(code_.statement_at(*f, line));
    for (; s != none; s = code_.listed(code_.statements()[s].parent)) {
      const std::size_t begin = code_.statements()[s].begin;
      const std::size_t call = call_in(code_.statements()[s]);
      Cause cause;
      if (code_.is(call, "cudaMemcpy") && holds(f->open, f->close, "cudaStreamNonBlocking"))
        cause = because("code.stream-of-its-own");
      const auto given = code_.is(call + 1, "(") ? arguments(call + 1) : std::vector<Range>{};
      if (code_.is(call, "cudaMemcpyAsync") && given.size() == 5)
        for (const Launch& launch : launches(*f)) {
          if (launch.name > begin || launch.sizes.size() < 4) continue;
          const std::string its = code_.spelled(launch.sizes[3].begin, launch.sizes[3].end);
          const std::string copys = code_.spelled(given[4].begin, given[4].end);
          if (its != copys)
            cause = because("code.copy-in-other-stream",
                            {{"kernel", code_.spelled(launch.name, launch.name + 1)},
                             {"stream", its},
                             {"other", copys}});
        }
      propose("statement.before", code_.line(begin), "cudaDeviceSynchronize();",
              {{before(begin), "if (" + asks() + ") { cudaDeviceSynchronize(); } "}}, "", cause);
      if (code_.statements()[s].parent == none) break;
    }
  }
}

void HostCode::set_on_device(int line) {
  const Function* f = code_.function_at(line);
  if (f == nullptr || f->on_device) return;
  const std::size_t s = code_.statement_at(*f, line);
  if (s == none || code_.statements()[s].kind != Statement::Kind::other) return;
  const std::size_t begin = code_.statements()[s].begin, end = code_.statements()[s].end - 1;
  std::size_t equals = begin;
  while (equals < end && !code_.is(equals, "=")) ++equals;
  const std::string value = code_.spelled(equals + 1, end);
  if (equals == end || value.find('0') == value.npos ||
      value.find_first_of("123456789") != value.npos)
    return;
  std::string pointer = code_.spelled(begin, equals);
  pointer = pointer[0] == '*' ? pointer.substr(1) : "&" + pointer;
  while (!pointer.empty() && pointer.back() == ' ') pointer.pop_back();
  const std::string call = "cudaMemset(" + pointer + ", 0, sizeof(*" + pointer + "));";
  propose("statement.instead", code_.line(begin), call,
          {{before(begin), "if (" + asks() + ") { " + call + " } else "}},
          code_.spelled(begin, end + 1));
}

void HostCode::manage() {
  bool manages = false;
  for (const Token& token : code_.tokens()) manages |= token.text == "cudaMallocManaged";
  for (const Function& f : code_.functions()) {
    for (std::size_t i = f.open; manages && i + 1 < f.close; ++i) {
      if (!code_.is(i, "cudaMalloc") || !code_.is(i + 1, "(")) continue;
      const std::size_t end = code_.partner(i + 1) + 1;
      const std::string code = "cudaMallocManaged" + spelled_behind(i, end);
      propose("expression.instead", code_.line(i), code,
              around({i, end}, "(" + asks() + " ? " + code + " : ", ")"), code_.spelled(i, end),
              because("code.not-managed"));
    }
  }
}

void HostCode::copy_directions() {
  const auto other = [&](std::size_t i, const char* direction) {
    instead({i, i + 1}, direction, because("code.copy-direction"));
  };
  for (const Function& f : code_.functions()) {
    for (std::size_t i = f.open; i < f.close; ++i) {
      if (code_.is(i, "cudaMemcpyHostToDevice")) other(i, "cudaMemcpyDeviceToHost");
      if (code_.is(i, "cudaMemcpyDeviceToHost")) other(i, "cudaMemcpyHostToDevice");
      // cudaMemcpyFromSymbol(to, symbol, bytes): by default to the host
      const std::string_view call = code_.tokens()[i].text;
      const bool of_symbol = call == "cudaMemcpyFromSymbol" || call == "cudaMemcpyToSymbol";
      if (!of_symbol || !code_.is(i + 1, "(")) continue;
      const auto given = arguments(i + 1);
      if (given.size() == 3)
        propose("expression.instead", code_.line(i),
                code_.spelled(given[2].begin, given[2].end) + ", 0, cudaMemcpyDeviceToDevice",
                {{after(given[2].end - 1),
                  ", 0, " + asks() + " ? cudaMemcpyDeviceToDevice : " +
                      (call == "cudaMemcpyToSymbol" ? "cudaMemcpyHostToDevice"
                                                    : "cudaMemcpyDeviceToHost")}},
                code_.spelled(given[2].begin, given[2].end),
                because("code.default-direction", {{"call", std::string(call)}}));
    }
  }
}

void HostCode::copies_the_other_way() {
  for (const Function& f : code_.functions()) {
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      if ((!code_.is(i, "cudaMemcpy") && !code_.is(i, "cudaMemcpyAsync")) || !code_.is(i + 1, "("))
        continue;
      const auto given = arguments(i + 1);
      if (given.size() < 3) continue;
      const std::string to = code_.spelled(given[0].begin, given[0].end),
                        from = code_.spelled(given[1].begin, given[1].end);
      const auto chosen = [&](const std::string& other) {
        return "(void*)(" + asks() + " ? (const void*)(" + other + ") : (const void*)(";
      };
      std::vector<Insertion> insertions = around(given[0], chosen(from), "))");
      for (Insertion& each : around(given[1], chosen(to), "))"))
        insertions.push_back(std::move(each));
      propose("expression.instead", code_.line(given[0].begin), from + ", " + to,
              std::move(insertions), code_.spelled(given[0].begin, given[1].end),
              because("code.copy-the-other-way", {{"to", to}, {"from", from}}));
    }
  }
}

void HostCode::sizes_in_bytes() {
  // The index of the argument that counts bytes.
  static const std::map<std::string_view, std::size_t> byte_arguments = {
      {"cudaMalloc", 1}, {"cudaMallocManaged", 1}, {"cudaMemcpy", 2}, {"cudaMemcpyAsync", 2},
      {"cudaMemset", 2}, {"cudaMemsetAsync", 2},   {"memcpy", 2},     {"memset", 2}};
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      const auto call = byte_arguments.find(code_.tokens()[i].text);
      if (call == byte_arguments.end() || !code_.is(i + 1, "(")) continue;
      const auto given = arguments(i + 1);
      const bool allocates = call->second == 1;
      if (given.size() > call->second)
        in_bytes(given[call->second], "sizeof(" + element(given[0], allocates) + ")");
    }
    for (const Launch& launch : launches(f)) {
      if (launch.sizes.size() < 3) continue;
      result_in_bytes(code_.spelled(launch.sizes[2].begin, launch.sizes[2].begin + 1));
      in_bytes(launch.sizes[2], "sizeof(real)");
    }
  }
}

/// What the function returns: its other callers may need bytes, too.
void HostCode::result_in_bytes(const std::string& function) {
  for (const Function& f : code_.functions()) {
    if (f.name != function || f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (code_.is(s.begin, "return") && s.end > s.begin + 2)
        in_bytes({s.begin + 1, s.end - 1}, "sizeof(real)");
    }
  }
}

void HostCode::sizes_of_one() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      if (!code_.tokens()[i].text.starts_with("cudaMemset") || !code_.is(i + 1, "(")) continue;
      const auto given = arguments(i + 1);
      if (given.size() < 3 || !holds(given[2].begin, given[2].end, "*")) continue;
      const std::string array = code_.spelled(given[0].begin, given[0].end);
      instead(given[2], "sizeof(*" + array + ")", because("code.bytes-of-one", {{"array", array}}));
    }
  }
}

void HostCode::other_than_bytes() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      if (s.kind != Statement::Kind::other) continue;
      const std::size_t call = call_in(s);
      if (!code_.is(call, "cudaMemset") || !code_.is(call + 1, "(")) continue;
      const auto given = arguments(call + 1);
      if (given.size() != 3 || !code_.is(given[2].begin, "sizeof")) continue;
      const std::string memory = code_.spelled(given[0].begin, given[0].end),
                        value = code_.spelled(given[1].begin, given[1].end),
                        bytes = code_.spelled(given[2].begin, given[2].end);
      // Elements of which all bytes are equal
      if (value == "0" || value == "-1" || value == "0xff" || value == "255") continue;
      const std::string type = code_.spelled(given[2].begin + 2, given[2].end - 1);
      if (type.find('*') != type.npos) continue;
      const std::string code = "{ const " + type + " value = " + value + "; cudaMemcpy(" + memory +
                               ", &value, " + bytes + ", cudaMemcpyHostToDevice); }";
      propose("statement.instead", code_.line(s.begin), code,
              around({s.begin, s.end}, "{ if (" + asks() + ") " + code + " else ", " }"),
              code_.spelled(s.begin, s.end), because("code.sets-bytes", {{"value", value}}));
    }
  }
}

/// The object that `pointer` points to: `*p` for an allocation's `&p`, `x` for a copy to `&x`.
std::string HostCode::element(Range pointer, bool allocates) const {
  std::string text = code_.spelled(pointer.begin, pointer.end);
  const bool address = !text.empty() && text[0] == '&';
  if (address) text.erase(0, 1);
  return address && !allocates ? text : "*" + text;
}

/// Whether a variable of the expression was made with `sizeof`.
bool HostCode::counts_bytes(const Range& size) const {
  const Function* f = code_.function_at(code_.line(size.begin));
  for (std::size_t i = size.begin; f != nullptr && i < size.end; ++i)
    for (std::size_t at = f->open + 1; at + 1 < size.begin; ++at)
      if (code_.tokens()[i].kind == Kind::identifier && code_.is(at, code_.tokens()[i].text) &&
          code_.is(at + 1, "="))
        for (std::size_t end = at + 2; end < size.begin && !code_.is(end, ";"); ++end)
          if (code_.is(end, "sizeof")) return true;
  return false;
}

void HostCode::in_bytes(const Range& size, const std::string& element) {
  const std::string text = code_.spelled(size.begin, size.end);
  if (text.find("sizeof") != text.npos || text == "0" || counts_bytes(size)) return;
  // A variable may already count bytes; only a trial tells.
  const bool is_number = code_.tokens()[size.begin].kind == Kind::number;
  const bool simple = size.end == size.begin + 1;
  const std::string shown = (simple ? text : "(" + text + ")") + " * " + element;
  propose("expression.instead", code_.line(size.begin), shown,
          around(size, "(", ") * (" + asks() + " ? " + element + " : 1)"), text,
          because("code.size-in-elements", {{"bytes", is_number ? text : ""}}));
}

void HostCode::other_sources() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    auto pointers = list_pointers(f);
    // The caller's arrays are what should be copied, so they are no candidates for another source.
    std::erase_if(pointers, [&](const Variable& v) {
      return std::any_of(f.parameters.begin(), f.parameters.end(),
                         [&](const Variable& p) { return p.name == v.name; });
    });
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      const std::string_view name = code_.tokens()[i].text;
      if ((name != "cudaMemcpy" && name != "cudaMemcpyAsync") || !code_.is(i + 1, "(")) continue;
      const auto given = arguments(i + 1);
      if (given.size() < 3) continue;
      const Range source = given[1];
      const auto is_source = [&](const Variable& v) { return code_.is(source.begin, v.name); };
      const auto now = std::find_if(pointers.begin(), pointers.end(), is_source);
      if (now == pointers.end() || source.end != source.begin + 1) continue;
      for (const Variable& other : pointers)
        if (other.name != now->name && other.type == now->type &&
            !holds(given[0].begin, given[0].end, other.name))
          instead(source, other.name, because("code.copy-of-another"));
    }
  }
}

void HostCode::source_by_rounds() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    const auto pointers = list_pointers(f);
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      const std::string_view name = code_.tokens()[i].text;
      if ((name != "cudaMemcpy" && name != "cudaMemcpyAsync") || !code_.is(i + 1, "(")) continue;
      const auto given = arguments(i + 1);
      if (given.size() < 4 || !holds(given[3].begin, given[3].end, "cudaMemcpyDeviceToHost") ||
          given[1].end != given[1].begin + 1)
        continue;
      const std::string now(code_.tokens()[given[1].begin].text);
      for (const Variable& other : pointers) {
        if (other.name == now || !is_exchanged(f, now, other.name)) continue;
        for (const Variable& rounds : f.parameters) {
          if (!is_whole_number(rounds.type) || !counts_launches(f, rounds.name)) continue;
          for (const bool odd : {false, true})
            instead(given[1],
                    rounds.name + " % 2 == 0 ? " + (odd ? now : other.name) + " : " +
                        (odd ? other.name : now),
                    because("code.buffer-by-rounds", {{"one", now}, {"other", other.name}}));
        }
      }
    }
  }
}

/// Whether the name occurs in the head of a loop that launches kernels.
bool HostCode::counts_launches(const Function& f, const std::string& name) const {
  const auto all = launches(f);
  return std::any_of(f.statements.begin(), f.statements.end(), [&](std::size_t index) {
    const Statement& loop = code_.statements()[index];
    if (loop.kind != Statement::Kind::loop || !code_.is(loop.begin + 1, "(")) return false;
    const std::size_t close = code_.partner(loop.begin + 1);
    return holds(loop.begin, close, name) &&
           std::any_of(all.begin(), all.end(), [&](const Launch& launch) {
             return launch.name > close && launch.name < loop.end;
           });
  });
}

/// Whether launches of the function take both, in either order.
bool HostCode::is_exchanged(const Function& f, const std::string& one,
                            const std::string& two) const {
  bool first = false, second = false;
  for (const Launch& launch : launches(f)) {
    std::size_t of_one = none, of_two = none;
    for (std::size_t a = 0; a < launch.arguments.size(); ++a) {
      if (code_.spelled(launch.arguments[a].begin, launch.arguments[a].end) == one) of_one = a;
      if (code_.spelled(launch.arguments[a].begin, launch.arguments[a].end) == two) of_two = a;
    }
    if (of_one == none || of_two == none) continue;
    (of_one < of_two ? first : second) = true;
  }
  return first && second;
}

/// The memory that a call sets: `cudaMemset(norm, 0, bytes);`, `norm.zero();`, `clear(norm);`,
/// `clear<<<1, 1>>>(norm);`; else empty.
std::string HostCode::set_by(const Function& f, const Statement& s) const {
  const std::size_t call = call_in(s);
  const std::string_view name = code_.tokens()[call].text;
  if (code_.is(call + 1, ".") && code_.is(call + 3, "(")) return std::string(name);
  std::vector<Range> given;
  for (const Launch& launch : launches(f))
    if (launch.name == call) given = launch.arguments;
  const bool sets = name.starts_with("cudaMemset") || !name.starts_with("cuda");
  if (code_.is(call + 1, "(") && sets) given = arguments(call + 1);
  return given.empty() ? "" : code_.spelled(given[0].begin, given[0].end);
}

void HostCode::zero_in_each_round() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& loop = code_.statements()[index];
      if (loop.kind != Statement::Kind::loop) continue;
      const bool at_end = code_.is(loop.begin, "do");  // the condition is at the end
      if (!at_end && !code_.is(loop.end - 1, "}")) continue;
      const std::size_t open = at_end ? loop.begin + 1 : code_.partner(loop.end - 1);
      if (!code_.is(open, "{")) continue;
      for (const std::size_t earlier : f.statements) {
        const Statement& s = code_.statements()[earlier];
        if (s.end > loop.begin || s.kind != Statement::Kind::other || !s.listed) continue;
        const std::string memory = set_by(f, s);
        const auto all = launches(f);
        const bool used = std::any_of(all.begin(), all.end(), [&](const Launch& launch) {
          return launch.name > open && launch.name < loop.end &&
                 std::any_of(launch.arguments.begin(), launch.arguments.end(), [&](const Range& r) {
                   return code_.spelled(r.begin, r.end) == memory || holds(r.begin, r.end, memory);
                 });
        });
        if (memory.empty() || !used || open + 2 >= loop.end) continue;
        const std::string call = code_.spelled(s.begin, s.end);
        propose("statement.before", code_.line(open + 1), call,
                {{after(open), " if (" + asks() + ") { " + call + " }"}}, "",
                because("code.set-once", {{"memory", memory}, {"line", code_.line(s.begin)}}));
      }
    }
  }
}

void HostCode::without_static() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    for (const std::size_t index : f.statements) {
      const Statement& s = code_.statements()[index];
      std::size_t equals = s.begin;
      while (equals < s.end && !code_.is(equals, "=")) ++equals;
      if (!s.listed || !code_.is(s.begin, "static") || equals + 1 >= s.end - 1 ||
          code_.tokens()[equals - 1].kind != Kind::identifier)
        continue;
      const std::string name(code_.tokens()[equals - 1].text);
      const bool pointer = holds(s.begin, equals, "*");
      const std::string anew = (pointer ? "cudaFree(" + name + "); " : "") + name + " = " +
                               code_.spelled(equals + 1, s.end - 1) + ";";
      propose("statement.instead", code_.line(s.begin), code_.spelled(s.begin + 1, s.end),
              {{after(s.end - 1), " if (" + asks() + ") { " + anew + " }"}},
              code_.spelled(s.begin, s.end),
              because(pointer ? "code.kept-pointer" : "code.kept-variable", {{"name", name}}));
    }
  }
}

void HostCode::other_pitches() {
  for (const Function& f : code_.functions()) {
    if (f.on_device) continue;
    std::vector<Range> pitches;
    std::vector<std::string> texts;
    for (std::size_t i = f.open; i + 1 < f.close; ++i) {
      if (code_.tokens()[i].text.rfind("cudaMemcpy2D", 0) != 0 || !code_.is(i + 1, "(")) continue;
      const auto given = arguments(i + 1);
      if (given.size() < 6) continue;
      for (const std::size_t which : {1, 3, 4}) {  // dpitch, spitch, width
        const std::string text = code_.spelled(given[which].begin, given[which].end);
        if (which != 4) pitches.push_back(given[which]);
        if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
      }
    }
    for (const Range& pitch : pitches)
      for (const std::string& other : texts)
        if (code_.spelled(pitch.begin, pitch.end) != other)
          instead(pitch, other, because("code.pitch"));
  }
}

void HostCode::zero_results(const std::string& entry) {
  for (const Function& f : code_.functions()) {
    if (f.on_device || f.name != entry) continue;
    for (const Variable& v : f.parameters) {
      if (v.type.find('*') == v.type.npos || v.type.find("const") != v.type.npos) continue;
      const std::string what = "cudaMemset(" + v.name + ", 0, sizeof(*" + v.name + "));";
      propose("function.start", code_.line(f.open), what,
              {{after(f.open), " if (" + asks() + ") { " + what + " }"}}, "",
              because("code.result-not-set"));
    }
  }
}

void HostCode::clear_outputs(const std::string& entry, const Outputs& outputs) {
  for (const Function& f : code_.functions()) {
    if (f.on_device || f.name != entry || f.statements.empty() || !outputs.on_device) continue;
    const std::size_t begin = code_.statements()[f.statements.front()].begin;
    for (const Output& output : outputs.all) {
      if (std::none_of(f.parameters.begin(), f.parameters.end(),
                       [&](const Variable& v) { return v.name == output.name; }))
        continue;
      const std::string call = "cudaMemset(" + output.name + ", 0, sizeof(*" + output.name + ")" +
                               output.elements + ");";
      propose("statement.before", code_.line(begin), call,
              {{before(begin), "if (" + asks() + ") { " + call + " } "}}, "",
              because("code.not-zeroed", {{"what", output.name}}));
    }
  }
}

}  // namespace warpgrade::remedy
