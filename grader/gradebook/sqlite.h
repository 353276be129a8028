// A C++ interface to SQLite: failures throw, destructors close.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>

struct sqlite3;
struct sqlite3_stmt;

namespace warpgrade {

/// One connection to one file. Every failure is a GraderError that names the file. For one thread.
class Database {
 public:
  /// Opens or creates the file. Committed changes are on disk when the call returns; others are
  /// gone after a crash. `for_writing` false: the file must exist, and stays unchanged. On a file
  /// system without locks it does not lock: then nobody else may open the file at the same time.
  explicit Database(const std::filesystem::path& file, bool for_writing = true);
  ~Database();
  Database(const Database&) = delete;  // one owner of the connection
  Database& operator=(const Database&) = delete;

  /// Runs statements without results, separated by ';'.
  void execute(const std::string& sql);
  std::int64_t last_row() const;  // id of the last inserted row
  const std::filesystem::path& file() const { return file_; }
  [[noreturn]] void fail(const std::string& doing) const;

 private:
  friend class Statement;
  std::filesystem::path file_;
  sqlite3* handle_ = nullptr;
};

/// A statement. Parameters are bound from left to right:
///   Statement s(db, "SELECT name FROM students WHERE id = ?");
///   s.add("ada");
///   while (s.step()) use(s.text(0));
class Statement {
 public:
  Statement(const Database& database, std::string_view sql);
  ~Statement();
  Statement(const Statement&) = delete;
  Statement& operator=(const Statement&) = delete;

  Statement& add(std::string_view text);
  Statement& add(std::int64_t number);
  Statement& add_null();

  bool step();  // true: there is a row
  void run() {
    while (step()) {
    }
  }
  std::string text(int column) const;  // "" for NULL
  std::int64_t number(int column) const;
  bool is_null(int column) const;

 private:
  const Database& database_;
  sqlite3_stmt* handle_ = nullptr;
  int added_ = 0;
};

/// All or nothing: the destructor rolls back unless commit() was called.
class Transaction {
 public:
  explicit Transaction(Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  Database& database_;
  bool open_ = true;
};

}  // namespace warpgrade
