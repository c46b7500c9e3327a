# A formula for Homebrew: builds the tools from source, and installs them with man pages and completions.
#
# Put it into a tap, with the address of your repository, and install it:
#
#   brew tap-new you/laughtrack
#   cp Scripts/laughtrack.rb "$(brew --repository you/laughtrack)/Formula/"
#   brew install --HEAD you/laughtrack/laughtrack
#
# It has not been run: the project is tested on Linux.
class Laughtrack < Formula
  desc "Migrates the joke ratings of Firestore exports and UserDefaults dumps"
  homepage "https://example.org/laughtrack"
  head "https://example.org/laughtrack.git", branch: "main"

  depends_on xcode: ["26.0", :build]
  depends_on macos: :sequoia
  depends_on "zstd"

  def tools
    %w[
      aggregate-top10 edit-saved migrate-ratings migrate-saved preview-feed prune-processed
      read-export
    ]
  end

  def install
    ENV["LAUGHTRACK_COMMIT"] = Utils.git_head(length: 8)
    system "swift", "build", "--disable-sandbox", "--configuration", "release"
    tools.each do |tool|
      bin.install ".build/release/#{tool}"
      (man1/"#{tool}.1").write Utils.safe_popen_read(bin/tool, "--generate", "man")
      generate_completions_from_executable(
        bin/tool, "--generate", base_name: tool, shells: [:bash, :zsh, :fish])
    end
  end

  test do
    tools.each { |tool| assert_match "#{tool} ", shell_output("#{bin}/#{tool} --version") }
    (testpath/"ratings.ndjson").write <<~JSON
      {"id":"a","joke_id":"j","rating":4}
    JSON
    assert_match '"rating":5', shell_output("#{bin}/migrate-ratings ratings.ndjson -o - --quiet")
  end
end
