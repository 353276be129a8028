#include "model/call_image.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstring>

#include "base/fault.h"
#include "base/random.h"

namespace warpgrade {
namespace {

constexpr std::size_t page = 4096;

std::size_t pages(std::size_t bytes) { return (bytes + page - 1) / page * page; }

/// Wide enough for common overruns: some dozens of rows past the last one.
std::size_t guard_bytes(std::size_t cols, std::size_t element) {
  return pages(std::clamp<std::size_t>(64 * cols * element, page, 256 << 10));
}

/// Integers have no NaN, so poison is a number far from all plausible values. It is small enough
/// that, used as an index by mistake, it stays near the guard bands.
std::uint64_t make_poison_bits(Element element, Real real, Poison poison, Random& random) {
  if (element == Element::real) element = real == Real::f32 ? Element::f32 : Element::f64;
  const bool finite = poison == Poison::finite;
  const auto bits = random.bits();
  switch (element) {
    case Element::u8:
      return finite ? 0x81 + bits % 0x3f : 0xc1 + bits % 0x3e;
    case Element::i32:
    case Element::u32:
      return finite ? 0x1000 + bits % 0x1000 : 0x60000000u | (bits & 0x1fffffff);
    case Element::i64:
      return finite ? 0x1000 + bits % 0x1000 : 0x6000000000000000u | (bits & 0x1fffffffffffffff);
    default:
      break;
  }
  // A quiet NaN with a special payload, to distinguish it from a computed one.
  if (!finite)
    return element == Element::f32 ? 0x7fc00000u | (bits & 0x3ffffe) | 1
                                   : 0x7ff8000000000000u | (bits & 0x7fffffffffffe) | 1;
  std::array<std::byte, sizeof(std::uint64_t)> stored{};
  store(stored.data(), element, real, (bits & 1 ? 1 : -1) * random.uniform(4096, 8192));
  return std::bit_cast<std::uint64_t>(stored);
}

}  // namespace

double CallImage::element(const std::vector<std::byte>& data, const Region& region,
                          std::size_t i) const {
  return load(data.data() + region.array + i * element_bytes(region), region.element, real);
}

bool CallImage::is_poison(const std::vector<std::byte>& data, const Region& region,
                          std::size_t at) const {
  return std::memcmp(data.data() + at, &region.poison_bits, element_bytes(region)) == 0;
}

double CallImage::poison(const Region& region) const {
  const auto stored =
      std::bit_cast<std::array<std::byte, sizeof region.poison_bits>>(region.poison_bits);
  return load(stored.data(), region.element, real);
}

void fill_with_poison(std::byte* region_bytes, const Region& region, Real real) {
  const std::size_t size = bytes_per_value(region.element, real);
  for (std::size_t at = 0; at < region.bytes; at += size)
    std::memcpy(region_bytes + at, &region.poison_bits, size);
}

namespace {

/// Lays out the arguments of a signature, one after the other.
class Layout {
 public:
  Layout(const Problem& problem, CallImage& image, Poison poison, std::uint64_t seed)
      : problem_(problem), image_(image), poison_(poison), seed_(seed) {
    Random random(seed);
    image.poison_bits = make_poison_bits(Element::real, image.real, poison, random);
  }

  /// Arrays that may be written come first, because timed calls return only those.
  std::vector<protocol::Argument> place(const Signature& signature) {
    const auto& parameters = signature.parameters;
    std::vector<protocol::Argument> arguments(parameters.size());
    const auto is_input = [](const Parameter& p) { return p.kind == Parameter::Kind::input; };
    for (std::size_t i = 0; i < parameters.size(); ++i) {
      const Parameter& parameter = parameters[i];
      if (parameter.kind == Parameter::Kind::integer) {
        arguments[i].kind = protocol::Argument::integer;
        arguments[i].integer_value = problem_.integer(parameter.name);
      } else if (parameter.kind == Parameter::Kind::real) {
        arguments[i].kind = protocol::Argument::real;
        arguments[i].real_value = round_to(image_.real, problem_.real(parameter.name));
      } else if (!is_input(parameter)) {
        arguments[i] = place_array(parameter, signature);
      }
    }
    if (image_.written_bytes == 0) image_.written_bytes = end_;
    for (std::size_t i = 0; i < parameters.size(); ++i)
      if (is_input(parameters[i])) arguments[i] = place_array(parameters[i], signature);
    return arguments;
  }

  /// The size so far, in bytes.
  std::size_t end() const { return end_; }

 private:
  protocol::Argument place_array(const Parameter& parameter, const Signature& signature) {
    const Array& array = problem_.array(parameter.name);
    if ((array.role == Role::input) != (parameter.kind == Parameter::Kind::input)) {
      throw GraderError("the reference's array '" + array.name + "' is " +
                            (array.role == Role::input ? "an input" : "an output") + ", but " +
                            signature.declaration + " says otherwise",
                        "Make the contract header and reference.cpp agree.");
    }
    const std::size_t element = bytes_per_value(array.element, image_.real);
    const std::size_t guard = guard_bytes(array.cols, element);
    Region region;
    region.name = array.name;
    region.role = array.role;
    region.rows = array.rows;
    region.cols = array.cols;
    region.depth = array.depth;
    region.element = array.element;
    region.poison_bits = image_.poison_bits;
    if (array.element != Element::real) {
      Random random(derive_seed(seed_, array.name));
      region.poison_bits = make_poison_bits(array.element, image_.real, poison_, random);
    }
    region.begin = end_;
    region.array = end_ + guard;
    region.array_bytes = array.size() * element;
    region.overflow_bytes = array.overflow * element;
    region.bytes = guard + pages(region.array_bytes + region.overflow_bytes) + guard;
    end_ += region.bytes;
    image_.regions.push_back(region);

    protocol::Argument argument{};
    argument.kind = protocol::Argument::pointer;
    argument.region_offset = region.begin;
    argument.region_bytes = region.bytes;
    argument.array_offset = guard;
    std::snprintf(argument.name, sizeof argument.name, "%s", array.name.c_str());
    argument.element_size = element;
    argument.elements = array.size();
    argument.columns = array.cols > 1 ? array.cols : 0;
    argument.overflow = array.overflow;
    argument.initialised = array.role != Role::output;
    argument.written = array.role != Role::input;
    argument.on_host = parameter.on_host ? 1 : 0;
    return argument;
  }

  const Problem& problem_;
  CallImage& image_;
  const Poison poison_;
  const std::uint64_t seed_;
  std::size_t end_ = 0;
};

}  // namespace

CallImage lay_out(const Problem& problem, const Signature& signature, Real real, Poison poison,
                  std::uint64_t seed, const std::optional<Signature>& before) {
  CallImage image;
  image.real = real;
  Layout layout(problem, image, poison, seed);
  image.arguments = layout.place(signature);
  image.host_begin = layout.end();
  if (before) {
    image.before = before->entry;
    image.before_arguments = layout.place(*before);
  }
  image.size = layout.end();
  if (image.arguments.size() + image.before_arguments.size() > protocol::max_arguments) {
    throw GraderError(signature.entry + " has more parameters than a call can carry");
  }

  return image;
}

CallImage compose(const Problem& problem, const Signature& signature, Real real, Poison poison,
                  std::uint64_t seed, const std::optional<Signature>& before) {
  CallImage image = lay_out(problem, signature, real, poison, seed, before);
  image.bytes.resize(image.size);
  for (const Region& region : image.regions) {
    fill_with_poison(image.bytes.data() + region.begin, region, real);
    const Array& array = problem.array(region.name);
    const std::size_t element = image.element_bytes(region);
    const auto put = [&](std::size_t i, double value) {
      store(image.bytes.data() + region.array + i * element, region.element, real, value);
    };
    // Never NaN: the function may read these elements, multiply them by 0 and discard the result.
    for (std::size_t i = 0; i < array.overflow; ++i) put(array.size() + i, 1);
    if (region.role == Role::output) continue;
    if (array.values.size() != array.size()) {
      throw GraderError("the reference gives '" + array.name + "' " +
                        std::to_string(array.values.size()) + " values for " +
                        std::to_string(array.size()) + " elements");
    }
    for (std::size_t i = 0; i < array.size(); ++i) put(i, array.values[i]);
  }
  return image;
}

}  // namespace warpgrade
