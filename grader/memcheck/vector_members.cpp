#include "memcheck/vector_members.h"

#include <set>
#include <string>
#include <vector>

#include "simt/rewriter/tokenizer.h"

namespace warpgrade {
namespace {

using simt::rewrite::Token;
using Names = std::set<std::string_view>;

class VectorText {
 public:
  explicit VectorText(std::string_view text) {
    for (const Token& token : simt::rewrite::tokenise_file(text, spellings_))
      if (token.kind != Token::Kind::comment && token.kind != Token::Kind::directive)
        tokens_.push_back(token);
    find_types();
    find_variables();
  }

  bool accesses_only_members(std::uint32_t line) const {
    static const Names members = {"x", "y", "z", "w"},
                       built_in = {"threadIdx", "blockIdx", "blockDim", "gridDim"};
    bool any = false;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (tokens_[i].line != line) continue;
      if (is(i, "]") && !is(i + 1, "[") && !is(i + 1, ".")) return false;
      if (is(i, "*") && is_unary(i)) return false;
      const bool member = (is(i, ".") || is(i, "->")) && members.count(text(i + 1)) != 0;
      if (!member || built_in.count(text(i - 1)) != 0) continue;
      if (!is_vector_before(i)) return false;
      any = true;
    }
    return any;
  }

 private:
  std::string_view text(std::size_t i) const {
    return i < tokens_.size() ? tokens_[i].text : std::string_view();
  }
  bool is(std::size_t i, std::string_view what) const { return text(i) == what; }
  bool is_name(std::size_t i) const {
    return i < tokens_.size() && tokens_[i].kind == Token::Kind::identifier;
  }
  bool is_qualifier(std::size_t i) const {
    static const Names all = {"*", "&", "const", "__restrict__", "__restrict", "restrict"};
    return all.count(text(i)) != 0;
  }
  /// Whether a declared name can stand before this.
  bool ends_declarator(std::size_t i) const {
    static const Names all = {"=", ";", ",", ")", "[", "(", "{", ":"};
    return all.count(text(i)) != 0;
  }

  /// Whether a declaration's type can stand here; in `a.x * b[i]`, x is none.
  bool can_begin_type(std::size_t i) const {
    static const Names before = {
        ";",         "{",         "}",        "(",       ",",          ":",          "const",
        "static",    "constexpr", "volatile", "extern",  "__shared__", "__device__", "__constant__",
        "__align__", "mutable",   "inline",   "typename"};
    return i == 0 || before.count(text(i - 1)) != 0;
  }

  void find_types() {
    for (const char* scalar : {"char", "uchar", "short", "ushort", "int", "uint", "long", "ulong",
                               "longlong", "ulonglong", "float", "double"})
      for (const char* size : {"2", "4"}) names_.push_back(scalar + std::string(size));
    for (const std::string& name : names_) types_.insert(name);
    for (std::size_t i = 0; i + 3 < tokens_.size(); ++i) {
      if (is(i, "typedef") && types_.count(text(i + 1)) != 0) types_.insert(text(i + 2));
      if (is(i, "using") && is(i + 2, "=") && types_.count(text(i + 3)) != 0)
        types_.insert(text(i + 1));
    }
  }

  /// The name declared behind the type at `type`; the number of tokens if there is none.
  std::size_t declared_behind(std::size_t type) const {
    std::size_t name = type + 1;
    while (is_qualifier(name)) ++name;
    return is_name(name) && ends_declarator(name + 1) ? name : tokens_.size();
  }

  void find_variables() {
    Names others;
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if (!is_name(i) || is_qualifier(i) || is(i, "return") || !can_begin_type(i)) continue;
      std::size_t name = declared_behind(i);
      if (name == tokens_.size()) continue;
      bool vectors = types_.count(text(i)) != 0;
      if (is(i, "auto")) vectors = names_a_vector(name, end_of_declarator(name));
      for (const std::size_t before : {i - 1, i - 2, i + 1})
        vectors = vectors && !is(before, "volatile");
      // Of `T *a = p, *b;`, each name.
      while (is_name(name) && ends_declarator(name + 1)) {
        (vectors ? variables_ : others).insert(text(name));
        name = end_of_declarator(name);
        if (!is(name, ",")) break;
        for (++name; is_qualifier(name);) ++name;
      }
    }
    for (const std::string_view name : others) variables_.erase(name);
  }

  std::size_t end_of_declarator(std::size_t i) const {
    for (int depth = 0; i < tokens_.size(); ++i) {
      if (is(i, "(") || is(i, "[") || is(i, "{")) ++depth;
      if ((is(i, ")") || is(i, "]") || is(i, "}")) && --depth < 0) break;
      if (depth == 0 && (is(i, ",") || is(i, ";"))) break;
    }
    return i;
  }

  bool names_a_vector(std::size_t begin, std::size_t end) const {
    for (std::size_t i = begin; i < end; ++i)
      if (types_.count(text(i)) != 0) return true;
    return false;
  }

  bool is_unary(std::size_t i) const {
    if (i == 0 || is(i + 1, ")") || is(i + 1, ">")) return i == 0;  // `(float4*)`, `<float4*>`
    if (types_.count(text(i - 1)) != 0) return false;               // a declaration
    const Token& before = tokens_[i - 1];
    return before.kind == Token::Kind::punctuation ? !is(i - 1, ")") && !is(i - 1, "]")
                                                   : is(i - 1, "return");
  }

  /// The bracket that opens what `close` closes.
  std::size_t opening(std::size_t close) const {
    int depth = 0;
    for (std::size_t i = close + 1; i-- > 0;) {
      if (is(i, ")") || is(i, "]")) ++depth;
      if ((is(i, "(") || is(i, "[")) && --depth == 0) return i;
    }
    return 0;
  }

  /// Whether what stands before the `.` or `->` at `i` is a vector in memory.
  bool is_vector_before(std::size_t i) const {
    std::size_t end = i - 1;
    while (end > 0 && is(end, "]")) end = opening(end) - 1;
    if (is_name(end)) return variables_.count(text(end)) != 0;
    if (!is(end, ")")) return false;
    // `((float4*)A)[i].x` and `reinterpret_cast<float4*>(A)[i].x`.
    std::size_t begin = opening(end);
    if (names_a_vector(begin, end)) return true;
    if (begin == 0 || !is(begin - 1, ">")) return false;
    for (end = begin; begin > 0 && !is(begin, "<");) --begin;
    return names_a_vector(begin, end);
  }

  simt::rewrite::Spellings spellings_;
  std::vector<Token> tokens_;
  std::vector<std::string> names_;
  Names types_, variables_;  // of vectors
};

}  // namespace

bool accesses_only_members(std::string_view source, int line) {
  return VectorText(source).accesses_only_members(static_cast<std::uint32_t>(line));
}

}  // namespace warpgrade
