#include "engine/api/refusal.h"

#include <cctype>
#include <cstring>

#include "engine/api/device_properties.h"

namespace simt::detail {

namespace {

bool has_word(const char* text, const char* word) {
  const std::size_t n = std::strlen(word);
  const auto part_of_word = [](char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
  };
  for (const char* at = text; (at = std::strstr(at, word)); ++at)
    if ((at == text || !part_of_word(at[-1])) && !part_of_word(at[n])) return true;
  return false;
}

/// " for n = 31, m = 2", or empty if the values are unknown.
std::string values_in(const char* text, const Config& config) {
  std::string values;
  for (unsigned i = 0; i < config.value_count; ++i)
    if (has_word(text, config.values[i].name) && std::strcmp(text, config.values[i].name) != 0)
      values += (values.empty() ? " for " : ", ") + std::string(config.values[i].name) + " = " +
                std::to_string(config.values[i].value);
  return values;
}

std::string listed(const std::string& a, const std::string& b) {
  return a.empty() ? b : a + " and " + b;
}

/// The sides of a grid or block that are 0: "`n / 256` is 0 for n = 31".
std::string zero_sides(const char* of, const dim3& size, const char* text, const Config& config) {
  const std::string in = text ? values_in(text, config) : "";
  const std::string quoted = text ? "`" + std::string(text) + "`" : "";
  if (text && size.y == 1 && size.z == 1 && std::strncmp(text, "dim3", 4) != 0)
    return quoted + " is 0" + in;
  std::string zero;
  int count = 0;
  const auto look = [&](unsigned side, const char* name) {
    if (side != 0) return;
    zero = listed(zero, of + std::string(name));
    ++count;
  };
  look(size.x, ".x");
  look(size.y, ".y");
  look(size.z, ".z");
  return zero + (count > 1 ? " are 0" : " is 0") + (text ? " in " + quoted : "") + in;
}

/// ": `dim3(64, 32)`" with its values, or empty if the source text is unknown.
std::string spelled(const char* text, const Config& config) {
  return text ? ": `" + std::string(text) + "`" + values_in(text, config) : "";
}

std::string limit(std::size_t n) { return "the limit is " + std::to_string(n); }

}  // namespace

Refusal refusal_of_launch(const Site& site, const Config& config, std::size_t function_limit,
                          std::size_t static_shared) {
  const dim3 &g = config.grid, &b = config.block;
  if (g.x == 0 || g.y == 0 || g.z == 0)
    return {"launch.no-blocks", "0 blocks: " + zero_sides("gridDim", g, config.grid_text, config)};
  if (b.x == 0 || b.y == 0 || b.z == 0)
    return {nullptr, "0 threads a block: " + zero_sides("blockDim", b, config.block_text, config)};
  const char* const names[] = {".x", ".y", ".z"};
  const unsigned block[] = {b.x, b.y, b.z}, grid[] = {g.x, g.y, g.z};
  const std::size_t threads = std::size_t{b.x} * b.y * b.z;
  const std::string text = spelled(config.block_text, config);
  if (threads > 1024)
    return {"launch.block-too-large",
            std::to_string(threads) + " threads a block" + text + ", " + limit(1024)};
  for (int i = 0; i < 3; ++i)
    if (block[i] > max_block_dim[i])
      return {"launch.block-too-large", "blockDim" + std::string(names[i]) + " = " +
                                            std::to_string(block[i]) + text + ", " +
                                            limit(max_block_dim[i])};
  if (threads > site.max_threads)
    return {"launch.block-too-large", std::to_string(threads) + " threads a block" + text +
                                          ", and __launch_bounds__ of the kernel allows " +
                                          std::to_string(site.max_threads)};
  for (int i = 0; i < 3; ++i)
    if (grid[i] > max_grid_dim[i])
      return {nullptr, "gridDim" + std::string(names[i]) + " = " + std::to_string(grid[i]) +
                           spelled(config.grid_text, config) + ", " + limit(max_grid_dim[i])};
  const std::size_t blocks = std::size_t{g.x} * g.y * g.z;
  const std::size_t most =
      most_cooperative_blocks(static_cast<int>(threads), config.shared + static_shared);
  if (config.cooperative && config.shared + static_shared <= max_shared_opt_in && blocks > most)
    return {"launch.too-many-at-once",
            std::to_string(blocks) + " blocks of " + std::to_string(threads) +
                " threads, of which the device holds " + std::to_string(most)};
  const std::string bytes = spelled(config.shared_text, config);
  if (static_shared > max_shared_per_block)
    return {"shared.over-limit", std::to_string(static_shared) +
                                     " bytes of static shared memory a block, " +
                                     limit(max_shared_per_block) + " and nvcc does not compile it"};
  if (static_shared > 0)
    return {"shared.over-limit", std::to_string(config.shared) + " + " +
                                     std::to_string(static_shared) +
                                     " bytes of shared memory a block (dynamic + static)" + bytes +
                                     ", " + limit(max_shared_per_block)};
  return {"shared.over-limit", std::to_string(config.shared) +
                                   " bytes of dynamic shared memory a block" + bytes + ", " +
                                   limit(function_limit) + " and with cudaFuncSetAttribute() " +
                                   std::to_string(max_shared_opt_in)};
}

Refusal refusal_of_size(const char* does, const char* where, std::size_t bytes, std::size_t room,
                        std::size_t size) {
  std::string why = std::string(does) + " " + std::to_string(bytes) + " bytes " + where +
                    " an array of " + std::to_string(size);
  if (room < size) why += ", from its byte " + std::to_string(size - room) + " on";
  return {"copy.wrong-size", why};
}

Refusal refusal_of_direction(cudaMemcpyKind kind, bool to_is_device, bool from_is_device) {
  const char* const names[] = {"cudaMemcpyHostToHost", "cudaMemcpyHostToDevice",
                               "cudaMemcpyDeviceToHost", "cudaMemcpyDeviceToDevice"};
  const auto side = [](bool device) { return device ? "the device" : "the host"; };
  return {"copy.wrong-way", std::string("is of kind ") + names[kind] +
                                ", but copies from memory of " + side(from_is_device) +
                                " to memory of " + side(to_is_device)};
}

}  // namespace simt::detail
