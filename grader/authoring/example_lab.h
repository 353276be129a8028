// Example labs, docs/examples/EXAMPLE/, from which `warpgrade new-lab` makes labs.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace warpgrade {

/// Their names.
std::vector<std::string> example_labs(const std::filesystem::path& root);

/// The files of a lab `name` made from the example: texts by path in the project's folder. The
/// example's name is replaced where it names the lab: before `.h`, `_` and the like, after `/`, `=`
/// or a quote. In prose it stays. Throws UsageError for an unknown example.
std::map<std::filesystem::path, std::string> files_like(const std::filesystem::path& root,
                                                        const std::string& example,
                                                        const std::string& name);

/// Whether a file of the lab `name` is still what such an example gave it. `file`: from `root`.
bool is_as_in_an_example(const std::filesystem::path& root, const std::string& name,
                         const std::filesystem::path& file);

}  // namespace warpgrade
