# Writes what a runner says as lines of JSON, each with one write, to a file that is only appended to.
require "json"

module Assay
  LONGEST_MESSAGE = 2000
  LONGEST_NAME = 4000
  FOLDER = ENV["ASSAY_REPORT"].to_s
  TREE = begin
    ENV["ASSAY_TREE"].to_s.empty? ? "" : File.realpath(ENV["ASSAY_TREE"])
  rescue StandardError
    ENV["ASSAY_TREE"].to_s
  end
  HOOKS = File.dirname(__dir__)

  def self.text(value, most)
    value.to_s.dup.force_encoding(Encoding::UTF_8).scrub("\u{fffd}")[0, most]
  end

  # Relative to the work tree; a file outside of it by its whole path.
  def self.place(file)
    return "" if file.nil? || file.to_s.empty?
    whole = File.expand_path(file.to_s)
    return whole if TREE.empty?
    real = File.exist?(whole) ? File.realpath(whole) : whole
    [whole, real].each { |each| return each[TREE.size + 1..-1] if each.start_with?(TREE + "/") }
    whole
  end

  # What tests start themselves is none of this run: the variables become what they were.
  def self.forget
    %w[ASSAY_REPORT ASSAY_TREE ASSAY_SELECT].each { |name| ENV.delete(name) }
    %w[PYTHONPATH RUBYLIB].each do |name|
      keep(name, ENV[name].split(":", -1).reject { |each| each.include?(HOOKS) }.join(":")) if ENV[name]
    end
    %w[NODE_OPTIONS SPEC_OPTS].each do |name|
      next unless ENV[name]&.include?(HOOKS)
      option = /(^| )--require[= ]("(\\.|[^"\\])*"|'[^']*'|[^ ]*)(?= |$)/
      keep(name, ENV[name].gsub(option) { |found| found.include?(HOOKS) ? "" : found }.strip)
    end
    %w[GTEST_OUTPUT GOTESTSUM_JSONFILE].each { |name| ENV.delete(name) if ENV[name]&.include?(FOLDER) }
  rescue StandardError
    nil
  end

  def self.keep(name, value)
    value.empty? ? ENV.delete(name) : ENV[name] = value
  end

  class Events
    def initialize(runner)
      @runner = runner
      @process = Process.pid
      @lines = @bytes = 0 # written up to now; the end says so, as others can write to the file too
      @run = "#{@process}-#{(Time.now.to_f * 1000).to_i}"
    end

    def write(event)
      # A process that a test forked is not the runner.
      return unless Process.pid == @process
      event[:run] = @run
      line = JSON.generate(event) + "\n"
      File.open(File.join(FOLDER, @runner + ".jsonl"), File::WRONLY | File::APPEND | File::CREAT, 0o600) { |file| @bytes += file.syswrite(line) }
      @lines += 1
    rescue StandardError
      nil
    end

    def begin(version)
      return if @begun
      @begun = true
      Assay.forget
      write({event: "begin", runner: @runner, version: version.to_s, root: TREE.empty? ? Dir.pwd : TREE})
    end

    def end(status = nil)
      event = {event: "end", lines: @lines, bytes: @bytes}
      event[:exit] = status if status
      write(event) if @begun
    end

    def loaded(file)
      write({event: "loaded", file: Assay.text(Assay.place(file), LONGEST_NAME)})
    end

    # Only what was selected will run: so many tests.
    def narrowed(count)
      write({event: "narrowed", count: count})
    end

    def test(name, file, suite, outcome, seconds, message = "", failure = nil)
      event = {event: "test", name: Assay.text(name, LONGEST_NAME), file: Assay.text(Assay.place(file), LONGEST_NAME),
               suite: Assay.text(suite, LONGEST_NAME), outcome: outcome, seconds: seconds.to_f.round(6)}
      event[:message] = Assay.text(message, LONGEST_MESSAGE) unless message.to_s.empty?
      event[:failure] = failure if failure && outcome == "failed"
      write(event)
    end
  end
end
