#include "os/new_file.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text.h"

namespace assay::os {
namespace {

class NewFileTest : public testing::Test {
 protected:
  ScratchFolder m_folder = ScratchFolder::make("assay-new-file").value();
  std::string path(std::string_view name) const { return join_path(m_folder.path(), name); }
};

TEST_F(NewFileTest, AppearsWholeWhenItIsCommitted) {
  ASSERT_TRUE(write_file(path("a"), "old"));
  {
    auto file = NewFile::open(path("a"));
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("new "));
    ASSERT_TRUE(file->write("text"));
    EXPECT_EQ(read_file(path("a")).value(), "old");
    ASSERT_TRUE(file->commit());
  }
  EXPECT_EQ(read_file(path("a")).value(), "new text");
  EXPECT_EQ(list_folder(m_folder.path())->size(), 1u);
}

TEST_F(NewFileTest, LeavesNothingBehindWithoutCommit) {
  {
    auto file = NewFile::open(path("a"));
    ASSERT_TRUE(file);
    ASSERT_TRUE(file->write("half"));
    const NewFile moved = std::move(*file);
  }
  EXPECT_TRUE(list_folder(m_folder.path())->empty());
}

// A process that is over, so that its number is nobody's.
pid_t gone() {
  const pid_t child = ::fork();
  if (child == 0) ::_exit(0);
  ::waitpid(child, nullptr, 0);
  return child;
}

TEST_F(NewFileTest, RemovesWhatAKilledWriterOfTheSameFileLeft) {
  const auto dead = cat(".", gone(), ".new"), alive = cat(".", ::getppid(), ".new");
  for (const auto& name : {"a" + dead, "a" + alive, "b" + dead, std::string("a.x.new"), std::string("a.new")}) {
    ASSERT_TRUE(write_file(path(name), "half"));
  }
  ASSERT_TRUE(NewFile::open(path("a")));
  EXPECT_FALSE(exists(path("a" + dead)));
  for (const auto& name : {"a" + alive, "b" + dead, std::string("a.x.new"), std::string("a.new")}) {
    EXPECT_TRUE(exists(path(name))) << name;
  }
}

TEST_F(NewFileTest, LeavesOneThatSomebodyOutOfSightIsWriting) {
  const auto other = path(cat("a.", gone(), ".new"));
  const Fd writer(::open(other.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0644));
  ASSERT_EQ(::flock(writer.get(), LOCK_EX), 0);
  ASSERT_TRUE(NewFile::open(path("a")));
  EXPECT_TRUE(exists(other));
}

TEST_F(NewFileTest, SaysWhyItCannotBeWritten) {
  EXPECT_EQ(NewFile::open(path("no/such")).error().code, Code::not_found);
  EXPECT_EQ(NewFile::open(m_folder.path()).error().code, Code::invalid_input);
  EXPECT_EQ(NewFile::open("/dev/null").error().code, Code::invalid_input);
}

}  // namespace
}  // namespace assay::os
