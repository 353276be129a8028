#include "model/call_image.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

#include "base/fault.h"
#include "base/random.h"

namespace warpgrade {
namespace {

constexpr std::size_t page = 4096;

std::size_t pages(std::size_t bytes) { return (bytes + page - 1) / page * page; }

/// Wide enough for what overruns usually touch: some dozens of rows behind the last one.
std::size_t guard_bytes(std::size_t cols, std::size_t element) {
  return pages(std::clamp<std::size_t>(64 * cols * element, page, 256 << 10));
}

void store(std::vector<std::byte>& bytes, std::size_t at, Real real, double value) {
  if (real == Real::f32) {
    const auto narrow = static_cast<float>(value);
    std::memcpy(bytes.data() + at, &narrow, sizeof narrow);
  } else {
    std::memcpy(bytes.data() + at, &value, sizeof value);
  }
}

std::uint64_t make_poison_bits(Real real, Poison poison, Random& random) {
  std::uint64_t bits = 0;
  if (poison == Poison::nan) {
    // A quiet NaN with a payload of its own, so that it can be told from a computed one.
    bits = real == Real::f32 ? 0x7fc00000u | (random.bits() & 0x3ffffe) | 1
                             : 0x7ff8000000000000u | (random.bits() & 0x7fffffffffffe) | 1;
  } else {
    const double value = (random.bits() & 1 ? 1 : -1) * random.uniform(4096, 8192);
    if (real == Real::f32) {
      const auto narrow = static_cast<float>(value);
      std::memcpy(&bits, &narrow, sizeof narrow);
    } else {
      std::memcpy(&bits, &value, sizeof value);
    }
  }
  return bits;
}

}  // namespace

double CallImage::element(const std::vector<std::byte>& data, std::size_t at, std::size_t i) const {
  if (real == Real::f32) {
    float value;
    std::memcpy(&value, data.data() + at + i * sizeof value, sizeof value);
    return value;
  }
  double value;
  std::memcpy(&value, data.data() + at + i * sizeof value, sizeof value);
  return value;
}

bool CallImage::is_poison(const std::vector<std::byte>& data, std::size_t at, std::size_t i) const {
  return std::memcmp(data.data() + at + i * bytes_per_value(real), &poison_bits,
                     bytes_per_value(real)) == 0;
}

double CallImage::poison() const {
  std::vector<std::byte> one(sizeof poison_bits);
  std::memcpy(one.data(), &poison_bits, sizeof poison_bits);
  return element(one, 0, 0);
}

namespace {

/// Lays out the arguments of a signature, one after the other.
class Layout {
 public:
  Layout(const Problem& problem, CallImage& image) : problem_(problem), image_(image) {}

  /// Arrays that may be written come first: timed calls bring back those alone.
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

  /// Bytes so far.
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
    const std::size_t element = bytes_per_value(image_.real);
    const std::size_t guard = guard_bytes(array.cols, element);
    Region region;
    region.name = array.name;
    region.role = array.role;
    region.rows = array.rows;
    region.cols = array.cols;
    region.depth = array.depth;
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
    return argument;
  }

  const Problem& problem_;
  CallImage& image_;
  std::size_t end_ = 0;
};

}  // namespace

CallImage lay_out(const Problem& problem, const Signature& signature, Real real, Poison poison,
                  std::uint64_t seed, const std::optional<Signature>& before) {
  CallImage image;
  image.real = real;
  Random random(seed);
  image.poison_bits = make_poison_bits(real, poison, random);
  Layout layout(problem, image);
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
  const std::size_t element = bytes_per_value(real);
  image.bytes.resize(image.size);
  for (std::size_t at = 0; at < image.size; at += element) {
    std::memcpy(image.bytes.data() + at, &image.poison_bits, element);
  }
  for (const Region& region : image.regions) {
    const Array& array = problem.array(region.name);
    // Never NaN: what is multiplied by 0 and thrown away may be read.
    for (std::size_t i = 0; i < array.overflow; ++i)
      store(image.bytes, region.array + region.array_bytes + i * element, real, 1);
    if (region.role == Role::output) continue;
    if (array.values.size() != array.size()) {
      throw GraderError("the reference gives '" + array.name + "' " +
                        std::to_string(array.values.size()) + " values for " +
                        std::to_string(array.size()) + " elements");
    }
    for (std::size_t i = 0; i < array.size(); ++i) {
      store(image.bytes, region.array + i * element, real, array.values[i]);
    }
  }
  return image;
}

}  // namespace warpgrade
