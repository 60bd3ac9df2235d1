module Assay
  # A class names the tests to run with runnable_methods.
  module MinitestNarrowing
    def runnable_methods
      super.select { |name| MinitestNarrowing.selected?(self, name) }
    end

    def self.selected?(owner, name)
      SELECTION.file?(owner.instance_method(name).source_location&.first) && SELECTION.name?("#{owner}##{name}")
    rescue StandardError
      false
    end

    # How many tests are left.
    def self.apply
      Minitest::Runnable.runnables.each { |owner| owner.singleton_class.prepend(MinitestNarrowing) }
      Minitest::Runnable.runnables.sum { |owner| owner.equal?(Minitest::Test) ? 0 : owner.runnable_methods.size }
    end
  end

  class MinitestReporter < Minitest::AbstractReporter
    def initialize(kept)
      super()
      @events = Events.new("minitest")
      @kept = kept
    end

    def start
      @events.begin(Minitest::VERSION)
      @events.narrowed(@kept) if @kept
    end

    def record(result)
      outcome = result.skipped? ? "skipped" : result.passed? ? "passed" : "failed"
      suite = result.respond_to?(:klass) ? result.klass : result.class.name
      file = result.respond_to?(:source_location) ? result.source_location&.first : nil
      @events.test("#{suite}##{result.name}", file, suite, outcome, result.time, result.failures.map(&:message).join("\n"), failure_of(result))
    rescue StandardError
      nil
    end

    def failure_of(result)
      return nil if result.failures.empty?
      result.failures.any?(Minitest::UnexpectedError) ? "error" : "assertion"
    end

    # Called when all tests were run.
    def report
      @events.end
    end
  end
end
