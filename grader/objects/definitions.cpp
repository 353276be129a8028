#include "objects/definitions.h"

#include <algorithm>

#include "base/fault.h"
#include "base/mapped_file.h"
#include "objects/demangle.h"
#include "objects/object_symbols.h"

namespace warpgrade {
namespace {

std::string spelled_type(const Parameter& parameter, Real real) {
  const Element element = parameter.element;
  std::string scalar{element == Element::real  ? name(real)
                     : element == Element::u32 ? "unsigned int"
                                               : name(element)};
  switch (parameter.kind) {
    case Parameter::Kind::integer:
      return "int";
    case Parameter::Kind::real:
      return scalar;
    case Parameter::Kind::input:
      return scalar + " const*";
    case Parameter::Kind::output:
      return scalar + "*";
  }
  return {};
}

/// The signature in the demangler's notation.
std::string spelled(const Signature& signature, Real real) {
  std::string text = signature.entry + "(";
  for (const auto& parameter : signature.parameters) {
    text += (text.back() == '(' ? "" : ", ") + spelled_type(parameter, real);
  }
  return text + ")";
}

class Definitions {
 public:
  Definitions(const Lab& lab, Real real) {
    for (const auto& task : lab.tasks) {
      found_[task.signature.entry];
      wanted_[task.signature.entry] = spelled(task.signature, real);
    }
  }

  void add(const ObjectSymbol& symbol) {
    if (symbol.defined && symbol.code && names_an_entry(symbol.name)) add_function(symbol);
  }

  std::map<std::string, Definition> take() { return std::move(found_); }

 private:
  /// Most symbols need no demangling.
  bool names_an_entry(std::string_view symbol) const {
    return std::any_of(wanted_.begin(), wanted_.end(), [&](const auto& wanted) {
      return symbol.find(wanted.first) != symbol.npos;
    });
  }

  void add_function(const ObjectSymbol& symbol) {
    const std::string text = demangled(symbol.name);
    const std::string function = text.substr(0, text.find('('));
    const auto colons = function.rfind("::");
    const std::string base = colons == function.npos ? function : function.substr(colons + 2);
    const auto definition = found_.find(base);
    if (definition == found_.end() || definition->second.defined) return;
    const bool right = text == wanted_[base];
    if (right && !symbol.local)
      definition->second = {true, ""};
    else
      definition->second.found = right ? "static " + text : text;
  }

  std::map<std::string, Definition> found_;    // by entry
  std::map<std::string, std::string> wanted_;  // the expected notation, by entry
};

}  // namespace

std::map<std::string, Definition> read_definitions(const std::filesystem::path& object,
                                                   const Lab& lab, Real real) {
  const MappedFile file(object);
  Definitions definitions(lab, real);
  if (!visit_symbols(file.text(), [&](const ObjectSymbol& symbol) { definitions.add(symbol); }))
    throw GraderError("the compiler wrote an object that is not whole: " + object.string(),
                      "Is a disk full? Grade again; if it stays, reinstall g++ and binutils.");
  return definitions.take();
}

}  // namespace warpgrade
