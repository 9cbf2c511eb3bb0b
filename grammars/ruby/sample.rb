# frozen_string_literal: true

require "set"
require_relative "local"

VERSION = "1.0"
$global_limit = 3

module Outer
  DEFAULTS = { a: 1 }.freeze

  # A shape.
  class Shape < Base
    include Comparable
    extend Forwardable

    SIDES, CORNERS = 4, 4
    @@count = 0

    attr_reader :sides, :name
    attr_accessor "color"
    attr_writer :hidden
    delegate :area, to: :geometry
    alias_method :title, :name
    alias label name

    def initialize(sides)
      @sides = sides
    end

    def ==(other)
      sides == other.sides
    end

    def sides=(value)
      @sides = value
    end

    def empty?; sides.zero?; end

    def area! = sides * 2

    def self.build(...)
      new(...)
    end

    class << self
      def registry
        @registry ||= {}
      end

      attr_accessor :config
    end

    define_method(:dynamic) do |x|
      x + 1
    end

    define_method("text_name") { 1 }

    private

    def secret
      Helper.call(self)
    end

    private def inline_secret; end

    private_constant :SIDES
  end

  class Shape::Inner
    def deep; end
  end

  module_function

  def helper(x) = x

  Point = Struct.new(:x, :y) do
    def distance
      Math.sqrt(x * x + y * y)
    end
  end

  Error = Class.new(StandardError)
  double = ->(x) { x * 2 }
  TRIPLE = lambda { |x| x * 3 }
end

class Outer::Shape
  def reopened
    double = ->(x) { x * 2 }
    double.call(1)
  end
end

class ::TopLevel
end

def Outer.singleton
end

def top_level
  puts "x"
end
