// Changes to a program that its environment switches on: so one compilation tries many of them.
#pragma once

/// Whether SIMT_REMEDIES, numbers with commas between them, names this one (0 to 63). Programs that
/// nobody changes never ask.
extern "C" bool simt_remedy(int number) noexcept;

/// Where a change is not switched on that gives the variable its first value: by chance the
/// compiler may have given it one.
extern "C" void simt_no_value(const char* name, int declared, const char* file, int line) noexcept;
