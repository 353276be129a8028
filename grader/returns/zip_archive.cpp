#include "returns/zip_archive.h"

#include <archive.h>
#include <archive_entry.h>

#include <memory>

#include "base/fault.h"
#include "import/utf8_locale.h"

// The file of the static libarchive that defines this function pulls in every format, and with XAR
// libxml2. The writer of zip archives calls it for devices, which are never added here.
extern "C" void __archive_write_entry_filetype_unsupported(archive*, archive_entry*, const char*) {}

namespace warpgrade {
namespace {

la_ssize_t append(archive*, void* bytes, const void* from, std::size_t count) {
  static_cast<std::string*>(bytes)->append(static_cast<const char*>(from), count);
  return static_cast<la_ssize_t>(count);
}

void require(archive* writer, int status) {
  if (status >= ARCHIVE_WARN) return;
  const char* const why = archive_error_string(writer);
  throw GraderError(std::string("cannot make the archive: ") + (why == nullptr ? "" : why));
}

}  // namespace

std::string zip_archive(const std::vector<ZipEntry>& entries) {
  const Utf8Locale utf8;
  std::string bytes;
  const std::unique_ptr<archive, int (*)(archive*)> writer(archive_write_new(), archive_write_free);
  require(writer.get(), archive_write_set_format_zip(writer.get()));
  // Without it, names outside the locale's encoding are lost.
  require(writer.get(), archive_write_set_options(writer.get(), "zip:hdrcharset=UTF-8"));
  require(writer.get(), archive_write_set_bytes_per_block(writer.get(), 0));
  require(writer.get(), archive_write_open(writer.get(), &bytes, nullptr, append, nullptr));
  for (const ZipEntry& one : entries) {
    const std::unique_ptr<archive_entry, void (*)(archive_entry*)> entry(archive_entry_new(),
                                                                         archive_entry_free);
    archive_entry_set_pathname_utf8(entry.get(), one.path.c_str());
    archive_entry_set_filetype(entry.get(), AE_IFREG);
    archive_entry_set_perm(entry.get(), one.is_program ? 0755 : 0644);
    archive_entry_set_size(entry.get(), static_cast<la_int64_t>(one.contents.size()));
    archive_entry_set_mtime(entry.get(), 1'000'000'000, 0);
    require(writer.get(), archive_write_header(writer.get(), entry.get()));
    if (archive_write_data(writer.get(), one.contents.data(), one.contents.size()) !=
        static_cast<la_ssize_t>(one.contents.size()))
      require(writer.get(), ARCHIVE_FATAL);
  }
  require(writer.get(), archive_write_close(writer.get()));
  return bytes;
}

}  // namespace warpgrade
