// Ordinary command lines and texts pass the redactor unchanged.
#include "base/text.h"
#include "redact/leaks.h"

namespace muster::redact {
namespace {

const std::vector<std::string>& ordinary_lines() {
  static const std::vector<std::string> lines = {
      "/sbin/init splash",
      "/usr/lib/systemd/systemd --user --deserialize=31",
      "/usr/sbin/sshd -D -o AuthorizedKeysCommand=/usr/bin/eic %u %f",
      "sshd: ci@pts/0",
      "/usr/bin/python3 /usr/bin/buildbot-worker start --nodaemon",
      "/usr/bin/python3 /usr/bin/twistd3 --nodaemon --pidfile= --no_save -y buildbot.tac",
      "/opt/actions-runner/bin/Runner.Listener run --startuptype service",
      "/opt/actions-runner/bin.2.336.0/Runner.Worker spawnclient 121 124",
      "./externals/node20/bin/node ./bin/RunnerService.js",
      "/usr/bin/gitlab-runner run --config /etc/gitlab-runner/config.toml --working-directory "
      "/home/gitlab-runner --service gitlab-runner --user gitlab-runner",
      "buildkite-agent start --token fd://3 --tags queue=linux,arch=amd64 --name build01-1",
      "/usr/local/bin/act_runner-0.2.11-linux-amd64 daemon --config /etc/act_runner/config.yaml",
      "/usr/bin/forgejo-runner daemon --token-url file:///run/credentials/forgejo/token",
      "bash --noprofile --norc -e -o pipefail "
      "/opt/r/_work/_temp/3f2504e0-4f89-41d3-9a0c-0305e82c3301.sh",
      "git fetch --depth=1 origin "
      "+3b18e512dba79e4c8300dd08aeb37f8e728b8dad:refs/remotes/origin/main",
      "git checkout --progress --force 3b18e512dba79e4c8300dd08aeb37f8e728b8dad",
      "git clone --commit 3b18e512dba79e4c8300dd08aeb37f8e728b8dad https://git.example/a/b.git",
      "curl -fsSL https://codeload.example/a/b/tar.gz/3b18e512dba79e4c8300dd08aeb37f8e728b8dad",
      "git clone git@git.example:acme/app.git",
      "git clone ssh://git@git.example:2222/acme/app.git",
      "docker run --rm -v /var/run/docker.sock:/var/run/docker.sock "
      "alpine@sha256:4bcff63911fcb4448bd4fdacec207030997caf25e9bea4045fa6c8c44de311d1 true",
      "containerd-shim-runc-v2 -namespace moby -id "
      "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08 -address "
      "/run/containerd.sock",
      "dockerd -H fd:// --containerd=/run/containerd/containerd.sock",
      "docker build --secret id=npm,src=/root/.npmrc --build-arg VERSION=1.2.3 -t acme/app:1.2.3 .",
      "docker login --username ci --password-stdin registry.example",
      "java --add-opens=java.base/java.lang=ALL-UNNAMED --add-opens "
      "java.base/sun.nio.ch=ALL-UNNAMED -Xmx2g -XX:+UseG1GC -cp "
      "/opt/app/lib/spring-security-oauth2-core-6.1.2.jar:/opt/app/lib/jackson-databind-2.15.2.jar "
      "org.springframework.security.oauth2.core.OAuth2AccessTokenResponseHttpMessageConverterMain",
      "java -Djava.util.logging.SimpleFormatter.format=%1$tF -jar agent.jar -workDir /srv/agent",
      "gradle --max-workers=4 -Dorg.gradle.jvmargs=-Xmx4g --no-daemon build -x test",
      "mvn -B -Dmaven.repo.local=/cache/m2 -DskipTests=true package",
      "node /srv/app/node_modules/.bin/webpack --config webpack.prod.config.js --mode production",
      "/usr/bin/npm ci --ignore-scripts --prefer-offline",
      "npm install left-pad@1.3.0 --integrity "
      "sha512-9xKQ7bX2mZ5pL1tW8aB3kRj6VhN0cYfGdSuEoIiPqTzHnMvCxWlUyJrDsFgAeBk1234567890abcdefghij="
      "=",
      "/nix/store/0c1k6ynlmq0sj3ywd3b2rjvz1m2n8a9f-bash-5.2-p15/bin/bash -e builder.sh",
      "cargo build --release --target x86_64-unknown-linux-musl --features tls,metrics",
      "rustc --crate-name serde --edition=2021 -C metadata=0f1e2d3c4b5a6978 -C "
      "extra-filename=-0f1e2d3c4b5a6978 --out-dir /srv/target/release/deps",
      "/usr/lib/gcc/x86_64-linux-gnu/12/cc1plus -quiet -imultiarch x86_64-linux-gnu -D_GNU_SOURCE",
      "go test -race -count=1 -run TestAccessTokenRefresh ./internal/auth/...",
      "pytest -k test_password_reset --maxfail=3 tests/test_tokens.py",
      "bazel --output_base=/home/ci/.cache/bazel/_bazel_ci/3b5d5c3712955042212316173ccf37be build "
      "//...",
      "kubelet --bootstrap-kubeconfig=/etc/kubernetes/bootstrap.conf "
      "--kubeconfig=/etc/kubelet.conf",
      "kube-apiserver --service-account-key-file=/etc/kubernetes/pki/sa.pub "
      "--enable-bootstrap-token-auth=true --tls-private-key-file=/etc/kubernetes/pki/api.key",
      "etcd --name build01 --initial-cluster-token etcd-cluster-1 --data-dir /var/lib/etcd",
      "kubectl get secret build-cache-7d4b9c6f5-x2x8p -n ci -o yaml",
      "kubectl create secret generic app-config --from-file=/srv/config",
      "vault token lookup -format=json",
      "aws secretsmanager get-secret-value --secret-id prod/database --region eu-central-1",
      "aws s3 sync s3://acme-builds/2026/11/30 /srv/builds --no-progress",
      "arn:aws:iam::123456789012:role/ci-deploy-role",
      "terraform plan -out=tfplan -var-file=prod.tfvars -lock-timeout=5m",
      "ansible-playbook -i inventory site.yml --vault-password-file /etc/ansible/vault --ask-pass",
      "ssh -i /home/ci/.ssh/id_ed25519 -o StrictHostKeyChecking=yes -p 2222 deploy@web01 uptime",
      "ssh-keygen -t ed25519 -C ci@build01 -f /home/ci/.ssh/id_ed25519",
      "ssh-keygen -lf key SHA256:uNiVztksCsDhcc0u9e8BrqS1bnuFYIt8pdM1dAa4nT0",
      "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIGx2R0pXb3JkVGhpc0lzQVB1YmxpY0tleTEyMzQ1 ci@build01",
      "/usr/sbin/cron -f -P",
      "/usr/sbin/nginx -g daemon on; master_process on;",
      "postgres: 15/main: walwriter",
      "/usr/lib/postgresql/15/bin/postgres -D /var/lib/postgresql/15/main",
      "psql postgres://ci@db.example:5432/app?sslmode=require",
      "mysql -uroot --protocol=tcp --host=db01 -P 3306 app",
      "redis-server 127.0.0.1:6379",
      "rsync -a --delete --exclude=.git /srv/src/ deploy@web01:/srv/app/",
      "tar -czf /srv/releases/acme-app_1.2.3-45-g3b18e51_linux_amd64.tar.gz -C /srv/build .",
      "find / -xdev -name .runner -print0",
      "systemctl restart actions.runner.acme-app.build-linux-01.service",
      "systemd-run --unit=build-3f2504e0-4f89-41d3-9a0c-0305e82c3301 --scope make -j8",
      "/usr/lib/x86_64-linux-gnu/libexec/AndroidStudio2023-1-1-Patch2-Linux-x86_64/bin/studio.sh",
      "gpg --batch --pinentry-mode loopback --passphrase-file /run/secrets/gpg --sign out.deb",
      "openssl dgst -sha256 -verify public.pem -signature out.sig out.tar",
      "chromium --headless --field-trial-handle=1718379636504,i,10838276431342398943 --no-sandbox",
      "python3 -m http.server 8000 --bind 127.0.0.1",
      "./configure --prefix=/usr/local --without-passwd-cache --enable-token-ring=no",
      "llama-server --max-tokens 4096 --tokenizer /models/tokenizer.json",
      "DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends libpam-passwdqc",
      "/usr/bin/dbus-daemon --system --address=systemd: --nofork --nopidfile --systemd-activation",
      "sleep 86400",
      "",
      "wget -qO- https://user@mirror.example/pool/main/b/buildbot/buildbot-worker_3.7.0-2_all.deb",
      "http://build01:8080/job/app@2/lastBuild",
      "su -s /bin/bash gitlab-runner -c bash -l",
      "grep -rn --include=*.cc password src",
      "TOKEN= MODE=fast make",
      "useradd --system --shell /usr/sbin/nologin --home-dir /var/lib/buildbot buildbot",
  };
  return lines;
}

TEST(RedactorOnOrdinaryLines, there_are_enough_of_them) { EXPECT_GE(ordinary_lines().size(), 60U); }

TEST(RedactorOnOrdinaryLines, leaves_texts_unchanged) {
  for (const std::string& line : ordinary_lines()) {
    const Text shown = shipped_redactor().text(line);
    EXPECT_EQ(shown.shown, line);
    EXPECT_TRUE(shown.hits.empty()) << line;
  }
}

TEST(RedactorOnOrdinaryLines, leaves_arguments_unchanged) {
  for (const std::string& line : ordinary_lines()) {
    std::vector<std::string> arguments;
    for (const std::string_view word : words(line)) arguments.emplace_back(word);
    const Arguments shown = shipped_redactor().arguments(arguments);
    EXPECT_EQ(shown.shown, arguments) << line;
    EXPECT_TRUE(shown.hits.empty()) << line;
  }
}

TEST(RedactorOnOrdinaryLines, leaves_ordinary_environments_unchanged) {
  const std::vector<std::pair<std::string, std::string>> environment = {
      {"GITHUB_RUN_ID", "17263544512"},
      {"RUNNER_TRACKING_ID", "github_3f2504e0-4f89-41d3-9a0c-0305e82c3301"},
      {"GITHUB_ACTIONS", "true"},
      {"CI_JOB_ID", "8812"},
      {"CI_COMMIT_SHA", "3b18e512dba79e4c8300dd08aeb37f8e728b8dad"},
      {"BUILDKITE_JOB_ID", "018f6c1e-7a5b-4c3d-9e8f-0123456789ab"},
      {"BUILDKITE_BUILD_URL", "https://buildkite.example/acme/app/builds/12"},
      {"OLDPWD", "/srv"},
      {"SSH_AUTH_SOCK", "/tmp/ssh-XXabcd1234/agent.4711"},
      {"XDG_SESSION_ID", "12"},
      {"CONFIG_FILE", "/etc/gitlab-runner/config.toml"},
      {"GIT_ASKPASS", "/usr/lib/git/askpass"},
      {"TOKEN_FILE", "/run/secrets/token"},
      {"SECRET_NAME", "database"},
  };
  for (const auto& [key, value] : environment) {
    const Text shown = shipped_redactor().assignment(key, value);
    EXPECT_EQ(shown.shown, value) << key;
    EXPECT_TRUE(shown.hits.empty()) << key;
  }
}

}  // namespace
}  // namespace muster::redact
