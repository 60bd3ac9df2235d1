#include "git/remote.h"

#include "git/scratch_repository.h"

namespace assay::git {
namespace {

// A clone whose origin is a bare repository beside it.
class Remote : public testing::Test {
 protected:
  Remote() : m_first(m_scratch.id("HEAD")) {
    m_scratch.sh("git clone -q --bare . ../origin.git; git remote add origin ../origin.git; git fetch -q origin");
    m_second = m_scratch.commit("echo 2 >a.txt");
  }
  std::string at_origin(const std::string& script) {
    return m_scratch.sh(script, os::join_path(m_scratch.folder(), "origin.git"));
  }
  std::string pwned() const { return os::join_path(m_scratch.folder(), "pwned"); }
  Push to_main(const std::string& expected) const { return {"origin", "refs/heads/main", m_second, expected}; }

  ScratchRepository m_scratch;
  std::string m_first, m_second;
};

TEST_F(Remote, PushIsProvenOnTheRemote) {
  EXPECT_EQ(**remote_ref(m_scratch.repository(), "origin", "refs/heads/main"), m_first);
  const auto pushed = push(m_scratch.repository(), to_main(m_first));
  ASSERT_TRUE(pushed) << pushed.error().message;
  EXPECT_EQ(pushed->end, PushEnd::done) << pushed->reason;
  EXPECT_EQ(**remote_ref(m_scratch.repository(), "origin", "refs/heads/main"), m_second);
  EXPECT_EQ(push(m_scratch.repository(), to_main(m_second))->end, PushEnd::already_there);
}

TEST_F(Remote, ALeaseThatNoLongerHoldsIsAValue) {
  const auto other = at_origin(
      "c=$(git -c user.name=x -c user.email=x@x commit-tree -m other -p main main^{tree}); git update-ref "
      "refs/heads/main $c; echo $c");
  const auto pushed = push(m_scratch.repository(), to_main(m_first));
  ASSERT_TRUE(pushed) << pushed.error().message;
  EXPECT_EQ(pushed->end, PushEnd::moved);
  EXPECT_NE(pushed->reason.find("stale info"), std::string::npos) << pushed->reason;
  EXPECT_EQ(at_origin("git rev-parse main"), other);
}

TEST_F(Remote, ANewBranchNeedsThatThereIsNone) {
  const Push fresh{"origin", "refs/heads/topic", m_second, ""};
  EXPECT_EQ(push(m_scratch.repository(), fresh)->end, PushEnd::done);
  const Push again{"origin", "refs/heads/topic", m_first, ""};
  EXPECT_EQ(push(m_scratch.repository(), again)->end, PushEnd::moved);
}

TEST_F(Remote, HistoryIsNeverRewritten) {
  ASSERT_EQ(push(m_scratch.repository(), to_main(m_first))->end, PushEnd::done);
  const auto back = push(m_scratch.repository(), {"origin", "refs/heads/main", m_first, m_second});
  ASSERT_FALSE(back);
  EXPECT_EQ(back.error().code, Code::conflict);
  EXPECT_EQ(at_origin("git rev-parse main"), m_second);
}

TEST_F(Remote, ARefusalCarriesTheRemotesWords) {
  at_origin(
      "mkdir -p hooks; printf '#!/bin/sh\\necho main is protected >&2\\nexit 1\\n' >hooks/pre-receive; chmod +x "
      "hooks/pre-receive");
  const auto pushed = push(m_scratch.repository(), to_main(m_first));
  ASSERT_TRUE(pushed) << pushed.error().message;
  EXPECT_EQ(pushed->end, PushEnd::refused);
  EXPECT_NE(pushed->reason.find("main is protected"), std::string::npos) << pushed->reason;
}

TEST_F(Remote, ARemoteThatCannotBeAskedIsAnErrorThatNamesIt) {
  m_scratch.sh("git remote set-url origin ../gone.git");
  const auto pushed = push(m_scratch.repository(), to_main(m_first));
  ASSERT_FALSE(pushed);
  EXPECT_NE(pushed.error().message.find("the remote origin could not be asked"), std::string::npos);
  EXPECT_FALSE(remote_ref(m_scratch.repository(), "origin", "refs/heads/main"));
  EXPECT_FALSE(remote_ref(m_scratch.repository(), "nobody", "refs/heads/main"));
  EXPECT_FALSE(remote_ref(m_scratch.repository(), "--upload-pack=evil", "refs/heads/main"));
}

TEST_F(Remote, OnlyTheExactRefIsProof) {
  at_origin("git update-ref refs/heads/x/refs/heads/release main");
  EXPECT_EQ(*remote_ref(m_scratch.repository(), "origin", "refs/heads/release"), std::nullopt);
}

TEST_F(Remote, FetchesOneRef) {
  const auto fetched = fetch_ref(m_scratch.repository(), "origin", "refs/heads/main", "refs/assay/remote/origin/main");
  ASSERT_TRUE(fetched) << fetched.error().message;
  EXPECT_EQ(*fetched, m_first);
}

TEST_F(Remote, ProgramsNamedByTheRepositoryAreNotRun) {
  m_scratch.sh("cat >../evil <<'X'\n#!/bin/sh\ntouch " + pwned() +
               "\nX\nchmod +x ../evil; e=$(cd ..; pwd)/evil; "
               "git config remote.origin.receivepack $e; git config remote.origin.uploadpack $e; "
               "mkdir hooks; cp ../evil hooks/pre-push; git config core.hooksPath hooks; git config core.askPass $e; "
               "git config core.sshCommand $e; git config credential.helper \"!$e\"; git config "
               "credential.https://localhost.helper \"!$e\"");
  EXPECT_EQ(push(m_scratch.repository(), to_main(m_first))->end, PushEnd::done);
  EXPECT_EQ(**remote_ref(m_scratch.repository(), "origin", "refs/heads/main"), m_second);
  m_scratch.sh("git remote set-url origin \"ext::" + os::join_path(m_scratch.folder(), "evil") + "\"");
  EXPECT_FALSE(remote_ref(m_scratch.repository(), "origin", "refs/heads/main"));
  m_scratch.sh("git remote set-url origin ssh://127.0.0.1:1/x");
  EXPECT_FALSE(remote_ref(m_scratch.repository(), "origin", "refs/heads/main"));
  m_scratch.sh("git remote set-url origin https://127.0.0.1:1/x");
  EXPECT_FALSE(remote_ref(m_scratch.repository(), "origin", "refs/heads/main"));
  m_scratch.sh("git config remote.origin.vcs evil");
  EXPECT_FALSE(remote_ref(m_scratch.repository(), "origin", "refs/heads/main"));
  EXPECT_FALSE(os::exists(pwned()));
}

}  // namespace
}  // namespace assay::git
