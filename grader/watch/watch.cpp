#include "watch/watch.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ctime>
#include <memory>
#include <random>

#include "base/fault.h"
#include "formats/students_copy.h"
#include "lab/manifest.h"
#include "pages/html.h"
#include "regrade/kept_results.h"
#include "report/document/case_groups.h"
#include "report/document/places.h"
#include "report/terminal.h"
#include "report/text.h"
#include "watch/background_grade.h"
#include "watch/changes.h"
#include "watch/page_server.h"
#include "watch/screen.h"

namespace warpgrade::watch {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

/// Saving in an editor causes several events; the save is complete this long after the last one.
constexpr milliseconds quiet{25};
/// How often signals and the terminal's size are checked.
constexpr milliseconds poll_interval{200};
constexpr milliseconds spin{100};

std::string clock_time() {
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  return fmt::format("{:02}:{:02}:{:02}", local.tm_hour, local.tm_min, local.tm_sec);
}

GradeRequest prepared(GradeRequest request) {
  request.backend = Backend::cpu;
  request.with_nvcc = false;  // nvcc would take as long as everything else
  request.speed = false;
  if (!request.seed) {
    std::random_device device;
    request.seed = (static_cast<std::uint64_t>(device()) << 32) | device();
  }
  return request;
}

/// The watched tasks, in the lab's order.
std::vector<std::string> watched_tasks(const GradeRequest& request) {
  std::vector<std::string> tasks;
  for (const Task& task : load_lab(request.root, request.lab).tasks) {
    const auto& asked = request.tasks;
    if (asked.empty() || std::find(asked.begin(), asked.end(), task.entry) != asked.end())
      tasks.push_back(task.entry);
  }
  return tasks;
}

class Watch {
 public:
  explicit Watch(const WatchRequest& request)
      : request_(request),
        grade_(prepared(request.grade)),
        sandbox_(grade_.root, request.sandbox),
        preparation_(Preparation::as_needed(grade_)),
        changes_(grade_.submission),
        tasks_(watched_tasks(grade_)),
        kept_(grade_.lab + ".cu", tasks_) {
    if (request.sandbox && !sandbox_.isolates())
      throw GraderError(
          "this machine cannot isolate the code that it grades: " + sandbox_.why_not(),
          "For code of your own, --no-sandbox grades without isolation.");
    if (request.page) server_ = std::make_unique<PageServer>(request.port);
    if (!request.for_editor && is_live_terminal(STDOUT_FILENO) && ::isatty(STDIN_FILENO))
      screen_ = std::make_unique<Screen>();
    else if (server_ && !request.for_editor)
      print_line("The page: " + server_->url());
  }

  void run() {
    check_files(true);
    for (bool going = true; going && !request_.stop_requested();) {
      draw();
      going = wait();
      if (changed_at_ && Clock::now() >= *changed_at_ + quiet) {
        changed_at_.reset();
        check_files(false);
      }
      if (run_) read_news();
    }
  }

 private:
  /// Waits for an event. Returns false if the program should end.
  bool wait() {
    std::vector<pollfd> all = {{changes_.fd(), POLLIN, 0},
                               {run_ ? run_->fd() : -1, POLLIN, 0},
                               {screen_ ? STDIN_FILENO : -1, POLLIN, 0}};
    const std::size_t own = all.size();
    if (server_) {
      const auto more = server_->wanted();
      all.insert(all.end(), more.begin(), more.end());
    }
    milliseconds pause = run_ && screen_ ? spin : poll_interval;
    if (changed_at_)
      pause = std::clamp(std::chrono::ceil<milliseconds>(*changed_at_ + quiet - Clock::now()),
                         milliseconds(0), pause);
    ::poll(all.data(), all.size(), static_cast<int>(pause.count()));
    if (all[0].revents != 0 && changes_.read_pending()) changed_at_ = Clock::now();
    if (server_) server_->serve({all.begin() + static_cast<std::ptrdiff_t>(own), all.end()});
    if (screen_ && all[2].revents != 0) {
      if (all[2].revents & (POLLHUP | POLLERR)) return false;
      const Screen::Key key = screen_->read_keys();
      if (key == Screen::Key::quit) return false;
      if (key == Screen::Key::again) check_files(true);
    }
    return true;
  }

  /// Reads the files and grades changed tasks. `all`: also unchanged ones.
  void check_files(bool all) {
    regrade::Texts now = regrade::texts_in(grade_.submission);
    // A running grade may have read a mixture of old and new files.
    if (!all && !run_ && now == texts_) return;
    std::vector<std::string> tasks = all ? tasks_ : kept_.stale(now);
    run_.reset();
    texts_ = std::move(now);
    saved_at_ = clock_time();
    if (tasks.empty()) {
      kept_.move_to(texts_);
      status_ = fmt::format("saved at {}: nothing that counts has changed", saved_at_);
      show_kept();
      return;
    }
    GradeRequest request = grade_;
    request.tasks = std::move(tasks);
    doing_.clear();
    run_ = std::make_unique<BackgroundGrade>(std::move(request), sandbox_, preparation_);
    if (request_.for_editor) print_line("warpgrade: looking at " + grade_.lab);
  }

  void read_news() {
    BackgroundGrade::Update update = run_->read_pending();
    if (!update.doing.empty()) doing_ = update.doing;
    if (server_) server_->set_status(running_words());
    if (update.over()) return finish(std::move(update));
    if (!update.so_far) return;
    const GradeResult so_far = kept_.with(*update.so_far, texts_);
    show(so_far, false);
  }

  void finish(BackgroundGrade::Update update) {
    const double seconds = run_->seconds();
    const std::size_t ran = run_->tasks().size();
    if (!update.result) {
      status_ =
          fmt::format("at {}: {}: {} {}", saved_at_, grader_failed, update.error, update.advice);
      run_.reset();
      if (!screen_) print_line(status_);
      return;
    }
    kept_.add(*update.result, texts_);
    status_ = fmt::format("saved at {}: {} graded in {:.1f} s", saved_at_, listed(run_->tasks(), 2),
                          seconds);
    if (ran < tasks_.size() && !regrade::is_broken(*update.result))
      status_ += fmt::format(", {} unchanged", tasks_.size() - ran);
    run_.reset();
    show_kept();
  }

  void show_kept() {
    if (kept_.shown()) show(*kept_.shown(), true);
  }

  void show(const GradeResult& whole, bool finished) {
    const GradeResult shown = students_copy(whole);
    if (screen_) body_ = shown;
    if (server_) {
      server_->set_status(finished ? status_ : running_words());
      const std::string script = page_script(server_->number() + 1);
      const LivePage live{script, finished ? status_ : running_words(),
                          !finished && !checked(shown)};
      server_->show(html_page(shown, &live));
    }
    if (screen_ || !finished) return;
    if (request_.for_editor) {
      std::fputs(gcc_lines(shown, std::filesystem::current_path()).c_str(), stdout);
      print_line("warpgrade: " + status_);
    } else {
      std::fputs(("\n" + render(shown, detect_style(STDOUT_FILENO))).c_str(), stdout);
      print_line(status_);
    }
  }

  static bool checked(const GradeResult& grade) {
    return std::all_of(grade.tasks.begin(), grade.tasks.end(), [](const TaskResult& task) {
      return !task.check.cases.empty() || is_students_fault(task.check.verdict);
    });
  }

  std::string running_words() const {
    return fmt::format("saved at {}: {}", saved_at_, doing_.empty() ? "begins" : doing_);
  }

  void print_line(const std::string& text) const {
    std::fputs((printable(text, true) + "\n").c_str(), stdout);
    std::fflush(stdout);
  }

  void draw() {
    if (!screen_) return;
    const Style style = screen_->style();
    const auto line = [&](Tone tone, const std::string& text) {
      return paint(style, tone,
                   clipped(printable(text, style.unicode), style.width, style.unicode)) +
             "\n";
    };
    std::string head =
        line(Tone::strong, fmt::format("{}  {}", grade_.lab, grade_.submission.string()));
    if (server_) head += line(Tone::quiet, server_->url());
    if (run_) {
      constexpr std::string_view wheel[] = {"⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"};
      constexpr std::string_view plain[] = {"|", "/", "-", "\\"};
      const auto turn = static_cast<std::size_t>(run_->seconds() * 10);
      const std::string_view sign = style.unicode ? wheel[turn % 10] : plain[turn % 4];
      head += line(Tone::open, fmt::format("{} {}", sign, running_words()));
    } else {
      head += line(Tone::quiet, status_ + "; q ends, r grades all again");
    }
    head += "\n";
    screen_->draw(head, body_ ? render(*body_, style) : std::string());
  }

  const WatchRequest& request_;
  const GradeRequest grade_;
  const Sandbox sandbox_;
  const Preparation preparation_;
  Changes changes_;
  const std::vector<std::string> tasks_;
  regrade::KeptResults kept_;
  regrade::Texts texts_;  // the source files at the latest look for changes
  std::optional<Clock::time_point> changed_at_;
  std::string saved_at_, doing_, status_;
  std::optional<GradeResult> body_;
  std::unique_ptr<PageServer> server_;
  std::unique_ptr<Screen> screen_;
  std::unique_ptr<BackgroundGrade> run_;  // destroyed before the members that it uses
};

}  // namespace

void watch(const WatchRequest& request) { Watch(request).run(); }

}  // namespace warpgrade::watch
