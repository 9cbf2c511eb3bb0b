--- Answers one JSON request at a time for `driver.py`: Probe('{"op": ..., ...}') -> '{"result": ...}' or '{"error": ...}'.
local TIMEOUT_MS = 40000
local SEVERITIES = { 'error', 'warning', 'information', 'hint' }

local answers = {}

--- A person at the prompts: the next answer is the text of a box, or the beginning of an item in a list.
vim.ui.input = function(_, with_text)
  with_text(table.remove(answers, 1))
end

vim.ui.select = function(items, options, with_item)
  local wanted = table.remove(answers, 1)
  local format = options.format_item or tostring
  for index, item in ipairs(items) do
    if wanted and vim.startswith(format(item), wanted) then
      with_item(item, index)
      return
    end
  end
  with_item(nil)
end

local function buffer_of(path)
  if vim.api.nvim_buf_get_name(0) ~= path then
    vim.cmd.edit(vim.fn.fnameescape(path))
  end
  return vim.api.nvim_get_current_buf()
end

local function client_of(buffer)
  local clients = {}
  vim.wait(TIMEOUT_MS, function()
    clients = vim.lsp.get_clients({ name = 'chesterton', bufnr = buffer })
    return clients[1] ~= nil and clients[1].initialized == true
  end, 20)
  return assert(clients[1], 'no client is attached')
end

--- The cursor goes where the protocol's zero-based UTF-16 position says.
local function go(request)
  local buffer = buffer_of(request.path)
  local line = vim.api.nvim_buf_get_lines(buffer, request.line, request.line + 1, false)[1] or ''
  vim.api.nvim_win_set_cursor(0, { request.line + 1, vim.str_byteindex(line, 'utf-16', request.character, false) })
  return buffer
end

local function ask(buffer, method, params)
  local client = client_of(buffer)
  local answer, problem = client:request_sync(method, params, TIMEOUT_MS, buffer)
  if not answer then
    error(method .. ': ' .. tostring(problem))
  end
  if answer.err then
    error(method .. ': ' .. answer.err.message)
  end
  return answer.result
end

local function ask_here(request, method, extra)
  local buffer = go(request)
  local params = vim.lsp.util.make_position_params(0, client_of(buffer).offset_encoding)
  return ask(buffer, method, vim.tbl_extend('error', params, extra or {}))
end

local function code_actions(request)
  local buffer = go(request)
  local client = client_of(buffer)
  local params = vim.lsp.util.make_range_params(0, client.offset_encoding)
  local function raw(diagnostic)
    return diagnostic.user_data.lsp
  end
  local here = vim.diagnostic.get(buffer, { lnum = request.line })
  params.context = { diagnostics = vim.iter(here):map(raw):totable(), triggerKind = 1 }
  return ask(buffer, 'textDocument/codeAction', params) or {}
end

local function text_of(buffer)
  return table.concat(vim.api.nvim_buf_get_lines(buffer, 0, -1, false), '\n') .. '\n'
end

local operations = {}

function operations.open(request)
  buffer_of(request.path)
end

function operations.text(request)
  return text_of(buffer_of(request.path))
end

function operations.replace(request)
  local buffer = buffer_of(request.path)
  local text = text_of(buffer)
  local first, last = text:find(request.old, 1, true)
  assert(first and not text:find(request.old, last + 1, true), 'not exactly once: ' .. request.old)
  local function position(offset)
    local before = text:sub(1, offset)
    local _, lines = before:gsub('\n', '\n')
    return lines, #before:match('[^\n]*$')
  end
  local row, column = position(first - 1)
  local end_row, end_column = position(last)
  vim.api.nvim_buf_set_text(buffer, row, column, end_row, end_column, vim.split(request.by, '\n'))
end

function operations.save(request)
  buffer_of(request.path)
  vim.cmd.write()
end

--- What is drawn. A pause of the person is what makes Neovim 0.11 ask again; its answer is seen by a later look.
function operations.lenses(request)
  local buffer = buffer_of(request.path)
  client_of(buffer)
  vim.api.nvim_exec_autocmds('CursorHold', { buffer = buffer })
  return vim
    .iter(vim.lsp.codelens.get(buffer))
    :map(function(lens)
      return { lens.range.start.line, (lens.command or {}).title or '' }
    end)
    :totable()
end

function operations.hover(request)
  local hover = ask_here(request, 'textDocument/hover')
  return hover and hover.contents and (hover.contents.value or hover.contents) or ''
end

function operations.findings(request)
  return vim
    .iter(vim.diagnostic.get(buffer_of(request.path)))
    :map(function(finding)
      return { finding.lnum, tostring(finding.code), SEVERITIES[finding.severity], finding.message }
    end)
    :totable()
end

function operations.actions(request)
  return vim
    .iter(code_actions(request))
    :map(function(action)
      return action.title
    end)
    :totable()
end

--- Neovim's own way from the menu to the edit and the command; the answer comes later, by what has changed.
function operations.act(request)
  go(request)
  answers = request.answers
  vim.lsp.buf.code_action({
    apply = true,
    filter = function(action)
      return vim.startswith(action.title, request.title)
    end,
  })
end

function operations.completions(request)
  local found = ask_here(request, 'textDocument/completion', { context = { triggerKind = 1 } }) or {}
  return vim
    .iter(found.items or found)
    :map(function(item)
      return item.label
    end)
    :totable()
end

function operations.definitions(request)
  local found = ask_here(request, 'textDocument/definition') or {}
  found = vim.islist(found) and found or { found }
  return vim
    .iter(found)
    :map(function(place)
      local range = place.targetRange or place.range
      return { vim.uri_to_fname(place.targetUri or place.uri), range.start.line }
    end)
    :totable()
end

function operations.shown()
  local path = vim.api.nvim_buf_get_name(0)
  return path ~= '' and path or vim.NIL
end

function operations.place(request)
  go(request)
end

function operations.client_id(request)
  return client_of(buffer_of(request.path)).id
end

function operations.run(request)
  answers = request.answers
  vim.cmd(request.line)
end

function operations.shown_text()
  return text_of(0)
end

function Probe(request)
  local decoded = vim.json.decode(request)
  local fine, result = pcall(operations[decoded.op], decoded)
  return vim.json.encode(fine and { result = result == nil and vim.NIL or result } or { error = tostring(result) })
end
