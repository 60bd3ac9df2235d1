# Minitest loads the plugins that it finds on the load path (RUBYLIB). It only listens.
module Minitest
  def self.plugin_assay_init(_options)
    return if ENV["ASSAY_REPORT"].to_s.empty?
    require_relative "../assay_events"
    require_relative "../assay_minitest"
    reporter << Assay::MinitestReporter.new
  rescue StandardError, LoadError
    nil
  end
end
