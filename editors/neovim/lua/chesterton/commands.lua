--- What :Chesterton and the server's lenses do. Each takes what a lens hands over, or nothing: then the cursor counts.
local server = require('chesterton.server')

local KINDS = { 'decision', 'constraint', 'gotcha', 'lesson', 'fact' }

local M = {}

local function place(argument)
  if argument and argument.uri and argument.position then
    return { uri = argument.uri, position = argument.position }
  end
  return server.cursor()
end

local function describe(record)
  local drift = record.verdict ~= 'none' and (' · drift: ' .. record.verdict) or ''
  return ('%s [%s, %s%s]'):format(record.title, record.kind, record.status, drift)
end

--- Asks the person for one line; goes on only with words in it.
local function ask_line(prompt, with_line)
  vim.ui.input({ prompt = prompt }, function(line)
    if line and vim.trim(line) ~= '' then
      with_line(vim.trim(line))
    end
  end)
end

local function ask_wording(with_wording)
  ask_line('Title: ', function(title)
    ask_line('What holds, and why: ', function(text)
      with_wording(title, text)
    end)
  end)
end

--- Hands over the record that is meant: the one named, the only one that fits, or the one picked.
local function choose(argument, prompt, fits, with_record)
  if argument and argument.id then
    with_record({ id = argument.id, anchor = argument.anchor })
    return
  end
  server.ask('here', place(argument), function(answer)
    local records = vim.iter(answer.records):filter(fits):totable()
    if #records == 0 then
      vim.notify('Chesterton: no such record governs this place')
    elseif #records == 1 then
      with_record(records[1])
    else
      vim.ui.select(records, { prompt = prompt, format_item = describe }, function(record)
        if record then
          with_record(record)
        end
      end)
    end
  end)
end

local function any()
  return true
end

local function has_status(status)
  return function(listed)
    return listed.status == status
  end
end

local function here(argument)
  server.ask('here', place(argument), function(answer)
    if #answer.records == 0 then
      vim.notify('Chesterton: no record governs this place')
      return
    end
    vim.ui.select(answer.records, { prompt = 'What governs here', format_item = describe }, function(record)
      if record then
        server.ask('show', { id = record.id })
      end
    end)
  end)
end

local function record(argument)
  argument = argument or {}
  local where = place(argument)
  local function with_kind(kind)
    if kind then
      ask_wording(function(title, text)
        local new = { kind = kind, title = title, text = text, target = argument.target }
        server.ask('record', vim.tbl_extend('error', where, new))
      end)
    end
  end
  if argument.kind then
    with_kind(argument.kind)
  else
    vim.ui.select(KINDS, { prompt = 'What kind of record?' }, with_kind)
  end
end

local function open(argument)
  choose(argument, 'Open record', any, function(chosen)
    server.ask('show', { id = chosen.id })
  end)
end

local function confirm(argument)
  choose(argument, 'Confirm a record', any, function(chosen)
    server.ask('confirm', { id = chosen.id, anchor = chosen.anchor })
  end)
end

local function supersede(argument)
  choose(argument, 'Supersede a record', has_status('accepted'), function(chosen)
    ask_wording(function(title, text)
      server.ask('supersede', { id = chosen.id, title = title, text = text })
    end)
  end)
end

local function reanchor(argument)
  argument = argument or {}
  local where = place(argument)
  choose(argument, 'Re-anchor a record', any, function(chosen)
    local subject = { id = chosen.id, anchor = chosen.anchor }
    local function move(target)
      server.ask('reanchor', vim.tbl_extend('error', subject, { target = target }))
    end
    if argument.target then
      move(argument.target)
      return
    end
    server.ask('reanchor', vim.tbl_extend('error', where, subject), function(answer)
      local function format(candidate)
        return ('%s  (%s)'):format(candidate.target, candidate.evidence)
      end
      vim.ui.select(answer.candidates, { prompt = 'Where is the code now?', format_item = format }, function(candidate)
        if candidate then
          move(candidate.target)
        end
      end)
    end)
  end)
end

local function ratify(argument)
  choose(argument, 'Ratify a proposed record', has_status('proposed'), function(chosen)
    vim.ui.select({ 'accept', 'reject' }, { prompt = 'Ratify?' }, function(answer)
      if answer then
        server.ask('ratify', { id = chosen.id, accept = answer == 'accept' })
      end
    end)
  end)
end

--- Neovim 0.11 has no command for it.
local function restart()
  for _, client in ipairs(vim.lsp.get_clients({ name = 'chesterton' })) do
    local buffers = vim.tbl_keys(client.attached_buffers)
    local function stopped()
      return client:is_stopped()
    end
    client:stop()
    if not vim.wait(3000, stopped, 20) then
      client:stop(true)
      vim.wait(1000, stopped, 20)
    end
    for _, buffer in ipairs(buffers) do
      vim.lsp.start(client.config, { bufnr = buffer })
    end
  end
end

local function log()
  vim.cmd.tabnew(vim.lsp.log.get_filename())
end

M.all = {
  here = here,
  record = record,
  open = open,
  confirm = confirm,
  supersede = supersede,
  reanchor = reanchor,
  ratify = ratify,
  restart = restart,
  log = log,
}

return M
