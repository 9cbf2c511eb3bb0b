local json = require("json")
local util = require "app.util"

local M = {}
local LIMIT <const> = 10
local a, b = 1, 2
VERSION = "1.0"
M.name = "sample"

-- Adds.
local function add(x, y)
  return x + y
end

function global_function(x)
  local function nested() end
  return nested(x)
end

function M.load(path)
  return util.read(path)
end

function M.deep.inner() end

function M:save(path)
  self.path = path
  self:write(path)
end

local double = function(x) return x * 2 end
assigned = function() end
M.callback = function(x)
  return x
end
M["quoted"] = function() end

M.table = {
  field = 1,
  method = function(self) return self end,
  ["key"] = function() end,
}

local Class = setmetatable({}, { __index = function() end })

function Class.new() return setmetatable({}, Class) end

if LIMIT then
  function M.load(path) end
end

return M
