#include "gradebook/sqlite.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <unistd.h>

#include <cerrno>

#include "base/fault.h"

namespace warpgrade {
namespace {

std::string advice_for(int code, const std::string& file) {
  switch (code & 0xff) {
    case SQLITE_FULL:
      return "Free some space on that disk, then continue with --resume.";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "Another program has it open. Close it, then continue with --resume.";
    case SQLITE_CANTOPEN:
      return "Create the folder first, or choose one that you may write to.";
    case SQLITE_READONLY:
    case SQLITE_PERM:
      return "You need write permission for the file and its folder.";
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
    case SQLITE_ERROR:  // its tables are not a gradebook's
      return "That is not a gradebook, or it is damaged. Restore it from a "
             "backup. "
             "Without one, keep the file (`sqlite3 " +
             file + " .recover` may recover parts) and grade the class again with another --out.";
    default:
      return "";
  }
}

/// True if the folder's file system supports locks. Lustre may not.
bool can_lock(const std::filesystem::path& folder) {
  const std::string name = folder.empty() ? "." : folder.string();
  const int fd = ::open(name.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (fd < 0) return true;  // opening the file reports the error
  const bool can = ::flock(fd, LOCK_SH | LOCK_NB) == 0 || errno == EWOULDBLOCK;
  ::close(fd);
  return can;
}

}  // namespace

Database::Database(const std::filesystem::path& file, bool for_writing) : file_(file) {
  const int flags = for_writing ? SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE : SQLITE_OPEN_READONLY;
  try {
    const char* system = can_lock(file.parent_path()) ? nullptr : "unix-none";
    if (sqlite3_open_v2(file.c_str(), &handle_, flags, system) != SQLITE_OK) fail("opening it");
    sqlite3_extended_result_codes(handle_, 1);
    sqlite3_busy_timeout(handle_, 10'000);
    // A rollback journal instead of a write-ahead log: the gradebook is a single file when closed,
    // and this works on network file systems, where courses often keep their grades.
    if (for_writing)
      execute("PRAGMA journal_mode = DELETE; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON");
  } catch (...) {
    sqlite3_close_v2(handle_);
    throw;
  }
}

Database::~Database() { sqlite3_close_v2(handle_); }

void Database::fail(const std::string& doing) const {
  throw GraderError(file_.string() + ": " + doing + ": " + sqlite3_errmsg(handle_),
                    advice_for(sqlite3_errcode(handle_), file_.string()));
}

void Database::execute(const std::string& sql) {
  if (sqlite3_exec(handle_, sql.c_str(), nullptr, nullptr, nullptr) != SQLITE_OK)
    fail("writing to it");
}

std::int64_t Database::last_row() const { return sqlite3_last_insert_rowid(handle_); }

Statement::Statement(const Database& database, std::string_view sql) : database_(database) {
  if (sqlite3_prepare_v2(database.handle_, sql.data(), static_cast<int>(sql.size()), &handle_,
                         nullptr) != SQLITE_OK)
    database.fail("reading it");
}

Statement::~Statement() { sqlite3_finalize(handle_); }

Statement& Statement::add(std::string_view text) {
  // A null pointer would bind NULL instead of "".
  const char* bytes = text.empty() ? "" : text.data();
  if (sqlite3_bind_text64(handle_, ++added_, bytes, text.size(), SQLITE_TRANSIENT, SQLITE_UTF8) !=
      SQLITE_OK)
    database_.fail("writing to it");
  return *this;
}

Statement& Statement::add(std::int64_t number) {
  if (sqlite3_bind_int64(handle_, ++added_, number) != SQLITE_OK) database_.fail("writing to it");
  return *this;
}

Statement& Statement::add_null() {
  if (sqlite3_bind_null(handle_, ++added_) != SQLITE_OK) database_.fail("writing to it");
  return *this;
}

bool Statement::step() {
  const int result = sqlite3_step(handle_);
  if (result != SQLITE_ROW && result != SQLITE_DONE) database_.fail("using it");
  return result == SQLITE_ROW;
}

std::string Statement::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(handle_, column));
  if (text == nullptr) return {};
  return {text, static_cast<std::size_t>(sqlite3_column_bytes(handle_, column))};
}

std::int64_t Statement::number(int column) const { return sqlite3_column_int64(handle_, column); }

bool Statement::is_null(int column) const {
  return sqlite3_column_type(handle_, column) == SQLITE_NULL;
}

Transaction::Transaction(Database& database) : database_(database) {
  // Immediate: a second writer fails now, not in the middle.
  database_.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (!open_) return;
  try {
    database_.execute("ROLLBACK");
  } catch (...) {  // SQLite has undone it itself
  }
}

void Transaction::commit() {
  database_.execute("COMMIT");
  open_ = false;
}

}  // namespace warpgrade
