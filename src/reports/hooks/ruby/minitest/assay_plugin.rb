# Minitest loads the plugins that it finds on the load path (RUBYLIB). It listens, and leaves out what is not
# selected.
module Minitest
  def self.plugin_assay_init(_options)
    return if ENV["ASSAY_REPORT"].to_s.empty?
    require_relative "../assay_events"
    require_relative "../assay_selection"
    require_relative "../assay_minitest"
    kept = Assay::SELECTION && Assay::MinitestNarrowing.apply
    reporter << Assay::MinitestReporter.new(kept)
  rescue StandardError, LoadError
    nil
  end
end
