#include "lab/binding_source.h"

#include <fmt/format.h>

namespace warpgrade {

std::string binding_source(const Lab& lab) {
  std::vector<const Signature*> functions;
  for (const Task& task : lab.tasks) functions.push_back(&task.signature);
  if (lab.before) functions.push_back(&*lab.before);

  std::string text =
      "#include \"runner/binding.h\"\n\nusing real = WARPGRADE_REAL;\n\n"
      "// A submission may lack a function; its address is null then.\n";
  for (const Signature* function : functions)
    text += fmt::format("extern {} __attribute__((weak));\n", function->declaration);
  text += "\nconst warpgrade::runner::Entry contract_entries[] = {\n";
  for (const Signature* function : functions)
    text += fmt::format("    warpgrade::runner::entry(\"{0}\", {0}),\n", function->entry);
  text +=
      "};\nconst std::size_t contract_size = sizeof contract_entries / sizeof "
      "*contract_entries;\n";
  return text;
}

}  // namespace warpgrade
