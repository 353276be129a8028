// Changes to a program that an environment variable switches on, so that one compilation can try
// many of them.
#pragma once

/// Whether SIMT_REMEDIES, numbers separated by commas, contains this one (0 to 63). Unmodified
/// programs never call it.
extern "C" [[gnu::const]] bool simt_remedy(int number) noexcept;

/// Called with `made` where a function gets this object by value and a change passes it by
/// reference. Then the object's destructor asks, without `made`, whether it is such a copy, which
/// frees nothing.
extern "C" bool simt_owner_copy(const void* object, bool made) noexcept;

/// Called where a change would initialize a variable, if it is switched off: the compiler may have
/// given the variable a value by chance.
extern "C" void simt_no_value(const char* name, int declared, const char* file, int line) noexcept;
