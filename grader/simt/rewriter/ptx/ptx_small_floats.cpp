// Instructions on 16- and 8-bit floating-point numbers (PTX ISA, "Half Precision Floating Point
// Instructions" and "cvt"), and those on f32 and f64 with other rounding than to nearest.
#include <algorithm>
#include <map>

#include "simt/rewriter/ptx/ptx_families.h"

namespace simt::rewrite {

namespace {

using Text = std::string;

/// For "f16x2": its format in simt::ptx, and whether a register holds two of them.
struct Small {
  Text format;
  bool pair = false;
  explicit operator bool() const { return !format.empty(); }
  Text type() const { return pair ? "unsigned" : "unsigned short"; }
};

Small small(std::string_view mod) {
  static const std::map<std::string_view, Small> all = {
      {"f16", {"F16", false}},    {"f16x2", {"F16", true}},   {"bf16", {"Bf16", false}},
      {"bf16x2", {"Bf16", true}}, {"e4m3x2", {"E4M3", true}}, {"e5m2x2", {"E5M2", true}}};
  const auto found = all.find(mod);
  return found == all.end() ? Small{} : found->second;
}
bool is_of_8_bits(const Small& s) { return s.format == "E4M3" || s.format == "E5M2"; }

Text whole_number(std::string_view mod) {
  static const std::map<std::string_view, const char*> all = {
      {"u8", "unsigned char"}, {"s8", "signed char"},        {"u16", "unsigned short"},
      {"s16", "short"},        {"u32", "unsigned"},          {"s32", "int"},
      {"s64", "long long"},    {"u64", "unsigned long long"}};
  const auto found = all.find(mod);
  return found == all.end() ? "" : found->second;
}

Text rounding(const PtxInstruction& i) {
  return Text("simt::ptx::Rounding::") + (i.has("rz")   ? "zero"
                                          : i.has("rm") ? "down"
                                          : i.has("rp") ? "up"
                                                        : "nearest");
}

void only(const PtxInstruction& i, std::initializer_list<std::string_view> known,
          std::size_t args) {
  if (i.args.size() != args) throw PtxLack{i.whole};
  for (const Text& mod : i.mods)
    if (!small(mod) && whole_number(mod).empty() && mod != "f32" && mod != "f64" &&
        std::find(known.begin(), known.end(), mod) == known.end())
      throw PtxLack{i.whole};
}

// --- arithmetic

/// A C++ function on bits for the instruction on one number: "[](unsigned a, …) { return …; }".
Text operation(const PtxInstruction& i, const Text& format) {
  static const std::map<std::string_view, std::string_view> functions = {
      {"add", "sum F (a, b)"},
      {"sub", "difference F (a, b)"},
      {"mul", "product F (a, b)"},
      {"fma", "fused F (a, b, c)"},
      {"neg", "sign_changed F (a)"},
      {"abs", "without_sign F (a)"},
      {"min", "smallest F (a, b)"},
      {"max", "largest F (a, b)"},
      {"ex2", "encode F (std::exp2(decode F (a)))"},
      {"tanh", "encode F (std::tanh(decode F (a)))"}};
  const auto found = functions.find(i.op);
  if (found == functions.end()) return "";
  Text call(found->second);
  if (i.has("NaN")) call.insert(call.find(' '), "_nan");
  if (i.has("sat")) call = "clamped_to_one F (" + call + ")";
  if (i.has("relu")) call = "not_negative F (" + call + ")";
  for (std::size_t at = 0; (at = call.find(" F ", at)) != call.npos;)
    call.replace(at, 3, "<simt::ptx::" + format + ">");
  return "[](unsigned a, unsigned b, unsigned c) -> unsigned { using namespace simt::detail; "
         "(void)b, (void)c; return " +
         call + "; }";
}

void arithmetic(const PtxInstruction& i, PtxOperands& operands, const Small& s) {
  const std::size_t count = i.op == "fma"                                                       ? 3
                            : i.op == "neg" || i.op == "abs" || i.op == "ex2" || i.op == "tanh" ? 1
                                                                                                : 2;
  only(i, {"rn", "ftz", "sat", "relu", "NaN", "approx"}, count + 1);
  const Text f = operation(i, s.format);
  if (f.empty() || (i.has("NaN") && i.op != "min" && i.op != "max")) throw PtxLack{i.whole};
  Text values;
  for (std::size_t n = 1; n <= 3; ++n)
    values += ", " + (n <= count ? operands.value(i.args[n], s.type()) : "0u");
  operands.put(i.args[0],
               s.pair ? "simt::ptx::of_pairs(" + f + values + ")"
                      : "static_cast<unsigned short>((" + f + ")(" + values.substr(2) + "))");
}

void compare(const PtxInstruction& i, PtxOperands& operands, const Small& s) {
  static const std::map<std::string_view, std::string_view> plain = {
      {"eq", "a == b"},
      {"ne", "a < b || a > b"},
      {"lt", "a < b"},
      {"le", "a <= b"},
      {"gt", "a > b"},
      {"ge", "a >= b"},
      {"equ", "!(a < b || a > b)"},
      {"neu", "!(a == b)"},
      {"ltu", "!(a >= b)"},
      {"leu", "!(a > b)"},
      {"gtu", "!(a <= b)"},
      {"geu", "!(a < b)"},
      {"num", "a == a && b == b"},
      {"nan", "!(a == a && b == b)"}};
  const auto found = i.mods.empty() ? plain.end() : plain.find(i.mods[0]);
  if (s.pair || found == plain.end() || i.args.size() != 3 || i.mods.size() > 2)
    throw PtxLack{i.whole};
  const Text read = "simt::ptx::number<simt::ptx::" + s.format + ">(";
  operands.put(i.args[0], "[](double a, double b) { return " + Text(found->second) + "; }(" + read +
                              operands.value(i.args[1], s.type()) + "), " + read +
                              operands.value(i.args[2], s.type()) + "))");
}

void atomic_addition(const PtxInstruction& i, PtxOperands& operands, const Small& s) {
  const std::size_t at = i.op == "atom" ? 1 : 0;
  if (!i.has("add") || i.has_any({"v2", "v4", "v8", "acquire", "release", "acq_rel"}) ||
      i.args.size() != at + 2)
    throw PtxLack{i.whole};
  PtxInstruction add = i;
  add.op = "add";
  add.mods = {i.mods.back()};
  const Text one = operation(add, s.format);
  const Text sum =
      s.pair ? "[](unsigned a, unsigned b) { return simt::ptx::of_pairs(" + one + ", a, b); }"
             : "[](unsigned a, unsigned b) { return (" + one + ")(a, b, 0); }";
  const bool shared = i.has_any({"shared", "shared::cta"});
  const Text call = "simt::ptx::atomic_add_of_small<" + s.type() + ">(" +
                    operands.address(i.args[at], shared) + ", " +
                    operands.value(i.args[at + 1], s.type()) + ", " + sum + ")";
  if (at == 1)
    operands.put(i.args[0], call);
  else
    operands.add(call + "; ");
}

// --- conversions

/// A source operand as an exact double.
Text exact(const PtxOperands& operands, std::string_view arg, const Text& mod) {
  if (const Small s = small(mod))
    return "simt::ptx::number<simt::ptx::" + s.format + ">(" + operands.value(arg, s.type()) + ")";
  if (mod == "f32") return "simt::ptx::exact(" + operands.value(arg, "float") + ")";
  if (mod == "f64") return operands.value(arg, "double");
  const Text type = whole_number(mod);
  const Text wide = type.empty() || mod[0] == 'u' ? "unsigned long long" : "long long";
  return "simt::ptx::exact(static_cast<" + wide + ">(" + operands.value(arg, type) + "))";
}

const char* to_whole(const PtxInstruction& i) {
  return i.has("rni")   ? "std::nearbyint"
         : i.has("rmi") ? "std::floor"
         : i.has("rpi") ? "std::ceil"
         : i.has("rzi") ? "std::trunc"
                        : nullptr;
}

/// Two numbers in a register: from two operands, the first of which is the upper one, or from a
/// pair.
void convert_pairs(const PtxInstruction& i, PtxOperands& operands, const Text& to,
                   const Text& from) {
  only(i, {"rn", "rz", "relu", "satfinite"}, from == "f32" ? 3 : 2);
  const Small target = small(to), source = small(from);
  Text high, low;
  if (from == "f32") {
    high = exact(operands, i.args[1], from), low = exact(operands, i.args[2], from);
  } else {
    if (!source.pair) throw PtxLack{i.whole};
    const bool bytes = is_of_8_bits(source);
    const Text word = operands.value(i.args[1], bytes ? "unsigned short" : "unsigned"),
               read = "simt::ptx::number<simt::ptx::" + source.format + ">(";
    high = read + word + (bytes ? " >> 8)" : " >> 16)");
    low = read + word + (bytes ? " & 0xff)" : " & 0xffff)");
  }
  const Text made = "simt::ptx::two_rounded<simt::ptx::" + target.format + ">(" + high + ", " +
                    low + (is_of_8_bits(target) ? ", 8, " : ", 16, ") + rounding(i) + ", " +
                    (i.has("satfinite") ? "true" : "false") + ", " +
                    (i.has("relu") ? "true" : "false") + ")";
  operands.put(i.args[0],
               is_of_8_bits(target) ? "static_cast<unsigned short>(" + made + ")" : made);
}

void convert(const PtxInstruction& i, PtxOperands& operands) {
  const Text &to = i.mods[i.mods.size() - 2], &from = i.mods.back();
  const Small target = small(to), source = small(from);
  if (target.pair || source.pair) {
    if (!target.pair) throw PtxLack{i.whole};
    return convert_pairs(i, operands, to, from);
  }
  only(i, {"rn", "rz", "rm", "rp", "rni", "rzi", "rmi", "rpi", "relu", "satfinite", "sat", "ftz"},
       2);
  Text value = exact(operands, i.args[1], from);
  const char* const whole = to_whole(i);
  if (whole) value = Text(whole) + "(" + value + ")";
  if (i.has("sat")) value = "simt::ptx::put_between_zero_and_one(" + value + ")";
  if (target) {
    operands.put(i.args[0], "static_cast<unsigned short>(simt::ptx::rounded<simt::ptx::" +
                                target.format + ">(" + value + ", " + rounding(i) + ", " +
                                (i.has("satfinite") ? "true" : "false") + ", " +
                                (i.has("relu") ? "true" : "false") + "))");
  } else if (to == "f32" || to == "f64") {
    operands.put(i.args[0],
                 Text("static_cast<") + (to == "f32" ? "float" : "double") + ">(" + value + ")");
  } else {
    if (!whole || whole_number(to).empty()) throw PtxLack{i.whole};
    operands.put(i.args[0], "simt::ptx::saturated<" + whole_number(to) + ">(static_cast<float>(" +
                                value + "))");
  }
}

}  // namespace

bool translate_small_floats(const PtxInstruction& i, PtxOperands& operands) {
  if (i.mods.empty()) return false;
  if (i.op == "cvt") {
    if (i.mods.size() >= 2 && i.mods[i.mods.size() - 2] == "tf32") {
      if (!i.has("rna") || i.mods.size() != 3 || i.mods.back() != "f32" || i.args.size() != 2)
        throw PtxLack{i.whole};
      operands.put(i.args[0], "simt::ptx::to_tf32(" + operands.value(i.args[1], "float") + ")");
      return true;
    }
    if (i.mods.size() < 2 || !(small(i.mods.back()) || small(i.mods[i.mods.size() - 2])))
      return false;
    convert(i, operands);
    return true;
  }
  const Small s = small(i.mods.back());
  if (!s || i.op == "cp") return false;
  if (i.op == "setp")
    compare(i, operands, s);
  else if (i.op == "atom" || i.op == "red")
    atomic_addition(i, operands, s);
  else
    arithmetic(i, operands, s);
  return true;
}

namespace {

/// The suffix of CUDA's functions, "_rz"; empty for rounding to nearest.
Text directed(const PtxInstruction& i) {
  return i.has("rz") ? "_rz" : i.has("rm") ? "_rd" : i.has("rp") ? "_ru" : "";
}

bool convert_rounded(const PtxInstruction& i, PtxOperands& operands) {
  static const std::map<std::string_view, const char*> names = {
      {"f64", "double"}, {"s32", "int"}, {"u32", "uint"}, {"s64", "ll"}, {"u64", "ull"}};
  if (i.mods.size() < 2 || i.args.size() != 2) return false;
  const Text &to = i.mods[i.mods.size() - 2], &from = i.mods.back();
  const bool from_whole = !whole_number(from).empty(), to_whole_too = !whole_number(to).empty();
  if (i.has("sat") && from_whole && to_whole_too) {
    operands.put(i.args[0], "simt::ptx::clamped<" + whole_number(to) + ">(" +
                                operands.value(i.args[1], whole_number(from)) + ")");
    return true;
  }
  if (to_whole_too || (to != "f32" && to != "f64")) return false;
  Text value = operands.value(i.args[1], from_whole      ? whole_number(from)
                                         : from == "f32" ? "float"
                                                         : "double");
  const auto name = names.find(from);
  if (!directed(i).empty() && to != from) {
    if (name == names.end() || (to == "f64" && from[1] != '6')) return false;
    value = "__" + Text(name->second) + "2" + (to == "f32" ? "float" : "double") + directed(i) +
            "(" + value + ")";
  } else if (!i.has("sat") || i.has_any({"rni", "rzi", "rmi", "rpi"})) {
    return false;
  }
  if (i.has("sat"))
    value = (to == "f32" ? "static_cast<float>(" : "(") +
            ("simt::ptx::put_between_zero_and_one(" + value + "))");
  operands.put(i.args[0], value);
  return true;
}

}  // namespace

bool translate_roundings(const PtxInstruction& i, PtxOperands& operands) {
  if (!i.has_any({"rz", "rm", "rp", "sat"})) return false;
  if (i.op == "cvt") return convert_rounded(i, operands);
  static const std::map<std::string_view, std::size_t> functions = {
      {"add", 2}, {"sub", 2}, {"mul", 2}, {"div", 2},
      {"fma", 3}, {"mad", 3}, {"rcp", 1}, {"sqrt", 1}};
  const auto found = functions.find(i.op);
  const bool single = !i.mods.empty() && i.mods.back() == "f32";
  if (found == functions.end() || (!single && (i.mods.empty() || i.mods.back() != "f64")))
    return false;
  only(i, {"rn", "rz", "rm", "rp", "sat", "ftz"}, found->second + 1);
  const bool fuses = i.op == "fma" || i.op == "mad";
  const Text suffix = directed(i).empty() ? "_rn" : directed(i);
  Text call = "__" +
              Text(fuses    ? (single ? "fmaf" : "fma")
                   : single ? "f" + i.op
                            : "d" + i.op) +
              suffix + "(";
  for (std::size_t n = 1; n <= found->second; ++n)
    call += (n > 1 ? ", " : "") + operands.value(i.args[n], single ? "float" : "double");
  call += ")";
  if (i.has("sat")) call = "__saturatef(" + call + ")";
  operands.put(i.args[0], call);
  return true;
}

}  // namespace simt::rewrite
