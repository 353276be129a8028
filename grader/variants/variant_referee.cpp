#include "variants/variant_referee.h"

#include <algorithm>

#include "base/fault.h"
#include "process/referee_build.h"

namespace warpgrade {

RefereeHelp VariantReferee::build() {
  RefereeHelp help;
  help.gpu = machine_.toolkit.has_value();
  help.device_reference = std::filesystem::exists(lab_.folder / "referee.cu");
  if (!why_no_help(help).empty()) return help;
  if (executable_.empty() && cannot_build_.empty()) {
    try {
      executable_ = build_referee(machine_, lab_, real_);
    } catch (const GraderError& error) {
      cannot_build_ = error.what();
    }
  }
  help.failure = cannot_build_;
  return help;
}

void VariantReferee::start(const HeldGpus& held) {
  const int device = held.gpus().front().number;
  if (device != device_) end();
  if (referee_) return;
  referee_ =
      std::make_unique<Referee>(held.sandbox_with(machine_.sandbox, 1), executable_, environment_);
  device_ = device;
}

void VariantReferee::end() {
  referee_.reset();
  device_ = -1;
  staged_ = taken_ = 0;
}

void VariantReferee::free_memory(const HeldGpus& held, std::uint64_t bytes) {
  if (!referee_) return;
  try {
    if (device_ == held.gpus().front().number && referee_->free_bytes() < bytes) end();
  } catch (const GraderError&) {
    end();  // the process has ended; another one is started when needed
  }
}

std::optional<bool> VariantReferee::accepts(const HeldGpus& held, const CallImage& image,
                                            const std::vector<std::byte>& returned,
                                            std::int64_t return_value, const std::string& facts,
                                            RefereeHelp& help) {
  try {
    start(held);
    const std::uint64_t staged = std::max<std::uint64_t>(image.size, staged_);
    const std::uint64_t taken = std::max<std::uint64_t>(image.written_bytes, taken_);
    help.wanted_bytes = staged + taken;
    help.free_bytes = referee_->free_bytes() + staged_ + taken_;
    if (help.wanted_bytes > help.free_bytes) return std::nullopt;
    help.supported = referee_->generate(image, facts);
    staged_ = staged;
    taken_ = taken;
    if (!help.supported) return std::nullopt;
    referee_->load(image.bytes);
    const auto end_of_written = static_cast<std::ptrdiff_t>(image.written_bytes);
    referee_->load_results({returned.begin(), returned.begin() + end_of_written}, return_value);
    const Referee::Found found = referee_->verify();
    return found.right && !found.touched;
  } catch (const GraderError& error) {
    end();
    help.failure = error.what();
    return std::nullopt;
  }
}

}  // namespace warpgrade
