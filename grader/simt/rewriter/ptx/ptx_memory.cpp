// Loads, stores and atomics, and conversions of addresses (PTX ISA, "Data Movement and
// Conversion").
#include <algorithm>
#include <map>
#include <set>
#include <string>

#include "simt/rewriter/ptx/ptx_families.h"

namespace simt::rewrite {

namespace {

void only_known_accesses(const PtxInstruction& i) {
  for (const std::string& mod : i.mods) {
    const bool hint = mod.rfind("L1::", 0) == 0 || mod.rfind("L2::", 0) == 0;
    static const std::set<std::string_view> known = {
        "global",   "shared",  "shared::cta", "local",   "const", "param::entry",
        "volatile", "relaxed", "acquire",     "release", "weak",  "cta",
        "gpu",      "sys",     "ca",          "cg",      "cs",    "lu",
        "cv",       "nc",      "wb",          "wt",      "v2",    "v4"};
    if (!hint && known.count(mod) == 0 && ptx_type(mod).empty()) throw PtxLack{i.whole};
  }
}

/// Whether another thread may change the value that is read.
bool is_observed(const PtxInstruction& i) {
  return i.has_any({"volatile", "relaxed", "acquire", "release", "cv"});
}

/// The C++ type as which `count` words of the instruction's type are loaded or stored.
std::string memory(const PtxInstruction& i, std::size_t count) {
  const std::string t = i.type();
  if (count > 1) return "simt::ptx::Vector<" + t + ", " + std::to_string(count) + ">";
  return std::string(is_observed(i) ? "volatile " : "") + "simt::ptx::Word<" + t + ">";
}

std::size_t lanes(const PtxInstruction& i) { return i.has("v4") ? 4 : i.has("v2") ? 2 : 1; }

std::string scope_fence(const PtxInstruction& i) {
  return i.has("cta") ? "__threadfence_block(); " : "__threadfence(); ";
}

void load(const PtxInstruction& i, PtxOperands& o) {
  only_known_accesses(i);
  if (i.args.size() < 2) throw PtxLack{i.whole};  // a third one is a cache hint
  const std::size_t count = lanes(i);
  const PtxParts to = o.vector(i.args[0]);
  if (to.size() != count) throw PtxLack{i.whole};
  const std::string from = "reinterpret_cast<const " + memory(i, count) + "*>(" +
                           o.address(i.args[1], i.is_shared()) + ")";
  if (count == 1) {
    o.put(to[0], from + "->value");
  } else {
    o.add("{ const auto simt_read = *" + from + "; ");
    for (std::size_t n = 0; n < count; ++n)
      o.put(to[n], "simt_read.value[" + std::to_string(n) + "]");
    o.add("} ");
  }
  if (is_observed(i)) o.add("simt::ptx::count_poll(); ");
  if (i.has("acquire")) o.add(scope_fence(i));
}

void store(const PtxInstruction& i, PtxOperands& o) {
  only_known_accesses(i);
  if (i.args.size() < 2) throw PtxLack{i.whole};
  const std::size_t count = lanes(i);
  const PtxParts from = o.vector(i.args[1]);
  if (from.size() != count) throw PtxLack{i.whole};
  if (i.has("release")) o.add(scope_fence(i));
  const std::string to =
      "reinterpret_cast<" + memory(i, count) + "*>(" + o.address(i.args[0], i.is_shared()) + ")";
  const std::string t = i.type();
  if (count == 1) {
    o.add(to + "->value = " + o.value(from[0], t) + "; ");
    return;
  }
  std::string values;
  for (const std::string& one : from) values += (values.empty() ? "" : ", ") + o.value(one, t);
  o.add("*" + to + " = {{" + values + "}}; ");
}

void to_address(const PtxInstruction& i, PtxOperands& o) {
  i.need(2);
  const std::string t = "unsigned long long";
  if (!i.is_shared()) return o.put(i.args[0], o.arg(i, 1, t));
  o.put(i.args[0], i.has("to")
                       ? "__cvta_generic_to_shared(simt::ptx::at(" + o.arg(i, 1, t) + ", 0))"
                       : "reinterpret_cast<unsigned long long>(simt::ptx::shared_at(" +
                             o.arg(i, 1, t) + ", 0))");
}

void atomic(const PtxInstruction& i, PtxOperands& o) {
  static const std::map<std::string_view, std::string_view> functions = {
      {"add", "atomicAdd"},   {"min", "atomicMin"}, {"max", "atomicMax"}, {"inc", "atomicInc"},
      {"dec", "atomicDec"},   {"and", "atomicAnd"}, {"or", "atomicOr"},   {"xor", "atomicXor"},
      {"exch", "atomicExch"}, {"cas", "atomicCAS"}};
  const auto function = std::find_if(functions.begin(), functions.end(),
                                     [&](const auto& f) { return i.has(f.first); });
  if (function == functions.end() || i.has_any({"v2", "v4", "noftz"})) throw PtxLack{i.whole};
  std::string t = i.type();
  // Two's complement sums are the same for signed and unsigned types.
  if (t == "long long" && function->first == "add") t = "unsigned long long";
  const std::size_t first = i.op == "atom" ? 1 : 0;
  const std::size_t operands = function->first == "cas" ? 2 : 1;
  if (i.args.size() < first + 1 + operands) throw PtxLack{i.whole};
  std::string call = std::string(function->second) + (i.has("cta") ? "_block(" : "(") +
                     "reinterpret_cast<" + t + "*>(" + o.address(i.args[first], i.is_shared()) +
                     ")";
  for (std::size_t n = 0; n < operands; ++n) call += ", " + o.arg(i, first + 1 + n, t);
  call += ")";
  if (i.has_any({"release", "acq_rel"})) o.add(scope_fence(i));
  if (first == 1)
    o.put(i.args[0], call);
  else
    o.add(call + "; ");
  if (i.has_any({"acquire", "acq_rel"})) o.add(scope_fence(i));
}

void is_in_space(const PtxInstruction& i, PtxOperands& o) {
  i.need(2);
  const char* const function = i.is_shared()     ? "__isShared"
                               : i.has("global") ? "__isGlobal"
                               : i.has("local")  ? "__isLocal"
                                                 : throw PtxLack{i.whole};
  o.put(i.args[0], "(" + std::string(function) + "(simt::ptx::at(" +
                       o.arg(i, 1, "unsigned long long") + ", 0)) != 0)");
}

void policy(const PtxInstruction& i, PtxOperands& o) {
  if (i.args.empty()) throw PtxLack{i.whole};
  o.put(i.args[0], "0ull");
}

void nothing(const PtxInstruction&, PtxOperands&) {}

}  // namespace

bool translate_memory(const PtxInstruction& i, PtxOperands& o) {
  static const PtxTable all = {{"ld", load},
                               {"ldu", load},
                               {"st", store},
                               {"cvta", to_address},
                               {"atom", atomic},
                               {"red", atomic},
                               {"prefetch", nothing},
                               {"prefetchu", nothing},
                               {"pmevent", nothing},
                               {"isspacep", is_in_space},
                               {"createpolicy", policy}};
  return translate_by(all, i, o);
}

}  // namespace simt::rewrite
