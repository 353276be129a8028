#include "objects/object_symbols.h"

#include <elf.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>

namespace warpgrade {
namespace {

/// A file's parts, if they are inside the file.
class ElfFile {
 public:
  explicit ElfFile(std::string_view bytes) : bytes_(bytes) {
    const auto header = read<Elf64_Ehdr>(0);
    constexpr int order = std::endian::native == std::endian::little ? ELFDATA2LSB : ELFDATA2MSB;
    if (!header || std::memcmp(header->e_ident, ELFMAG, SELFMAG) != 0 ||
        header->e_ident[EI_CLASS] != ELFCLASS64 || header->e_ident[EI_DATA] != order ||
        header->e_shentsize != sizeof(Elf64_Shdr))
      return;
    table_ = header->e_shoff;
    sections_ = header->e_shnum;
    whole_ = true;
    // More sections than fit into 16 bits (one per template instance): the first one has the
    // number.
    if (sections_ == 0 && table_ != 0) {
      const auto first = section(0, 1);
      whole_ = first.has_value();
      if (first) sections_ = first->sh_size;
    }
    names_ = header->e_shstrndx;
    if (const auto first = section(0, 1); names_ == SHN_XINDEX && first) names_ = first->sh_link;
    whole_ = whole_ && table_ <= bytes_.size() &&
             sections_ <= (bytes_.size() - table_) / sizeof(Elf64_Shdr);
  }

  bool is_whole() const { return whole_; }
  std::uint64_t sections() const { return sections_; }
  std::uint64_t names_of_sections() const { return names_; }
  std::optional<Elf64_Shdr> section(std::uint64_t index) const { return section(index, sections_); }

  std::optional<std::string_view> content(const Elf64_Shdr& section) const {
    if (section.sh_type == SHT_NOBITS || section.sh_offset > bytes_.size() ||
        section.sh_size > bytes_.size() - section.sh_offset)
      return std::nullopt;
    return bytes_.substr(section.sh_offset, section.sh_size);
  }

 private:
  std::optional<Elf64_Shdr> section(std::uint64_t index, std::uint64_t count) const {
    if (index >= count || table_ > bytes_.size()) return std::nullopt;
    return read<Elf64_Shdr>(table_ + index * sizeof(Elf64_Shdr));
  }

  template <class T>
  std::optional<T> read(std::uint64_t at) const {
    if (at > bytes_.size() || sizeof(T) > bytes_.size() - at) return std::nullopt;
    T value;
    std::memcpy(&value, bytes_.data() + at, sizeof value);  // it may be unaligned in the file
    return value;
  }

  const std::string_view bytes_;
  std::uint64_t table_ = 0, sections_ = 0, names_ = 0;
  bool whole_ = false;
};

bool is_code(const ElfFile& file, const Elf64_Sym& symbol) {
  const int type = ELF64_ST_TYPE(symbol.st_info);
  if (type == STT_FUNC || type == STT_GNU_IFUNC) return true;
  if (type != STT_NOTYPE || symbol.st_shndx >= SHN_LORESERVE) return false;
  const auto section = file.section(symbol.st_shndx);
  return section && (section->sh_flags & SHF_EXECINSTR) != 0;
}

bool visit_table(const ElfFile& file, const Elf64_Shdr& table,
                 const std::function<void(const ObjectSymbol&)>& visit) {
  const auto names_in = file.section(table.sh_link);
  const auto symbols = file.content(table);
  const auto names = names_in ? file.content(*names_in) : std::nullopt;
  if (!symbols || !names || (!names->empty() && names->back() != '\0')) return false;
  for (std::size_t at = 0; symbols->size() - at >= sizeof(Elf64_Sym); at += sizeof(Elf64_Sym)) {
    Elf64_Sym symbol;
    std::memcpy(&symbol, symbols->data() + at, sizeof symbol);
    const int type = ELF64_ST_TYPE(symbol.st_info);
    if (symbol.st_name == 0 || type == STT_SECTION || type == STT_FILE) continue;
    if (symbol.st_name >= names->size()) return false;
    ObjectSymbol found;
    found.name = names->data() + symbol.st_name;  // ended by the last byte at the latest
    found.defined = symbol.st_shndx != SHN_UNDEF;
    found.code = found.defined && is_code(file, symbol);
    found.local = ELF64_ST_BIND(symbol.st_info) == STB_LOCAL;
    found.address = symbol.st_value;
    visit(found);
  }
  return true;
}

bool is_control_character(char c) {
  return (c != '\0' && static_cast<unsigned char>(c) < ' ') || c == '\x7f';
}

/// Names of symbols, of sections, or of the files that lines of code came from.
bool holds_names(const ElfFile& file, const Elf64_Shdr& section) {
  if (section.sh_type == SHT_STRTAB) return true;
  constexpr std::string_view files = ".debug_line_str";
  const auto names_in = file.section(file.names_of_sections());
  const auto names = names_in ? file.content(*names_in) : std::nullopt;
  return names && section.sh_name < names->size() && (section.sh_flags & SHF_COMPRESSED) == 0 &&
         names->substr(section.sh_name).starts_with(files);
}

}  // namespace

bool visit_symbols(std::string_view bytes, const std::function<void(const ObjectSymbol&)>& visit) {
  const ElfFile file(bytes);
  if (!file.is_whole()) return false;
  for (std::uint64_t i = 0; i < file.sections(); ++i) {
    const auto section = file.section(i);
    if (!section) return false;
    if (section->sh_type == SHT_SYMTAB) return visit_table(file, *section, visit);
  }
  return true;
}

std::string_view name_with_control_characters(std::string_view bytes) {
  const ElfFile file(bytes);
  if (!file.is_whole()) return {};
  for (std::uint64_t i = 0; i < file.sections(); ++i) {
    const auto section = file.section(i);
    if (!section || !holds_names(file, *section)) continue;
    const auto names = file.content(*section);
    if (!names) continue;
    const auto bad = std::find_if(names->begin(), names->end(), is_control_character);
    if (bad == names->end()) continue;
    const auto at = static_cast<std::size_t>(bad - names->begin());
    const std::size_t before = names->rfind('\0', at);
    const std::size_t begin = before == names->npos ? 0 : before + 1;
    return names->substr(begin, names->find('\0', at) - begin);
  }
  return {};
}

}  // namespace warpgrade
