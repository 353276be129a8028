#include "model/reply.h"

#include <algorithm>
#include <cstddef>
#include <cstdio>
#include <string>

#include "base/utf8.h"

namespace warpgrade {
namespace {

template <std::size_t size>
void make_plain(char (&field)[size]) {
  // A replacement character is longer than the byte that it replaces, so shorten the text again.
  const std::string text = whole_points(plain_text({field, size}), size - 1);
  std::snprintf(field, size, "%s", text.c_str());
}

}  // namespace

std::optional<protocol::Reply> accepted_reply(protocol::Reply reply, std::uint64_t id) {
  // A crash handler does not know the id of the interrupted call.
  if (reply.id != id && reply.status != protocol::Reply::fatal) return std::nullopt;
  make_plain(reply.error_name);
  make_plain(reply.error_text);
  make_plain(reply.error_call);
  make_plain(reply.error_file);
  make_plain(reply.where);
  reply.code_count = std::min<std::uint64_t>(reply.code_count, 1u << 20);
  reply.kernel_count = std::min(reply.kernel_count, protocol::max_kernels);
  reply.sample_count = std::min(reply.sample_count, protocol::max_samples);
  for (auto& kernel : reply.kernels) make_plain(kernel.name);
  return reply;
}

}  // namespace warpgrade
