module Assay
  class MinitestReporter < Minitest::AbstractReporter
    def initialize
      super
      @events = Events.new("minitest")
    end

    def start
      @events.begin(Minitest::VERSION)
    end

    def record(result)
      outcome = result.skipped? ? "skipped" : result.passed? ? "passed" : "failed"
      suite = result.respond_to?(:klass) ? result.klass : result.class.name
      file = result.respond_to?(:source_location) ? result.source_location&.first : nil
      @events.test("#{suite}##{result.name}", file, suite, outcome, result.time, result.failures.map(&:message).join("\n"))
    rescue StandardError
      nil
    end

    # Called when all tests were run.
    def report
      @events.end
    end
  end
end
