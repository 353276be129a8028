#include "variants/variant_builds.h"

#include <fmt/format.h>

#include "variants/variant_call.h"

namespace warpgrade {
namespace fs = std::filesystem;

fs::path VariantBuilds::source_folder(const Lab& lab, const Variant& variant) const {
  return variant.folder.empty() ? machine_.root / "solutions" / lab.name : variant.folder;
}

fs::path VariantBuilds::build_folder(const Variant& variant, const Constants& constants) const {
  fs::path folder = machine_.work / (variant.name + ":" + sizes_as_name(constants));
  fs::create_directories(folder);
  return folder;
}

Build VariantBuilds::get(const Lab& lab, const Variant& variant, const Constants& constants) {
  const auto key = std::make_pair(variant.name, constants);
  {
    const std::lock_guard lock(mutex_);
    if (const auto built = builds_.find(key); built != builds_.end()) return built->second;
  }
  Build build = make(lab, variant, constants);
  const std::lock_guard lock(mutex_);
  return builds_[key] = std::move(build);
}

Build VariantBuilds::make(const Lab& lab, const Variant& variant,
                          const Constants& constants) const {
  const fs::path folder = build_folder(variant, constants);
  const Toolchain toolchain =
      variant.folder.empty()
          ? Toolchain::for_grader_programs(machine_.root, folder, machine_.sandbox)
          : Toolchain(machine_.root, folder, machine_.sandbox);
  Source source{source_folder(lab, variant), variant.file.string(), constants,
                toolchain.build_binding(lab, real_), variant.libraries};
  Build build;
  if (variant.host_only()) {
    source.libraries.push_back("openblas");
    build = toolchain.build_host(lab, source, real_);
  } else if (backend_ == Backend::cuda) {
    build = toolchain.build_cuda(lab, source, real_, *machine_.toolkit, machine_.capability, true);
  } else {
    build = toolchain.build_cpu(lab, source, real_, CpuMode::fast);
  }
  const Signature& signature = lab.tasks.front().signature;
  if (build.verdict == Verdict::ok && !build.definitions.at(signature.entry).defined) {
    build.verdict = Verdict::compile_error;
    build.output =
        fmt::format("{} does not define {}.\n", variant.file.string(), signature.declaration);
  }
  return build;
}

}  // namespace warpgrade
