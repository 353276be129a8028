// Arithmetic, bit operations, conversions and comparisons of integers, f32 and f64 (PTX ISA,
// "Integer Arithmetic", "Floating Point", "Comparison and Selection" and "Logic and Shift
// Instructions").
#include <map>
#include <string>

#include "simt/rewriter/ptx/ptx_families.h"

namespace simt::rewrite {

namespace {

void move(const PtxInstruction& i, PtxOperands& o) {
  i.need(2);
  const std::string type = i.type();
  const PtxParts to = o.vector(i.args[0]), from = o.vector(i.args[1]);
  if (to.size() == 1 && from.size() == 1) return o.put(to[0], o.value(from[0], type));
  // Two or four registers, the lowest bits first.
  const bool packs = from.size() > 1;
  const PtxParts& parts = packs ? from : to;
  const bool wide = type == "unsigned long long" || type == "double" || type == "long long";
  const std::size_t bits = (wide ? 64u : 32u) / parts.size();
  const std::string part = bits == 32   ? "unsigned"
                           : bits == 16 ? "unsigned short"
                                        : "unsigned char";
  if ((parts.size() != 2 && parts.size() != 4) || (packs && to.size() > 1)) throw PtxLack{i.whole};
  if (packs) {
    std::string sum;
    for (std::size_t n = 0; n < parts.size(); ++n)
      sum += (n == 0 ? "" : " | ") + std::string("static_cast<unsigned long long>(") +
             o.value(parts[n], part) + ") << " + std::to_string(n * bits);
    o.put(to[0], "static_cast<" + std::string(wide ? "unsigned long long" : "unsigned") + ">(" +
                     sum + ")");
    return;
  }
  const std::string whole = o.value(from[0], wide ? "unsigned long long" : "unsigned");
  o.add("{ const auto simt_whole = " + whole + "; ");
  for (std::size_t n = 0; n < parts.size(); ++n)
    o.put(parts[n], "static_cast<" + part + ">(simt_whole >> " + std::to_string(n * bits) + ")");
  o.add("} ");
}

/// Rounding to nearest even is what C++ does.
void only_to_nearest(const PtxInstruction& i) {
  if (i.has_any({"rz", "rm", "rp", "sat", "f32x2"})) throw PtxLack{i.whole};
}

void two(const PtxInstruction& i, PtxOperands& o) {
  i.need(3);
  only_to_nearest(i);
  i.allow_only({"rn", "ftz", "approx", "full", "NaN", "wrap"});
  const std::string t = i.type();
  o.put(i.args[0],
        "simt::ptx::" + i.op + "_<" + t + ">(" + o.arg(i, 1, t) + ", " + o.arg(i, 2, t) + ")");
}

void one(const PtxInstruction& i, PtxOperands& o) {
  i.need(2);
  only_to_nearest(i);
  i.allow_only({"rn", "ftz", "approx"});
  const std::string t = i.type();
  o.put(i.args[0], "simt::ptx::" + i.op + "_<" + t + ">(" + o.arg(i, 1, t) + ")");
}

void three(const PtxInstruction& i, PtxOperands& o) {
  i.need(4);
  i.allow_only({});
  const std::string t = i.type();
  o.put(i.args[0], "simt::ptx::" + i.op + "_<" + t + ">(" + o.arg(i, 1, t) + ", " + o.arg(i, 2, t) +
                       ", " + o.arg(i, 3, t) + ")");
}

std::string product(const PtxInstruction& i, PtxOperands& o) {
  i.allow_only({"lo", "hi", "wide", "rn", "ftz"});
  const std::string t = i.type();
  const char* const how = is_floating(t)  ? "mul_"
                          : i.has("hi")   ? "mul_hi"
                          : i.has("wide") ? "mul_wide"
                                          : "mul_";
  return "simt::ptx::" + std::string(how) + "<" + t + ">(" + o.arg(i, 1, t) + ", " +
         o.arg(i, 2, t) + ")";
}

void multiply(const PtxInstruction& i, PtxOperands& o) {
  i.need(3);
  only_to_nearest(i);
  o.put(i.args[0], product(i, o));
}

void multiply24(const PtxInstruction& i, PtxOperands& o) {
  i.need(3);
  i.allow_only({"lo"});
  if (!i.has("lo")) throw PtxLack{i.whole};
  o.put(i.args[0],
        i.type() == "int"
            ? "__mul24(" + o.arg(i, 1, "int") + ", " + o.arg(i, 2, "int") + ")"
            : "__umul24(" + o.arg(i, 1, "unsigned") + ", " + o.arg(i, 2, "unsigned") + ")");
}

void fused(const PtxInstruction& i, PtxOperands& o) {
  i.need(4);
  only_to_nearest(i);
  i.allow_only({"rn", "ftz"});
  const std::string t = i.type();
  if (!is_floating(t)) throw PtxLack{i.whole};
  o.put(i.args[0], std::string(t == "float" ? "fmaf(" : "fma(") + o.arg(i, 1, t) + ", " +
                       o.arg(i, 2, t) + ", " + o.arg(i, 3, t) + ")");
}

void multiply_add(const PtxInstruction& i, PtxOperands& o) {
  const std::string t = i.type();
  if (is_floating(t)) return fused(i, o);
  i.need(4);
  std::string wide = t;
  if (i.has("wide")) {
    wide = t == "int"        ? "long long"
           : t == "unsigned" ? "unsigned long long"
           : t == "short"    ? "int"
                             : "unsigned";
  }
  o.put(i.args[0],
        "simt::ptx::add_<" + wide + ">(" + product(i, o) + ", " + o.arg(i, 3, wide) + ")");
}

void shift(const PtxInstruction& i, PtxOperands& o) {
  i.need(3);
  i.allow_only({});
  const std::string t = i.type();
  o.put(i.args[0], "simt::ptx::" + i.op + "_<" + t + ">(" + o.arg(i, 1, t) + ", " +
                       o.arg(i, 2, "unsigned") + ")");
}

void extract(const PtxInstruction& i, PtxOperands& o) {
  i.need(4);
  const std::string t = i.type();
  o.put(i.args[0], "simt::ptx::bfe_<" + t + ">(" + o.arg(i, 1, t) + ", " + o.arg(i, 2, "unsigned") +
                       ", " + o.arg(i, 3, "unsigned") + ")");
}

void insert(const PtxInstruction& i, PtxOperands& o) {
  i.need(5);
  const std::string t = i.type();
  o.put(i.args[0], "simt::ptx::bfi_<" + t + ">(" + o.arg(i, 1, t) + ", " + o.arg(i, 2, t) + ", " +
                       o.arg(i, 3, "unsigned") + ", " + o.arg(i, 4, "unsigned") + ")");
}

void permute(const PtxInstruction& i, PtxOperands& o) {
  i.need(4);
  i.allow_only({});
  o.put(i.args[0], "__byte_perm(" + o.arg(i, 1, "unsigned") + ", " + o.arg(i, 2, "unsigned") +
                       ", " + o.arg(i, 3, "unsigned") + ")");
}

void logic(const PtxInstruction& i, PtxOperands& o) {
  i.need(5);
  i.allow_only({});
  o.put(i.args[0], "simt::ptx::lop3_(" + o.arg(i, 1, "unsigned") + ", " + o.arg(i, 2, "unsigned") +
                       ", " + o.arg(i, 3, "unsigned") + ", " + o.arg(i, 4, "unsigned") + ")");
}

void funnel(const PtxInstruction& i, PtxOperands& o) {
  i.need(4);
  i.allow_only({"l", "r", "wrap", "clamp"});
  std::string by = o.arg(i, 3, "unsigned");
  if (i.has("clamp")) by = "simt::ptx::at_most_32(" + by + ")";
  o.put(i.args[0], std::string("simt::ptx::funnel_") + (i.has("l") ? "l(" : "r(") +
                       o.arg(i, 1, "unsigned") + ", " + o.arg(i, 2, "unsigned") + ", " + by + ", " +
                       (i.has("clamp") ? "true" : "false") + ")");
}

void dot4(const PtxInstruction& i, PtxOperands& o) {
  i.need(4);
  if (i.mods != PtxParts{"s32", "s32"} && i.mods != PtxParts{"u32", "u32"}) throw PtxLack{i.whole};
  const std::string t = i.mods[0] == "s32" ? "int" : "unsigned";
  o.put(i.args[0], "simt::ptx::dp4a_<" + t + ">(" + o.arg(i, 1, t) + ", " + o.arg(i, 2, t) + ", " +
                       o.arg(i, 3, t) + ")");
}

void convert(const PtxInstruction& i, PtxOperands& o) {
  i.need(2);
  if (i.mods.size() < 2) throw PtxLack{i.whole};
  i.allow_only({"rn", "rz", "rni", "rzi", "rmi", "rpi", "ftz", "sat"});
  const std::string to = ptx_type(i.mods[i.mods.size() - 2]), from = i.type();
  if (to.empty()) throw PtxLack{i.whole};
  if (!is_floating(from) || (is_floating(from) && is_floating(to))) {
    const bool rounds_to_whole = i.has_any({"rni", "rzi", "rmi", "rpi"});
    // Only conversions from double to float, or from an integer, round.
    if (i.has("rz") || i.has("sat")) throw PtxLack{i.whole};
    if (!rounds_to_whole)
      return o.put(i.args[0], "static_cast<" + to + ">(" + o.arg(i, 1, from) + ")");
  }
  const char* const how = i.has("rni")   ? "rint"
                          : i.has("rmi") ? "floor"
                          : i.has("rpi") ? "ceil"
                                         : "trunc";
  const std::string whole =
      std::string(how) + (from == "float" ? "f(" : "(") + o.arg(i, 1, from) + ")";
  o.put(i.args[0], is_floating(to) ? "static_cast<" + to + ">(" + whole + ")"
                                   : "simt::ptx::saturated<" + to + ">(" + whole + ")");
}

void compare(const PtxInstruction& i, PtxOperands& o) {
  if (i.args.size() != 3 && i.args.size() != 4) throw PtxLack{i.whole};
  i.allow_only({"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "lo",  "ls",  "hi", "hs",  "equ",
                "neu", "ltu", "leu", "gtu", "geu", "num", "nan", "and", "or", "xor", "ftz"});
  const std::string t = i.type(), a = o.arg(i, 1, t), b = o.arg(i, 2, t);
  static const std::map<std::string_view, std::string_view> plain = {
      {"eq", "=="}, {"ne", "!="}, {"lt", "<"},  {"le", "<="}, {"gt", ">"},
      {"ge", ">="}, {"lo", "<"},  {"ls", "<="}, {"hi", ">"},  {"hs", ">="}};
  const std::string& how = i.mods[0];
  std::string result;
  if (const auto found = plain.find(how); found != plain.end()) {
    // An ordered comparison: with a NaN even "unequal" is false.
    result = how == "ne" && is_floating(t)
                 ? "simt::ptx::ordered_unequal(" + a + ", " + b + ")"
                 : "(" + a + " " + std::string(found->second) + " " + b + ")";
  } else if (how == "num" || how == "nan") {
    result = std::string(how == "num" ? "!" : "") + "__builtin_isunordered(" + a + ", " + b + ")";
  } else {  // "equ" etc.: true if either is a NaN
    const auto of = plain.find(std::string_view(how).substr(0, 2));
    if (of == plain.end() || how.size() != 3) throw PtxLack{i.whole};
    result = "(__builtin_isunordered(" + a + ", " + b + ") || " + a + " " +
             std::string(of->second) + " " + b + ")";
  }
  std::string with, both;
  if (i.args.size() == 4) {
    with = i.has("and")   ? " && "
           : i.has("or")  ? " || "
           : i.has("xor") ? " != "
                          : throw PtxLack{i.whole};
    with += o.value(i.args[3], "bool");
  }
  const PtxParts to = split_ptx(i.args[0], '|');
  if (to.size() == 2) {
    o.add("{ const bool simt_holds = " + result + "; ");
    o.put(to[0], "(simt_holds" + with + ")");
    o.put(to[1], "(!simt_holds" + with + ")");
    o.add("} ");
  } else {
    o.put(i.args[0], "(" + result + with + ")");
  }
}

void select(const PtxInstruction& i, PtxOperands& o) {
  i.need(4);
  const std::string t = i.type();
  o.put(i.args[0],
        "(" + o.arg(i, 3, "bool") + " ? " + o.arg(i, 1, t) + " : " + o.arg(i, 2, t) + ")");
}

}  // namespace

bool translate_arithmetic(const PtxInstruction& i, PtxOperands& o) {
  static const PtxTable all = {
      {"mov", move},         {"add", two},          {"sub", two},      {"mul", multiply},
      {"mul24", multiply24}, {"mad", multiply_add}, {"fma", fused},    {"div", two},
      {"rem", two},          {"min", two},          {"max", two},      {"and", two},
      {"or", two},           {"xor", two},          {"shl", shift},    {"shr", shift},
      {"abs", one},          {"neg", one},          {"not", one},      {"cnot", one},
      {"brev", one},         {"popc", one},         {"clz", one},      {"bfind", one},
      {"sqrt", one},         {"rsqrt", one},        {"rcp", one},      {"sin", one},
      {"cos", one},          {"lg2", one},          {"ex2", one},      {"tanh", one},
      {"bfe", extract},      {"bfi", insert},       {"prmt", permute}, {"lop3", logic},
      {"shf", funnel},       {"sad", three},        {"dp4a", dot4},    {"cvt", convert},
      {"setp", compare},     {"selp", select}};
  return translate_by(all, i, o);
}

}  // namespace simt::rewrite
