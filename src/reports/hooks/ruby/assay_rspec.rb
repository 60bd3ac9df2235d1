# Loaded by rspec (SPEC_OPTS=--require …). A formatter named there would replace those of the project, so the reporter,
# which tells all formatters, is listened to.
begin
  if defined?(RSpec::Core::Reporter) && !ENV["ASSAY_REPORT"].to_s.empty?
    require_relative "assay_events"

    module Assay
      module Reporter
        EVENTS = Events.new("rspec")

        def start(*)
          super.tap { Reporter.safely { EVENTS.begin(RSpec::Core::Version::STRING) } }
        end

        def example_passed(example)
          super.tap { Reporter.tell(example, "passed") }
        end

        def example_failed(example)
          super.tap { Reporter.tell(example, "failed") }
        end

        def example_pending(example)
          super.tap { Reporter.tell(example, "skipped") }
        end

        # A file that could not be loaded, or a hook of the whole run.
        def notify_non_example_exception(error, description)
          super.tap do
            Reporter.safely do
              EVENTS.begin(RSpec::Core::Version::STRING)
              file = description[/(?:loading|in) (\S+?\.rb)/, 1]
              EVENTS.test(file || description.strip, file, "", "failed", 0, error.message)
            end
          end
        end

        def finish
          super.tap { Reporter.safely { EVENTS.end unless RSpec.world.wants_to_quit } }
        end

        def self.safely
          yield
        rescue StandardError
          nil
        end

        def self.tell(example, outcome)
          safely do
            result = example.execution_result
            message = outcome == "failed" ? result.exception&.message : result.pending_message
            groups = example.example_group.parent_groups.reverse.map { |group| group.description.to_s }
            EVENTS.test((groups + [example.description.to_s]).join(" > "), example.metadata[:absolute_file_path] || example.file_path,
                        groups.join(" > "), outcome, result.run_time || 0, message.to_s)
          end
        end
      end
    end
    RSpec::Core::Reporter.prepend(Assay::Reporter)
  end
rescue StandardError, LoadError
  nil
end
