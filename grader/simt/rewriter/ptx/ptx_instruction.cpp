#include "simt/rewriter/ptx/ptx_instruction.h"

#include <algorithm>
#include <cctype>
#include <map>

namespace simt::rewrite {

namespace {

bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

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

}  // namespace

PtxInstruction PtxInstruction::read(std::string_view text) {
  PtxInstruction i;
  const std::size_t end = std::min(text.find_first_of(" \t\n"), text.size());
  i.whole = std::string(text.substr(0, end));
  if (i.whole.find(':') == i.whole.size() - 1) throw PtxLack{"a label (" + i.whole + ")"};
  // "L2::128B" is one modifier.
  for (std::size_t at = 0; at <= i.whole.size();) {
    const std::size_t dot = std::min(i.whole.find('.', at), i.whole.size());
    (at == 0 ? i.op : i.mods.emplace_back()) = i.whole.substr(at, dot - at);
    at = dot + 1;
  }
  if (const std::string_view rest = trimmed(text.substr(end)); !rest.empty())
    i.args = split_ptx(rest, ',');
  return i;
}

bool PtxInstruction::has(std::string_view mod) const {
  return std::find(mods.begin(), mods.end(), mod) != mods.end();
}

bool PtxInstruction::has_any(std::initializer_list<std::string_view> some) const {
  return std::any_of(some.begin(), some.end(), [&](std::string_view m) { return has(m); });
}

std::string PtxInstruction::type() const {
  const std::string t = mods.empty() ? "" : ptx_type(mods.back());
  if (t.empty()) throw PtxLack{whole};
  return t;
}

void PtxInstruction::need(std::size_t count) const {
  if (args.size() != count)
    throw PtxLack{whole + " with " + std::to_string(args.size()) + " operands"};
}

void PtxInstruction::allow_only(std::initializer_list<std::string_view> some) const {
  for (const std::string& mod : mods)
    if (ptx_type(mod).empty() && std::find(some.begin(), some.end(), mod) == some.end())
      throw PtxLack{whole};
}

std::string ptx_type(std::string_view suffix) {
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

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

PtxParts split_ptx(std::string_view text, char at) {
  PtxParts parts;
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

PtxParts ptx_statements(std::string_view assembly) {
  PtxParts all;
  std::string one;
  int within = 0;
  const auto finish = [&] {
    if (const std::string_view t = trimmed(one); !t.empty()) all.emplace_back(t);
    one.clear();
  };
  for (const char c : without_comments(assembly)) {
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

}  // namespace simt::rewrite
