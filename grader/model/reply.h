// A worker's message, made harmless.
#pragma once

#include <cstdint>
#include <optional>

#include "runner/protocol.h"

namespace warpgrade {

/// The reply where it is one to the request `id`, or tells of the worker's end: its texts ended and
/// plain, its counts within their arrays. A worker may have written anything there.
std::optional<protocol::Reply> accepted_reply(protocol::Reply reply, std::uint64_t id);

}  // namespace warpgrade
