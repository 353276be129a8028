#include "simt/rewriter/ptx/ptx.h"

#include <algorithm>
#include <cstdlib>
#include <string>

#include "simt/rewriter/ptx/ptx_families.h"

namespace simt::rewrite {

namespace {

class Translator {
 public:
  Translator(std::size_t operands, bool plain) : operands_(operands, plain) {}

  std::string run(std::string_view assembly) {
    for (const std::string& one : ptx_statements(assembly)) statement(one);
    if (depth_ != 0) throw PtxLack{"a brace without its partner"};
    return operands_.take();
  }

 private:
  void statement(std::string_view text) {
    if (text == "{") {
      ++depth_;
      operands_.add("{ ");
      operands_.open_scope();
    } else if (text == "}") {
      if (depth_-- == 0) throw PtxLack{"a brace without its partner"};
      operands_.add("} ");
      operands_.close_scope();
    } else if (text.substr(0, 5) == ".reg ") {
      registers(text.substr(5));
    } else if (text.front() == '.') {
      throw PtxLack{"the directive " + std::string(text.substr(0, text.find(' ')))};
    } else {
      instruction(text);
    }
  }

  /// Parses the text after ".reg": ".u32 a, b<4>".
  void registers(std::string_view text) {
    text = trimmed(text);
    const std::size_t blank = text.find_first_of(" \t\n");
    const std::string type = text.front() == '.' && blank != text.npos
                                 ? ptx_type(trimmed(text.substr(1, blank - 1)))
                                 : "";
    if (type.empty()) throw PtxLack{".reg " + std::string(text)};
    for (const std::string& name : split_ptx(text.substr(blank), ',')) {
      const std::size_t many = name.find('<');
      if (many == name.npos) {
        operands_.declare(type, name);
        continue;
      }
      const int count = std::atoi(name.c_str() + many + 1);
      for (int i = 0; i < std::min(count, 256); ++i)
        operands_.declare(type, name.substr(0, many) + std::to_string(i));
    }
  }

  void instruction(std::string_view text) {
    std::string guard;
    if (text.front() == '@') {
      const std::size_t end = text.find_first_of(" \t\n");
      if (end == text.npos) throw PtxLack{std::string(text)};
      guard = operands_.value(text.substr(1, end - 1), "bool");
      text = trimmed(text.substr(end));
    }
    const PtxInstruction i = PtxInstruction::read(text);
    if (!guard.empty()) operands_.add("if (" + guard + ") { ");
    translate(i);
    if (!guard.empty()) operands_.add("} ");
  }

  void translate(const PtxInstruction& i) {
    if (i.op == "wmma" || i.op == "wgmma" || i.op == "tcgen05")
      throw PtxLack{i.whole + " (tensor cores): use wmma of <mma.h>, or mma.sync"};
    // The first three handle some instructions of the other families.
    const bool known = translate_matrices(i, operands_) || translate_small_floats(i, operands_) ||
                       translate_roundings(i, operands_) || translate_arithmetic(i, operands_) ||
                       translate_memory(i, operands_) || translate_threads(i, operands_) ||
                       translate_copies(i, operands_);
    if (!known) throw PtxLack{i.whole};
  }

  PtxOperands operands_;
  int depth_ = 0;
};

}  // namespace

PtxTranslation translate_ptx(std::string_view assembly, std::size_t operands, bool plain) {
  try {
    return {Translator(operands, plain).run(assembly), ""};
  } catch (const PtxLack& lack) {
    return {"", lack.what};
  }
}

}  // namespace simt::rewrite
