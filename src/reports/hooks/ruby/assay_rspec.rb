# Loaded by rspec (SPEC_OPTS=--require …). A formatter named there would replace those of the project, so the reporter,
# which tells all formatters, is listened to. Files that are not selected are not loaded, examples are left out before they
# run.
begin
  if defined?(RSpec::Core::Reporter) && !ENV["ASSAY_REPORT"].to_s.empty?
    require_relative "assay_events"
    require_relative "assay_selection"

    module Assay
      module Reporter
        EVENTS = Events.new("rspec")

        def start(*)
          super.tap do
            Reporter.safely do
              EVENTS.begin(RSpec::Core::Version::STRING)
              EVENTS.narrowed(RSpec.world.example_count) if SELECTION && !Narrowing.unnamed?
            end
          end
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
              EVENTS.test(file || description.strip, file, "", "failed", 0, error.message, "error")
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
            EVENTS.test(Assay.name_of(example), Assay.file_of(example), Assay.groups_of(example).join(" > "), outcome,
                        result.run_time || 0, message.to_s, failure_of(result.exception))
          end
        end

        def self.failure_of(error)
          return nil unless error
          return error.all_exceptions.map { |each| failure_of(each) }.include?("error") ? "error" : "assertion" if error.respond_to?(:all_exceptions)
          /ExpectationNotMet|MockExpectation|Assertion/.match?(error.class.name.to_s) ? "assertion" : "error"
        end
      end

      def self.groups_of(example)
        example.example_group.parent_groups.reverse.map { |group| group.description.to_s }
      end

      def self.name_of(example)
        (groups_of(example) + [example.description.to_s]).join(" > ")
      end

      def self.file_of(example)
        example.metadata[:absolute_file_path] || example.file_path
      end

      module Narrowing
        # An example without words gets its name when it has run: it cannot be left out by name.
        def self.unnamed?
          @unnamed
        end

        def self.selected?(example)
          return false unless SELECTION.file?(Assay.file_of(example))
          return true unless SELECTION.names?
          return @unnamed = true if example.metadata[:description].to_s.empty?
          SELECTION.name?(Assay.name_of(example))
        end

        module Files
          def files_to_run
            super.select { |file| SELECTION.file?(file) }
          end
        end

        module Examples
          def prune(examples)
            super.select { |example| Narrowing.selected?(example) }
          end
        end
      end
    end
    RSpec::Core::Reporter.prepend(Assay::Reporter)
    if Assay::SELECTION
      RSpec::Core::Configuration.prepend(Assay::Narrowing::Files)
      RSpec::Core::FilterManager.prepend(Assay::Narrowing::Examples)
    end
  end
rescue StandardError, LoadError
  nil
end
