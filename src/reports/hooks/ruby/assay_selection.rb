# The tests that this run is narrowed to. Without a selection, or with one that cannot be read, all of them run and nothing
# says that the run was narrowed.
require "json"
require "set"

module Assay
  class Selection
    LONGEST_KEY = 300
    # What a report shows otherwise than the runner names it.
    NOT_KEPT = /[\s?\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffd\u{e0000}-\u{e007f}]+/

    def self.key(name)
      Assay.text(name, LONGEST_NAME).gsub(NOT_KEPT, "")[0, LONGEST_KEY]
    end

    def initialize(asked)
      @files = Set.new(asked.fetch("files"))
      @keys = Set.new(asked.fetch("tests").map { |name| Selection.key(name) })
    end

    def file?(file)
      @files.include?(Assay.place(file))
    end

    def names?
      !@keys.empty?
    end

    def name?(name)
      @keys.empty? || @keys.include?(Selection.key(name))
    end
  end

  SELECTION = begin
    # The file beside the hooks, wherever the variable leads: what the work sets is not asked.
    ENV["ASSAY_SELECT"].to_s.empty? ? nil : Selection.new(JSON.parse(File.read(File.join(HOOKS, "select.json"), encoding: "UTF-8")))
  rescue StandardError
    nil
  end
end
