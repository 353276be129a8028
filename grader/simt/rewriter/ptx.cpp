#include "simt/rewriter/ptx.h"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "simt/rewriter/ptx_families.h"

namespace simt::rewrite {

namespace {

/// Thrown inside, with what there is no translation for.
struct Lack {
  std::string what;
};

using Parts = std::vector<std::string>;

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string without_comments(std::string_view text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size();) {
    if (text.compare(i, 2, "//") == 0) {
      i = std::min(text.find('\n', i), text.size());
    } else if (text.compare(i, 2, "/*") == 0) {
      const std::size_t end = text.find("*/", i + 2);
      i = end == text.npos ? text.size() : end + 2;
      plain += ' ';
    } else {
      plain += text[i++];
    }
  }
  return plain;
}

/// At the character, but not within brackets.
Parts split(std::string_view text, char at) {
  Parts parts;
  int depth = 0;
  std::size_t begin = 0;
  for (std::size_t i = 0; i <= text.size(); ++i) {
    const char c = i < text.size() ? text[i] : at;
    if (c == '[' || c == '{' || c == '(') ++depth;
    if (c == ']' || c == '}' || c == ')') --depth;
    if (c != at || (depth > 0 && i < text.size())) continue;
    parts.emplace_back(trimmed(text.substr(begin, i - begin)));
    begin = i + 1;
  }
  return parts;
}

/// An instruction's type in C++, or "".
std::string type_of(std::string_view suffix) {
  static const std::map<std::string_view, const char*> all = {{"u8", "unsigned char"},
                                                              {"b8", "unsigned char"},
                                                              {"s8", "signed char"},
                                                              {"u16", "unsigned short"},
                                                              {"b16", "unsigned short"},
                                                              {"s16", "short"},
                                                              {"u32", "unsigned"},
                                                              {"b32", "unsigned"},
                                                              {"s32", "int"},
                                                              {"u64", "unsigned long long"},
                                                              {"b64", "unsigned long long"},
                                                              {"s64", "long long"},
                                                              {"f32", "float"},
                                                              {"f64", "double"},
                                                              {"f16", "unsigned short"},
                                                              {"bf16", "unsigned short"},
                                                              {"f16x2", "unsigned"},
                                                              {"bf16x2", "unsigned"},
                                                              {"pred", "bool"}};
  const auto found = all.find(suffix);
  return found == all.end() ? "" : found->second;
}

bool is_floating(std::string_view type) { return type == "float" || type == "double"; }

const std::map<std::string_view, const char*>& special_registers() {
  static const std::map<std::string_view, const char*> all = {
      {"tid.x", "threadIdx.x"},
      {"tid.y", "threadIdx.y"},
      {"tid.z", "threadIdx.z"},
      {"ntid.x", "blockDim.x"},
      {"ntid.y", "blockDim.y"},
      {"ntid.z", "blockDim.z"},
      {"ctaid.x", "blockIdx.x"},
      {"ctaid.y", "blockIdx.y"},
      {"ctaid.z", "blockIdx.z"},
      {"nctaid.x", "gridDim.x"},
      {"nctaid.y", "gridDim.y"},
      {"nctaid.z", "gridDim.z"},
      {"cluster_ctaid.x", "simt::detail::cluster_shape().index.x"},
      {"cluster_ctaid.y", "simt::detail::cluster_shape().index.y"},
      {"cluster_ctaid.z", "simt::detail::cluster_shape().index.z"},
      {"cluster_nctaid.x", "simt::detail::cluster_shape().dimensions.x"},
      {"cluster_nctaid.y", "simt::detail::cluster_shape().dimensions.y"},
      {"cluster_nctaid.z", "simt::detail::cluster_shape().dimensions.z"},
      {"cluster_ctarank", "simt::detail::cluster_shape().rank"},
      {"cluster_nctarank", "simt::detail::cluster_shape().size"},
      {"laneid", "simt::detail::lane_id()"},
      {"warpid", "simt::ptx::warp_id()"},
      {"nwarpid", "simt::ptx::warps_of_block()"},
      {"smid", "0u"},
      {"nsmid", "1u"},
      {"gridid", "0ull"},
      {"clock", "static_cast<unsigned>(clock64())"},
      {"clock_hi", "static_cast<unsigned>(clock64() >> 32)"},
      {"clock64", "static_cast<unsigned long long>(clock64())"},
      {"globaltimer", "simt::ptx::nanoseconds()"},
      {"globaltimer_lo", "static_cast<unsigned>(simt::ptx::nanoseconds())"},
      {"globaltimer_hi", "static_cast<unsigned>(simt::ptx::nanoseconds() >> 32)"},
      {"lanemask_eq", "(1u << simt::detail::lane_id())"},
      {"lanemask_lt", "((1u << simt::detail::lane_id()) - 1)"},
      {"lanemask_le", "((2u << simt::detail::lane_id()) - 1)"},
      {"lanemask_ge", "(~0u << simt::detail::lane_id())"},
      {"lanemask_gt", "(~0u << simt::detail::lane_id() << 1)"}};
  return all;
}

std::string needs_tensor_cores(std::string_view op) {
  return std::string(op) + " (tensor cores): use wmma of <mma.h>, or mma.sync";
}

class Translator {
 public:
  Translator(std::size_t operands, bool plain) : operands_(operands), plain_(plain) {}

  std::string run(std::string_view assembly) {
    const std::string text = without_comments(assembly);
    for (const std::string& one : split_statements(text)) statement(one);
    if (depth_ != 0) throw Lack{"a brace without its partner"};
    return std::move(code_);
  }

 private:
  struct Instruction {
    std::string whole;  // "ld.global.u32"
    std::string op;     // "ld"
    Parts mods;         // "global", "u32"
    Parts args;

    bool has(std::string_view mod) const {
      return std::find(mods.begin(), mods.end(), mod) != mods.end();
    }
    bool has_any(std::initializer_list<std::string_view> some) const {
      return std::any_of(some.begin(), some.end(), [&](std::string_view m) { return has(m); });
    }
    /// In C++; the last modifier as a rule is one.
    std::string type() const {
      const std::string t = mods.empty() ? "" : type_of(mods.back());
      if (t.empty()) throw Lack{whole};
      return t;
    }
    void need(std::size_t count) const {
      if (args.size() != count)
        throw Lack{whole + " with " + std::to_string(args.size()) + " operands"};
    }
    /// Nothing but these beside types.
    void allow_only(std::initializer_list<std::string_view> some) const {
      for (const std::string& mod : mods)
        if (type_of(mod).empty() && std::find(some.begin(), some.end(), mod) == some.end())
          throw Lack{whole};
    }
  };

  /// Braces around operands do not end a statement; those around statements are one by themselves.
  static Parts split_statements(std::string_view text) {
    Parts all;
    std::string one;
    int within = 0;
    const auto finish = [&] {
      if (const std::string_view t = trimmed(one); !t.empty()) all.emplace_back(t);
      one.clear();
    };
    for (const char c : text) {
      if (c == '{' && trimmed(one).empty()) {
        all.emplace_back("{");
      } else if (c == '}' && within == 0) {
        finish();
        all.emplace_back("}");
      } else if (c == ';') {
        finish();
      } else {
        if (c == '{') ++within;
        if (c == '}') --within;
        one += c;
      }
    }
    finish();
    return all;
  }

  void statement(std::string_view text) {
    if (text == "{") {
      ++depth_;
      code_ += "{ ";
      scopes_.emplace_back();
    } else if (text == "}") {
      if (depth_-- == 0) throw Lack{"a brace without its partner"};
      code_ += "} ";
      scopes_.pop_back();
    } else if (text.substr(0, 5) == ".reg ") {
      registers(text.substr(5));
    } else if (text.front() == '.') {
      throw Lack{"the directive " + std::string(text.substr(0, text.find(' ')))};
    } else {
      instruction(text);
    }
  }

  /// ".u32 a, b<4>": what stands behind ".reg".
  void registers(std::string_view text) {
    text = trimmed(text);
    const std::size_t blank = text.find_first_of(" \t\n");
    const std::string type = text.front() == '.' && blank != text.npos
                                 ? type_of(trimmed(text.substr(1, blank - 1)))
                                 : "";
    if (type.empty()) throw Lack{".reg " + std::string(text)};
    for (const std::string& name : split(text.substr(blank), ',')) {
      const std::size_t many = name.find('<');
      if (many == name.npos) {
        declare(type, name);
        continue;
      }
      const int count = std::atoi(name.c_str() + many + 1);
      for (int i = 0; i < std::min(count, 256); ++i)
        declare(type, name.substr(0, many) + std::to_string(i));
    }
  }

  void declare(const std::string& type, std::string name) {
    name = bare(name);
    if (name.empty()) throw Lack{".reg without a name"};
    std::string variable = "simt_r" + std::to_string(declared_++) + "_";
    for (const char c : name) variable += std::isalnum(static_cast<unsigned char>(c)) ? c : '_';
    code_ += type + " " + variable + "{}; (void)" + variable + "; ";
    scopes_.back()[name] = variable;
  }

  /// A register's name without the percent sign that it may have.
  static std::string bare(std::string_view name) {
    while (!name.empty() && name.front() == '%') name.remove_prefix(1);
    return std::string(name);
  }

  void instruction(std::string_view text) {
    std::string guard;
    if (text.front() == '@') {
      const std::size_t end = text.find_first_of(" \t\n");
      if (end == text.npos) throw Lack{std::string(text)};
      guard = value(text.substr(1, end - 1), "bool");
      text = trimmed(text.substr(end));
    }
    Instruction i;
    const std::size_t end = std::min(text.find_first_of(" \t\n"), text.size());
    i.whole = std::string(text.substr(0, end));
    if (i.whole.find(':') == i.whole.size() - 1) throw Lack{"a label (" + i.whole + ")"};
    // "L2::128B" is one modifier.
    for (std::size_t at = 0; at <= i.whole.size();) {
      const std::size_t dot = std::min(i.whole.find('.', at), i.whole.size());
      (at == 0 ? i.op : i.mods.emplace_back()) = i.whole.substr(at, dot - at);
      at = dot + 1;
    }
    if (const std::string_view rest = trimmed(text.substr(end)); !rest.empty())
      i.args = split(rest, ',');
    if (!guard.empty()) code_ += "if (" + guard + ") { ";
    translate(i);
    if (!guard.empty()) code_ += "} ";
  }

  // --- operands
  // ------------------------------------------------------------------------------------

  /// The variable that stands for a register, or "".
  std::string variable(std::string_view name) const {
    if (name == "_") return "simt::ptx::nowhere";
    if (!plain_ && name.size() > 1 && name[0] == '%' &&
        std::isdigit(static_cast<unsigned char>(name[1]))) {
      const auto index = static_cast<std::size_t>(std::atoi(std::string(name.substr(1)).c_str()));
      if (index < operands_) return "simt_v" + std::to_string(index);
    }
    const std::string wanted = bare(name);
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
      if (const auto found = scope->find(wanted); found != scope->end()) return found->second;
    return "";
  }

  /// Nothing else may get into the text that g++ reads.
  static bool is_number(std::string_view text) {
    if (!text.empty() && (text[0] == '-' || text[0] == '+')) text.remove_prefix(1);
    return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) &&
           text.find_first_not_of("0123456789abcdefABCDEFxXU.") == text.npos;
  }

  /// Read as that type.
  std::string value(std::string_view name, const std::string& type) const {
    name = trimmed(name);
    if (type == "bool" && !name.empty() && name[0] == '!') return "!" + value(name.substr(1), type);
    if (is_number(name)) return number(name, type);
    if (const std::string v = variable(name); !v.empty())
      return "simt::ptx::as<" + type + ">(" + v + ")";
    const auto special = special_registers().find(bare(name));
    if (special != special_registers().end() && name[0] == '%')
      return "simt::ptx::as<" + type + ">(" + std::string(special->second) + ")";
    throw Lack{"the operand " + std::string(name)};
  }

  static std::string number(std::string_view text, const std::string& type) {
    const bool bits32 = text.substr(0, 2) == "0f" || text.substr(0, 2) == "0F";
    const bool bits64 = text.substr(0, 2) == "0d" || text.substr(0, 2) == "0D";
    const auto hex = [&](std::size_t digits) {
      const std::string_view d = text.substr(2);
      if (d.size() != digits || d.find_first_not_of("0123456789abcdefABCDEF") != d.npos)
        throw Lack{"the number " + std::string(text)};
      return "0x" + std::string(d);
    };
    if (bits32) return "static_cast<" + type + ">(__uint_as_float(" + hex(8) + "u))";
    if (bits64) return "static_cast<" + type + ">(__longlong_as_double(" + hex(16) + "ll))";
    std::string digits(text);
    if (digits.find('.') != digits.npos) return "static_cast<" + type + ">(" + digits + ")";
    while (!digits.empty() && (digits.back() == 'U' || digits.back() == 'u')) digits.pop_back();
    return "static_cast<" + type + ">(" + digits + "ll)";
  }

  std::string arg(const Instruction& i, std::size_t index, const std::string& type) const {
    return value(i.args.at(index), type);
  }

  void put(std::string_view to, const std::string& what) {
    const std::string v = variable(to);
    if (v.empty()) throw Lack{"the operand " + std::string(to)};
    code_ += "simt::ptx::put(" + v + ", " + what + "); ";
  }

  /// What the families of files of their own need of this.
  class Access : public PtxOperands {
   public:
    explicit Access(Translator& translator) : t_(translator) {}
    std::string value(std::string_view name, const std::string& type) const override {
      return t_.value(name, type);
    }
    std::string address(std::string_view text, bool shared) const override {
      return t_.address(text, shared);
    }
    std::vector<std::string> vector(std::string_view text) const override {
      return Translator::vector(text);
    }
    void put(std::string_view to, const std::string& what) override { t_.put(to, what); }
    void add(const std::string& code) override { t_.code_ += code; }
    void lack(const std::string& what) const override { throw Lack{what}; }

   private:
    Translator& t_;
  };

  bool is_of_a_family(const Instruction& i) {
    Access access(*this);
    const PtxInstruction instruction{i.whole, i.op, i.mods, i.args};
    return translate_matrices(instruction, access) || translate_small_floats(instruction, access) ||
           translate_roundings(instruction, access);
  }

  /// "[%1+16]" as a pointer. Addresses of shared memory are numbers of their own.
  std::string address(std::string_view text, bool shared) const {
    if (text.size() < 2 || text.front() != '[' || text.back() != ']')
      throw Lack{"the address " + std::string(text)};
    text = trimmed(text.substr(1, text.size() - 2));
    const std::size_t sign = text.find_first_of("+-", 1);
    std::string offset = "0";
    if (sign != text.npos) {
      const std::string_view behind = trimmed(text.substr(sign + 1));
      if (!is_number(behind)) throw Lack{"the address " + std::string(text)};
      offset = (text[sign] == '-' ? "-" : "") + std::string(behind);
      text = trimmed(text.substr(0, sign));
    }
    const std::string at = "simt::ptx::as<unsigned long long>(" + variable_of(text) + ")";
    return (shared ? "simt::ptx::shared_at(" : "simt::ptx::at(") + at + ", " + offset + ")";
  }

  std::string variable_of(std::string_view name) const {
    const std::string v = variable(name);
    if (v.empty()) throw Lack{"the operand " + std::string(name)};
    return v;
  }

  static Parts vector(std::string_view text) {
    if (text.size() < 2 || text.front() != '{' || text.back() != '}') return {std::string(text)};
    return split(text.substr(1, text.size() - 2), ',');
  }

  // --- instructions
  // --------------------------------------------------------------------------------

  void translate(const Instruction& i) {
    using Method = void (Translator::*)(const Instruction&);
    static const std::map<std::string_view, Method> all = {
        {"mov", &Translator::move},
        {"add", &Translator::two},
        {"sub", &Translator::two},
        {"mul", &Translator::multiply},
        {"mul24", &Translator::multiply24},
        {"mad", &Translator::multiply_add},
        {"fma", &Translator::fused},
        {"div", &Translator::two},
        {"rem", &Translator::two},
        {"min", &Translator::two},
        {"max", &Translator::two},
        {"and", &Translator::two},
        {"or", &Translator::two},
        {"xor", &Translator::two},
        {"shl", &Translator::shift},
        {"shr", &Translator::shift},
        {"abs", &Translator::one},
        {"neg", &Translator::one},
        {"not", &Translator::one},
        {"cnot", &Translator::one},
        {"brev", &Translator::one},
        {"popc", &Translator::one},
        {"clz", &Translator::one},
        {"bfind", &Translator::one},
        {"sqrt", &Translator::one},
        {"rsqrt", &Translator::one},
        {"rcp", &Translator::one},
        {"sin", &Translator::one},
        {"cos", &Translator::one},
        {"lg2", &Translator::one},
        {"ex2", &Translator::one},
        {"tanh", &Translator::one},
        {"bfe", &Translator::extract},
        {"bfi", &Translator::insert},
        {"prmt", &Translator::permute},
        {"lop3", &Translator::logic},
        {"shf", &Translator::funnel},
        {"sad", &Translator::three},
        {"dp4a", &Translator::dot4},
        {"cvt", &Translator::convert},
        {"setp", &Translator::compare},
        {"selp", &Translator::select},
        {"ld", &Translator::load},
        {"ldu", &Translator::load},
        {"st", &Translator::store},
        {"cvta", &Translator::to_address},
        {"atom", &Translator::atomic},
        {"red", &Translator::atomic},
        {"shfl", &Translator::shuffle},
        {"vote", &Translator::vote},
        {"redux", &Translator::reduce},
        {"activemask", &Translator::active},
        {"bar", &Translator::barrier},
        {"barrier", &Translator::barrier},
        {"membar", &Translator::fence},
        {"fence", &Translator::fence},
        {"prefetch", &Translator::nothing},
        {"prefetchu", &Translator::nothing},
        {"pmevent", &Translator::nothing},
        {"trap", &Translator::trap},
        {"exit", &Translator::exit},
        {"nanosleep", &Translator::sleep},
        {"isspacep", &Translator::is_in_space},
        {"createpolicy", &Translator::policy},
        {"cp", &Translator::copy},
        {"mbarrier", &Translator::barrier_object},
        {"mapa", &Translator::at_rank}};
    if (is_of_a_family(i)) return;
    if (i.op == "wmma" || i.op == "wgmma" || i.op == "tcgen05")
      throw Lack{needs_tensor_cores(i.whole)};
    const auto found = all.find(i.op);
    if (found == all.end()) throw Lack{i.whole};
    (this->*found->second)(i);
  }

  void move(const Instruction& i) {
    i.need(2);
    const std::string type = i.type();
    const Parts to = vector(i.args[0]), from = vector(i.args[1]);
    if (to.size() == 1 && from.size() == 1) return put(to[0], value(from[0], type));
    // Two or four registers, the lowest bits first.
    const bool packs = from.size() > 1;
    const Parts& parts = packs ? from : to;
    const bool wide = type == "unsigned long long" || type == "double" || type == "long long";
    const std::size_t bits = (wide ? 64u : 32u) / parts.size();
    const std::string part = bits == 32   ? "unsigned"
                             : bits == 16 ? "unsigned short"
                                          : "unsigned char";
    if ((parts.size() != 2 && parts.size() != 4) || (packs && to.size() > 1)) throw Lack{i.whole};
    if (packs) {
      std::string sum;
      for (std::size_t n = 0; n < parts.size(); ++n)
        sum += (n == 0 ? "" : " | ") + std::string("static_cast<unsigned long long>(") +
               value(parts[n], part) + ") << " + std::to_string(n * bits);
      put(to[0], "static_cast<" + std::string(wide ? "unsigned long long" : "unsigned") + ">(" +
                     sum + ")");
      return;
    }
    const std::string whole = value(from[0], wide ? "unsigned long long" : "unsigned");
    code_ += "{ const auto simt_whole = " + whole + "; ";
    for (std::size_t n = 0; n < parts.size(); ++n)
      put(parts[n], "static_cast<" + part + ">(simt_whole >> " + std::to_string(n * bits) + ")");
    code_ += "} ";
  }

  /// Rounding to nearest even is what C++ does; the function for another one, or "".
  static void only_to_nearest(const Instruction& i) {
    if (i.has_any({"rz", "rm", "rp", "sat", "f32x2"})) throw Lack{i.whole};
  }

  void two(const Instruction& i) {
    i.need(3);
    only_to_nearest(i);
    i.allow_only({"rn", "ftz", "approx", "full", "NaN", "wrap"});
    const std::string t = i.type();
    put(i.args[0],
        "simt::ptx::" + i.op + "_<" + t + ">(" + arg(i, 1, t) + ", " + arg(i, 2, t) + ")");
  }

  void one(const Instruction& i) {
    i.need(2);
    only_to_nearest(i);
    i.allow_only({"rn", "ftz", "approx"});
    const std::string t = i.type();
    put(i.args[0], "simt::ptx::" + i.op + "_<" + t + ">(" + arg(i, 1, t) + ")");
  }

  void three(const Instruction& i) {
    i.need(4);
    i.allow_only({});
    const std::string t = i.type();
    put(i.args[0], "simt::ptx::" + i.op + "_<" + t + ">(" + arg(i, 1, t) + ", " + arg(i, 2, t) +
                       ", " + arg(i, 3, t) + ")");
  }

  std::string product(const Instruction& i) {
    i.allow_only({"lo", "hi", "wide", "rn", "ftz"});
    const std::string t = i.type();
    const char* const how = is_floating(t)  ? "mul_"
                            : i.has("hi")   ? "mul_hi"
                            : i.has("wide") ? "mul_wide"
                                            : "mul_";
    return "simt::ptx::" + std::string(how) + "<" + t + ">(" + arg(i, 1, t) + ", " + arg(i, 2, t) +
           ")";
  }

  void multiply(const Instruction& i) {
    i.need(3);
    only_to_nearest(i);
    put(i.args[0], product(i));
  }

  void multiply24(const Instruction& i) {
    i.need(3);
    i.allow_only({"lo"});
    if (!i.has("lo")) throw Lack{i.whole};
    put(i.args[0], i.type() == "int"
                       ? "__mul24(" + arg(i, 1, "int") + ", " + arg(i, 2, "int") + ")"
                       : "__umul24(" + arg(i, 1, "unsigned") + ", " + arg(i, 2, "unsigned") + ")");
  }

  void multiply_add(const Instruction& i) {
    const std::string t = i.type();
    if (is_floating(t)) return fused(i);
    i.need(4);
    std::string wide = t;
    if (i.has("wide")) {
      wide = t == "int"        ? "long long"
             : t == "unsigned" ? "unsigned long long"
             : t == "short"    ? "int"
                               : "unsigned";
    }
    put(i.args[0], "simt::ptx::add_<" + wide + ">(" + product(i) + ", " + arg(i, 3, wide) + ")");
  }

  void fused(const Instruction& i) {
    i.need(4);
    only_to_nearest(i);
    i.allow_only({"rn", "ftz"});
    const std::string t = i.type();
    if (!is_floating(t)) throw Lack{i.whole};
    put(i.args[0], std::string(t == "float" ? "fmaf(" : "fma(") + arg(i, 1, t) + ", " +
                       arg(i, 2, t) + ", " + arg(i, 3, t) + ")");
  }

  void shift(const Instruction& i) {
    i.need(3);
    i.allow_only({});
    const std::string t = i.type();
    put(i.args[0],
        "simt::ptx::" + i.op + "_<" + t + ">(" + arg(i, 1, t) + ", " + arg(i, 2, "unsigned") + ")");
  }

  void extract(const Instruction& i) {
    i.need(4);
    const std::string t = i.type();
    put(i.args[0], "simt::ptx::bfe_<" + t + ">(" + arg(i, 1, t) + ", " + arg(i, 2, "unsigned") +
                       ", " + arg(i, 3, "unsigned") + ")");
  }

  void insert(const Instruction& i) {
    i.need(5);
    const std::string t = i.type();
    put(i.args[0], "simt::ptx::bfi_<" + t + ">(" + arg(i, 1, t) + ", " + arg(i, 2, t) + ", " +
                       arg(i, 3, "unsigned") + ", " + arg(i, 4, "unsigned") + ")");
  }

  void permute(const Instruction& i) {
    i.need(4);
    i.allow_only({});
    put(i.args[0], "__byte_perm(" + arg(i, 1, "unsigned") + ", " + arg(i, 2, "unsigned") + ", " +
                       arg(i, 3, "unsigned") + ")");
  }

  void logic(const Instruction& i) {
    i.need(5);
    i.allow_only({});
    put(i.args[0], "simt::ptx::lop3_(" + arg(i, 1, "unsigned") + ", " + arg(i, 2, "unsigned") +
                       ", " + arg(i, 3, "unsigned") + ", " + arg(i, 4, "unsigned") + ")");
  }

  void funnel(const Instruction& i) {
    i.need(4);
    i.allow_only({"l", "r", "wrap", "clamp"});
    std::string by = arg(i, 3, "unsigned");
    if (i.has("clamp")) by = "simt::ptx::at_most_32(" + by + ")";
    put(i.args[0], std::string("simt::ptx::funnel_") + (i.has("l") ? "l(" : "r(") +
                       arg(i, 1, "unsigned") + ", " + arg(i, 2, "unsigned") + ", " + by + ", " +
                       (i.has("clamp") ? "true" : "false") + ")");
  }

  void dot4(const Instruction& i) {
    i.need(4);
    if (i.mods != Parts{"s32", "s32"} && i.mods != Parts{"u32", "u32"}) throw Lack{i.whole};
    const std::string t = i.mods[0] == "s32" ? "int" : "unsigned";
    put(i.args[0], "simt::ptx::dp4a_<" + t + ">(" + arg(i, 1, t) + ", " + arg(i, 2, t) + ", " +
                       arg(i, 3, t) + ")");
  }

  void convert(const Instruction& i) {
    i.need(2);
    if (i.mods.size() < 2) throw Lack{i.whole};
    i.allow_only({"rn", "rz", "rni", "rzi", "rmi", "rpi", "ftz", "sat"});
    const std::string to = type_of(i.mods[i.mods.size() - 2]), from = i.type();
    if (to.empty()) throw Lack{i.whole};
    if (!is_floating(from) || (is_floating(from) && is_floating(to))) {
      const bool rounds_to_whole = i.has_any({"rni", "rzi", "rmi", "rpi"});
      // Only from double to float, or from a whole number, there is something to round.
      if (i.has("rz") || i.has("sat")) throw Lack{i.whole};
      if (!rounds_to_whole)
        return put(i.args[0], "static_cast<" + to + ">(" + arg(i, 1, from) + ")");
    }
    const char* const how = i.has("rni")   ? "rint"
                            : i.has("rmi") ? "floor"
                            : i.has("rpi") ? "ceil"
                                           : "trunc";
    const std::string whole =
        std::string(how) + (from == "float" ? "f(" : "(") + arg(i, 1, from) + ")";
    put(i.args[0], is_floating(to) ? "static_cast<" + to + ">(" + whole + ")"
                                   : "simt::ptx::saturated<" + to + ">(" + whole + ")");
  }

  void compare(const Instruction& i) {
    if (i.args.size() != 3 && i.args.size() != 4) throw Lack{i.whole};
    i.allow_only({"eq",  "ne",  "lt",  "le",  "gt",  "ge",  "lo",  "ls",  "hi", "hs",  "equ",
                  "neu", "ltu", "leu", "gtu", "geu", "num", "nan", "and", "or", "xor", "ftz"});
    const std::string t = i.type(), a = arg(i, 1, t), b = arg(i, 2, t);
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
    } else {  // "equ" and the like: true if either is a NaN
      const auto of = plain.find(std::string_view(how).substr(0, 2));
      if (of == plain.end() || how.size() != 3) throw Lack{i.whole};
      result = "(__builtin_isunordered(" + a + ", " + b + ") || " + a + " " +
               std::string(of->second) + " " + b + ")";
    }
    std::string with, both;
    if (i.args.size() == 4) {
      with = i.has("and")   ? " && "
             : i.has("or")  ? " || "
             : i.has("xor") ? " != "
                            : throw Lack{i.whole};
      with += value(i.args[3], "bool");
    }
    const Parts to = split(i.args[0], '|');
    if (to.size() == 2) {
      code_ += "{ const bool simt_holds = " + result + "; ";
      put(to[0], "(simt_holds" + with + ")");
      put(to[1], "(!simt_holds" + with + ")");
      code_ += "} ";
    } else {
      put(i.args[0], "(" + result + with + ")");
    }
  }

  void select(const Instruction& i) {
    i.need(4);
    const std::string t = i.type();
    put(i.args[0], "(" + arg(i, 3, "bool") + " ? " + arg(i, 1, t) + " : " + arg(i, 2, t) + ")");
  }

  static bool is_shared(const Instruction& i) { return i.has_any({"shared", "shared::cta"}); }

  static std::string scope_fence(const Instruction& i) {
    return i.has("cta") ? "__threadfence_block(); " : "__threadfence(); ";
  }

  static void only_known_accesses(const Instruction& i) {
    for (const std::string& mod : i.mods) {
      const bool hint = mod.rfind("L1::", 0) == 0 || mod.rfind("L2::", 0) == 0;
      static const std::set<std::string_view> known = {
          "global",   "shared",  "shared::cta", "local",   "const", "param::entry",
          "volatile", "relaxed", "acquire",     "release", "weak",  "cta",
          "gpu",      "sys",     "ca",          "cg",      "cs",    "lu",
          "cv",       "nc",      "wb",          "wt",      "v2",    "v4"};
      if (!hint && known.count(mod) == 0 && type_of(mod).empty()) throw Lack{i.whole};
    }
  }

  static std::string memory(const Instruction& i, std::size_t count) {
    const std::string t = i.type();
    const bool observed = i.has_any({"volatile", "relaxed", "acquire", "release", "cv"});
    if (count > 1) return "simt::ptx::Vector<" + t + ", " + std::to_string(count) + ">";
    return std::string(observed ? "volatile " : "") + "simt::ptx::Word<" + t + ">";
  }

  static std::size_t lanes(const Instruction& i) { return i.has("v4") ? 4 : i.has("v2") ? 2 : 1; }

  void load(const Instruction& i) {
    only_known_accesses(i);
    if (i.args.size() < 2) throw Lack{i.whole};  // a third one is a hint to the cache
    const std::size_t count = lanes(i);
    const Parts to = vector(i.args[0]);
    if (to.size() != count) throw Lack{i.whole};
    const std::string from = "reinterpret_cast<const " + memory(i, count) + "*>(" +
                             address(i.args[1], is_shared(i)) + ")";
    if (count == 1) {
      put(to[0], from + "->value");
    } else {
      code_ += "{ const auto simt_read = *" + from + "; ";
      for (std::size_t n = 0; n < count; ++n)
        put(to[n], "simt_read.value[" + std::to_string(n) + "]");
      code_ += "} ";
    }
    if (i.has("acquire")) code_ += scope_fence(i);
  }

  void store(const Instruction& i) {
    only_known_accesses(i);
    if (i.args.size() < 2) throw Lack{i.whole};
    const std::size_t count = lanes(i);
    const Parts from = vector(i.args[1]);
    if (from.size() != count) throw Lack{i.whole};
    if (i.has("release")) code_ += scope_fence(i);
    const std::string to =
        "reinterpret_cast<" + memory(i, count) + "*>(" + address(i.args[0], is_shared(i)) + ")";
    const std::string t = i.type();
    if (count == 1) {
      code_ += to + "->value = " + value(from[0], t) + "; ";
      return;
    }
    std::string values;
    for (const std::string& one : from) values += (values.empty() ? "" : ", ") + value(one, t);
    code_ += "*" + to + " = {{" + values + "}}; ";
  }

  void to_address(const Instruction& i) {
    i.need(2);
    const std::string t = "unsigned long long";
    if (!is_shared(i)) return put(i.args[0], arg(i, 1, t));
    put(i.args[0], i.has("to") ? "__cvta_generic_to_shared(simt::ptx::at(" + arg(i, 1, t) + ", 0))"
                               : "reinterpret_cast<unsigned long long>(simt::ptx::shared_at(" +
                                     arg(i, 1, t) + ", 0))");
  }

  void atomic(const Instruction& i) {
    static const std::map<std::string_view, std::string_view> functions = {
        {"add", "atomicAdd"},   {"min", "atomicMin"}, {"max", "atomicMax"}, {"inc", "atomicInc"},
        {"dec", "atomicDec"},   {"and", "atomicAnd"}, {"or", "atomicOr"},   {"xor", "atomicXor"},
        {"exch", "atomicExch"}, {"cas", "atomicCAS"}};
    const auto function = std::find_if(functions.begin(), functions.end(),
                                       [&](const auto& f) { return i.has(f.first); });
    if (function == functions.end() || i.has_any({"v2", "v4", "noftz"})) throw Lack{i.whole};
    std::string t = i.type();
    // Sums of two's complement are the same with a sign as without.
    if (t == "long long" && function->first == "add") t = "unsigned long long";
    const std::size_t first = i.op == "atom" ? 1 : 0;
    const std::size_t operands = function->first == "cas" ? 2 : 1;
    if (i.args.size() < first + 1 + operands) throw Lack{i.whole};
    std::string call = std::string(function->second) + (i.has("cta") ? "_block(" : "(") +
                       "reinterpret_cast<" + t + "*>(" + address(i.args[first], is_shared(i)) + ")";
    for (std::size_t n = 0; n < operands; ++n) call += ", " + arg(i, first + 1 + n, t);
    call += ")";
    if (i.has_any({"release", "acq_rel"})) code_ += scope_fence(i);
    if (first == 1)
      put(i.args[0], call);
    else
      code_ += call + "; ";
    if (i.has_any({"acquire", "acq_rel"})) code_ += scope_fence(i);
  }

  void shuffle(const Instruction& i) {
    if (!i.has("sync")) throw Lack{i.whole};
    i.need(5);
    const char* const how = i.has("up")     ? "up"
                            : i.has("down") ? "down"
                            : i.has("bfly") ? "bfly"
                            : i.has("idx")  ? "idx"
                                            : throw Lack{i.whole};
    const Parts to = split(i.args[0], '|');
    if (to.size() > 2) throw Lack{i.whole};
    code_ += "{ bool simt_within; const unsigned simt_got = simt::ptx::shfl_" + std::string(how) +
             "(" + arg(i, 1, "unsigned") + ", " + arg(i, 2, "unsigned") + ", " +
             arg(i, 3, "unsigned") + ", " + arg(i, 4, "unsigned") +
             ", simt_within, __builtin_FILE(), __builtin_LINE()); ";
    put(to[0], "simt_got");
    if (to.size() == 2) put(to[1], "simt_within");
    code_ += "(void)simt_within; } ";
  }

  void vote(const Instruction& i) {
    if (!i.has("sync")) throw Lack{i.whole};
    i.need(3);
    const char* const function = i.has("ballot") ? "__ballot_sync("
                                 : i.has("all")  ? "__all_sync("
                                 : i.has("any")  ? "__any_sync("
                                 : i.has("uni")  ? "__uni_sync("
                                                 : throw Lack{i.whole};
    const std::string call =
        function + arg(i, 2, "unsigned") + ", " + value(i.args[1], "bool") + ")";
    put(i.args[0], i.has("ballot") ? call : "(" + call + " != 0)");
  }

  void reduce(const Instruction& i) {
    i.need(3);
    const std::string t = i.type();
    for (const char* op : {"add", "min", "max", "and", "or", "xor"}) {
      if (!i.has(op)) continue;
      return put(i.args[0], "__reduce_" + std::string(op) + "_sync(" + arg(i, 2, "unsigned") +
                                ", " + arg(i, 1, t) + ")");
    }
    throw Lack{i.whole};
  }

  void active(const Instruction& i) {
    i.need(1);
    put(i.args[0], "__activemask()");
  }

  void barrier(const Instruction& i) {
    if (i.has("warp")) {
      i.need(1);
      code_ += "__syncwarp(" + arg(i, 0, "unsigned") + "); ";
      return;
    }
    if (i.has("cluster")) {
      code_ += i.has("arrive") ? "simt::ptx::arrive_at_cluster(); "
               : i.has("wait") ? "simt::ptx::wait_for_cluster(); "
                               : throw Lack{i.whole};
      return;
    }
    if (!i.has("sync") && !i.has("arrive")) throw Lack{i.whole};
    if (i.args == Parts{"0"} || (i.args.size() == 1 && i.args[0] == "0x0")) {
      code_ += "__syncthreads(); ";
      return;
    }
    code_ += i.has("sync") ? "simt::ptx::wait_at_barrier(" : "simt::ptx::come_to_barrier(";
    code_ +=
        arg(i, 0, "unsigned") + (i.args.size() > 1 ? ", " + arg(i, 1, "unsigned") : "") + "); ";
  }

  // --- asynchronous copies
  // --------------------------------------------------------------------------------

  /// A barrier object, or the other end of a copy, as a pointer.
  std::string shared_pointer(std::string_view text) const { return address(text, true); }

  void copy(const Instruction& i) {
    if (!i.has("async")) throw Lack{i.whole};
    if (i.has("bulk")) return bulk_copy(i);
    if (i.has("commit_group")) {
      code_ += "simt::detail::commit_copies(); ";
    } else if (i.has("wait_group")) {
      i.need(1);
      code_ += "simt::detail::wait_for_copies(" + arg(i, 0, "unsigned") + "); ";
    } else if (i.has("wait_all")) {
      code_ += "simt::detail::commit_copies(); simt::detail::wait_for_copies(0); ";
    } else if (i.has("mbarrier")) {
      // cp.async.mbarrier.arrive: comes to the phase when the copies have landed.
      i.need(1);
      const std::string object = shared_pointer(i.args[0]);
      if (!i.has("noinc")) code_ += "simt::detail::add_to_phase(" + object + "); ";
      code_ += "simt::detail::bind_copies(" + object + "); simt::detail::arrive_at_barrier(" +
               object + ", 1, 0, false); ";
    } else {
      if (!i.has_any({"ca", "cg"}) || i.args.size() < 3) throw Lack{i.whole};
      // A fourth operand is the number of bytes that are read; what begins with "%" and is no
      // register of 32 bits would be a hint to the cache.
      const bool hint = i.has("L2::cache_hint");
      const std::size_t operands = i.args.size() - (hint ? 1 : 0);
      const std::string size = arg(i, 2, "unsigned");
      const std::string read = operands > 3 ? arg(i, 3, "unsigned") : size;
      code_ += "simt::ptx::begin_copy(" + shared_pointer(i.args[0]) + ", " +
               address(i.args[1], false) + ", " + size + ", " + read + "); ";
    }
  }

  /// Of one dimension and without a tensor's map: bytes from one place to another.
  void bulk_copy(const Instruction& i) {
    if (i.has("commit_group")) {
      code_ += "simt::detail::commit_copies(); ";
    } else if (i.has("wait_group")) {
      i.need(1);
      code_ += "simt::detail::wait_for_copies(" + arg(i, 0, "unsigned") + "); ";
    } else if (i.has("mbarrier::complete_tx::bytes") &&
               i.has_any({"shared::cluster", "shared::cta"}) && i.has("global") &&
               !i.has_any({"tensor", "multicast::cluster"}) && i.args.size() >= 4) {
      code_ += "simt::ptx::begin_bulk_copy(" + shared_pointer(i.args[0]) + ", " +
               address(i.args[1], false) + ", " + arg(i, 2, "unsigned") + ", " +
               shared_pointer(i.args[3]) + "); ";
    } else if (i.has("bulk_group") && i.has("shared::cta") && i.has("global") && !i.has("tensor") &&
               i.args.size() >= 3) {
      code_ += "simt::ptx::begin_bulk_store(" + address(i.args[0], false) + ", " +
               shared_pointer(i.args[1]) + ", " + arg(i, 2, "unsigned") + "); ";
    } else {
      throw Lack{i.whole};
    }
  }

  void barrier_object(const Instruction& i) {
    if (i.has("init")) {
      i.need(2);
      code_ += "simt::detail::init_barrier(" + shared_pointer(i.args[0]) + ", " +
               arg(i, 1, "unsigned") + "); ";
    } else if (i.has("inval")) {
      i.need(1);
    } else if (i.has_any({"arrive", "arrive_drop"}) && !i.has("noComplete")) {
      // With a state, or with none of it.
      const std::size_t at = !i.args.empty() && i.args[0].front() == '[' ? 0 : 1;
      const bool expects = i.has("expect_tx");
      if (i.args.size() <= at || i.has("shared::cluster")) throw Lack{i.whole};
      const std::string last = i.args.size() > at + 1 ? arg(i, at + 1, "unsigned") : "1u";
      const std::string call = "simt::detail::arrive_at_barrier(" + shared_pointer(i.args[at]) +
                               ", " + (expects ? "1u" : last) + ", " +
                               (expects ? "static_cast<int>(" + last + ")" : "0") + ", " +
                               (i.has("arrive_drop") ? "true" : "false") + ")";
      if (at == 1)
        put(i.args[0], "static_cast<unsigned long long>(" + call + ")");
      else
        code_ += call + "; ";
    } else if (i.has("expect_tx")) {
      i.need(2);
      code_ += "simt::detail::expect_transactions(" + shared_pointer(i.args[0]) +
               ", static_cast<int>(" + arg(i, 1, "unsigned") + ")); ";
    } else if (i.has_any({"test_wait", "try_wait"})) {
      if (i.args.size() < 3) throw Lack{i.whole};
      put(i.args[0], "simt::detail::has_completed(" + shared_pointer(i.args[1]) + ", " +
                         arg(i, 2, "unsigned") + ", " + (i.has("parity") ? "true" : "false") + ")");
    } else if (i.has("pending_count")) {
      throw Lack{i.whole};
    } else {
      throw Lack{i.whole};
    }
  }

  void at_rank(const Instruction& i) {
    i.need(3);
    if (i.has("u32") || is_shared(i) || i.has("shared::cluster")) throw Lack{i.whole};
    put(i.args[0], "reinterpret_cast<unsigned long long>(simt::detail::at_rank(simt::ptx::at(" +
                       arg(i, 1, "unsigned long long") + ", 0), " + arg(i, 2, "unsigned") + "))");
  }

  void fence(const Instruction& i) {
    // Between kinds of access that are one here.
    if (i.has("proxy") || i.has("mbarrier_init")) return;
    code_ += i.has("cta")                                 ? "__threadfence_block(); "
             : i.has_any({"gl", "gpu", "sys", "cluster"}) ? "__threadfence(); "
                                                          : throw Lack{i.whole};
  }

  void nothing(const Instruction&) {}
  void trap(const Instruction&) { code_ += "__trap(); "; }
  void exit(const Instruction&) { code_ += "::simt::detail::exit_thread(); "; }
  void sleep(const Instruction& i) {
    i.need(1);
    code_ += "__nanosleep(" + arg(i, 0, "unsigned") + "); ";
  }

  void is_in_space(const Instruction& i) {
    i.need(2);
    const char* const function = is_shared(i)      ? "__isShared"
                                 : i.has("global") ? "__isGlobal"
                                 : i.has("local")  ? "__isLocal"
                                                   : throw Lack{i.whole};
    put(i.args[0], "(" + std::string(function) + "(simt::ptx::at(" +
                       arg(i, 1, "unsigned long long") + ", 0)) != 0)");
  }

  void policy(const Instruction& i) { put(i.args.at(0), "0ull"); }

  const std::size_t operands_;
  const bool plain_;
  std::string code_;
  std::vector<std::map<std::string, std::string>> scopes_ = {{}};  // registers, by name
  int depth_ = 0, declared_ = 0;
};

}  // namespace

PtxTranslation translate_ptx(std::string_view assembly, std::size_t operands, bool plain) {
  try {
    return {Translator(operands, plain).run(assembly), ""};
  } catch (const Lack& lack) {
    return {"", lack.what};
  }
}

}  // namespace simt::rewrite
