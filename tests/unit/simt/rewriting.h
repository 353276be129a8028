// Rewrites a piece of CUDA C++ as if it were the file /own/k.cu.
#pragma once

#include <sstream>
#include <string>

#include "simt/rewriter/rewrite.h"

namespace simt::rewrite {

struct Rewritten {
  std::string text;      // without the linemarker
  std::string messages;  // what simt_rewrite would print
  int exit_status = 0;

  bool has(const std::string& part) const { return text.find(part) != std::string::npos; }
  bool mentions(const std::string& part) const { return messages.find(part) != std::string::npos; }
};

inline Rewritten rewritten(const std::string& source, const std::string& before = "",
                           Options options = {}) {
  const std::string marker = "# 1 \"/own/k.cu\"\n";
  Ownership ownership;
  ownership.add("/own", Ownership::FileOwner::author);
  ownership.add("/own/engine", Ownership::FileOwner::engine);
  const Result result = rewrite(before + marker + source, "k.ii", ownership, options);
  Rewritten r;
  std::ostringstream messages;
  result.diagnostics.print(messages, result.files);
  r.messages = messages.str();
  r.exit_status = result.diagnostics.exit_status();
  const std::size_t head = before.size() + marker.size();
  if (result.text.size() >= head) r.text = result.text.substr(head);
  return r;
}

/// Like `rewritten`, within the body of a host function.
inline std::string in_main(const std::string& statements) {
  const std::string open = "int main() {", close = "}";
  const Rewritten r = rewritten(open + statements + close);
  return r.messages.empty() ? r.text.substr(open.size(), r.text.size() - open.size() - close.size())
                            : r.messages;
}

}  // namespace simt::rewrite
