// C++'s names as the source spells them.
#pragma once

#include <string>
#include <string_view>

namespace warpgrade {

/// `name` demangled, for people as shown_name() has it; without demangling where it is no mangled
/// one or where its spelling may be very long: a mangled name can refer to its own parts, so that
/// each reference doubles what comes out, and names are the student's to choose.
std::string demangled(std::string_view name);

/// A symbol for people: one that any bytes may stand in, as plain text, at most 512 bytes of it and
/// "…" for the rest.
std::string shown_name(std::string_view name);

}  // namespace warpgrade
