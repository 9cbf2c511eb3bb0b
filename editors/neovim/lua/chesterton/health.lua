--- :checkhealth chesterton
local M = {}

local function check_program()
  local program = (vim.lsp.config.chesterton or {}).cmd[1]
  local found = vim.fn.exepath(program)
  if found == '' then
    vim.health.error(program .. ' was not found on PATH', {
      'uv tool install chesterton',
      'pipx install chesterton',
      "or name it: vim.lsp.config('chesterton', { cmd = { '/path/to/chesterton', 'serve', '--stdio' } })",
    })
    return
  end
  local answer = vim.system({ found, '--version' }, { text = true, timeout = 10000 }):wait()
  if answer.code == 0 then
    vim.health.ok(found .. ': ' .. vim.trim(answer.stdout))
  else
    vim.health.error(found .. ' does not run', { vim.trim(answer.stderr or '') })
  end
end

local function check_clients()
  if not vim.lsp.is_enabled('chesterton') then
    vim.health.warn('not enabled', { "add to your init.lua: vim.lsp.enable('chesterton')" })
  end
  local clients = vim.lsp.get_clients({ name = 'chesterton' })
  if #clients == 0 then
    vim.health.info('no server runs: one starts with the first file of a folder with .chesterton or .git')
  end
  for _, client in ipairs(clients) do
    local buffers = vim.tbl_count(client.attached_buffers)
    vim.health.ok(('running in %s, %d buffers'):format(client.root_dir or '(no folder)', buffers))
  end
end

function M.check()
  vim.health.start('chesterton')
  if vim.fn.has('nvim-0.11') == 0 then
    vim.health.error('Neovim 0.11 or newer is needed')
    return
  end
  check_program()
  check_clients()
end

return M
