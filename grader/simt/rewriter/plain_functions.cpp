#include "simt/rewriter/plain_functions.h"

#include <set>
#include <string_view>

namespace simt::rewrite {

namespace {

/// Device functions that only compute or load.
bool is_arithmetic(std::string_view name) {
  static const std::set<std::string_view> both = {
      "acos",  "acosh",    "asin",  "asinh", "atan",      "atan2", "atanh", "cbrt",
      "ceil",  "copysign", "cos",   "cosh",  "cospi",     "erf",   "erfc",  "exp",
      "exp10", "exp2",     "expm1", "fabs",  "fdim",      "floor", "fma",   "fmax",
      "fmin",  "fmod",     "hypot", "ldexp", "log",       "log10", "log1p", "log2",
      "max",   "min",      "pow",   "rcbrt", "remainder", "rint",  "round", "rsqrt",
      "sin",   "sinh",     "sinpi", "sqrt",  "tan",       "tanh",  "trunc"};
  static const std::set<std::string_view> alone = {"abs",
                                                   "labs",
                                                   "llabs",
                                                   "isfinite",
                                                   "isinf",
                                                   "isnan",
                                                   "signbit",
                                                   "__ldg",
                                                   "__popc",
                                                   "__popcll",
                                                   "__clz",
                                                   "__clzll",
                                                   "__ffs",
                                                   "__ffsll",
                                                   "__brev",
                                                   "__mul24",
                                                   "__umul24",
                                                   "__mulhi",
                                                   "__umulhi",
                                                   "__fdividef",
                                                   "__expf",
                                                   "__exp10f",
                                                   "__logf",
                                                   "__log2f",
                                                   "__log10f",
                                                   "__powf",
                                                   "__sinf",
                                                   "__cosf",
                                                   "__tanf",
                                                   "__saturatef",
                                                   "__fsqrt_rn",
                                                   "__frcp_rn",
                                                   "__fadd_rn",
                                                   "__fmul_rn",
                                                   "__fmaf_rn",
                                                   "__int_as_float",
                                                   "__dadd_rn",
                                                   "__dmul_rn",
                                                   "__fma_rn",
                                                   "__float_as_int",
                                                   "__float2int_rn",
                                                   "__float2int_rd",
                                                   "__float2int_rz",
                                                   "make_float2",
                                                   "make_float3",
                                                   "make_float4",
                                                   "make_double2",
                                                   "make_int2",
                                                   "make_int3",
                                                   "make_int4",
                                                   "make_uint2",
                                                   "make_uint3",
                                                   "make_uint4",
                                                   "make_uchar4",
                                                   "simt_runs_on_device",
                                                   "umin",
                                                   "umax"};
  if (alone.count(name) != 0 || both.count(name) != 0) return true;
  return !name.empty() && name.back() == 'f' && both.count(name.substr(0, name.size() - 1)) != 0;
}

/// Whether `T(x)` names a type parameter of a template: the author's own types were already
/// examined.
bool names_type_parameter(const Program& p, const Function& f, std::string_view name) {
  for (std::size_t i = f.begin; i + 1 < f.specifiers; ++i)
    if ((p.is(i, "typename") || p.is(i, "class")) && p[i + 1].text == name) return true;
  return false;
}

/// Whether this is a type that a cast may have: one built into C++, or a template parameter.
bool is_known_type(const Program& p, const Function& f, std::size_t begin, std::size_t end) {
  constexpr std::string_view words[] = {"bool", "char",  "const",  "double",   "float", "int",
                                        "long", "short", "signed", "unsigned", "*"};
  for (std::size_t i = begin; i < end; ++i)
    if (!is_one_of(p[i].text, words) && !names_type_parameter(p, f, p[i].text)) return false;
  return begin < end;
}

/// Whether the token does more than compute, or hides what it does.
bool is_suspect(const Program& p, std::size_t i) {
  constexpr std::string_view words[] = {"::",           "__shared__",
                                        "asm",          "__asm__",
                                        "__asm",        "auto",
                                        "co_await",     "delete",
                                        "extern",       "new",
                                        "static",       "throw",
                                        "try",          "class",
                                        "union",        "struct",
                                        "using",        "typedef",
                                        "operator",     "__func__",
                                        "__FUNCTION__", "__PRETTY_FUNCTION__",
                                        "volatile",     "__volatile__"};
  if (is_one_of(p[i].text, words) || p.opens_launch(i)) return true;
  return p.is(i, "[") && !p.is_name(i - 1) && !p.is(i - 1, "]") && !p.is(i - 1, ")");
}

/// Whether the name is a parameter, perhaps a pointer to a function, although a function has the
/// same name.
bool names_parameter(const Program& p, const Function& f, std::string_view name) {
  for (std::size_t i = f.parameters + 1; i < p.partner(f.parameters); ++i)
    if (p[i].text == name) return true;
  return false;
}

}  // namespace

PlainFunctions::PlainFunctions(const Program& program, const Scopes& scopes)
    : p_(&program), scopes_(&scopes), hidden_calls_(has_hidden_calls()) {}

bool PlainFunctions::has_hidden_calls() {
  for (const Function& f : scopes_->functions())
    if (f.device && f.body != none && (f.member || f.name == "operator") && !is_plain(f))
      return true;
  return false;
}

bool PlainFunctions::is_plain(const Function& f) {
  if (hidden_calls_ || f.body == none || p_->partner(f.body) == none) return false;
  const auto [at, is_new] = known_.emplace(&f, false);
  if (!is_new) return at->second;
  const bool plain = calls_only_plain(f);
  known_[&f] = plain;
  return plain;
}

bool PlainFunctions::all_are_plain(std::string_view name) {
  bool defined = false;
  for (const std::size_t i : scopes_->named(name)) {
    const Function& f = scopes_->functions()[i];
    if (f.body == none && !f.member) continue;  // its definition decides
    if (!f.device || !is_plain(f)) return false;
    defined = true;
  }
  return defined;
}

bool PlainFunctions::is_plain_call(const Function& f, std::size_t open) {
  const Program& p = *p_;
  const std::size_t before = open - 1;
  if (p.is_name(before)) {
    const std::string_view name = p[before].text;
    if (names_type_parameter(p, f, name)) return true;
    if (names_parameter(p, f, name)) return false;
    return scopes_->named(name).empty() ? is_arithmetic(name) : all_are_plain(name);
  }
  if (p.is(before, "]")) return false;
  if (p.is(before, ")")) {
    const std::size_t cast = p.partner(before);
    if (cast == none) return false;
    // `if (x) (y)` and its kin.
    if (p.is(cast - 1, "if") || p.is(cast - 1, "for") || p.is(cast - 1, "while")) return true;
    return is_known_type(p, f, cast + 1, before);
  }
  if (!p.is(before, ">")) return true;
  const std::size_t angle = p.opening_angle(before);
  if (angle == none) return true;  // a comparison
  if (p.is(angle - 1, "static_cast") || p.is(angle - 1, "reinterpret_cast") ||
      p.is(angle - 1, "const_cast"))
    return true;
  return p.is_name(angle - 1) && all_are_plain(p[angle - 1].text);
}

bool PlainFunctions::calls_only_plain(const Function& f) {
  for (std::size_t i = f.parameters + 1; i < p_->partner(f.body); ++i)
    if (is_suspect(*p_, i) || (p_->is(i, "(") && !is_plain_call(f, i))) return false;
  return true;
}

}  // namespace simt::rewrite
