--- Ties the editor to the server: lenses, the commands that the server may name, and :Chesterton.
local commands = require('chesterton.commands')

local M = {}

--- Neovim 0.11 shows lenses only when asked to; 0.12 keeps them up to date by itself.
local function show_lenses(buffer)
  if vim.lsp.codelens.enable then
    vim.lsp.codelens.enable(true, { bufnr = buffer })
    return
  end
  local group = vim.api.nvim_create_augroup('chesterton.lenses.' .. buffer, { clear = true })
  vim.api.nvim_create_autocmd({ 'BufEnter', 'BufWritePost', 'CursorHold', 'InsertLeave', 'TextChanged' }, {
    group = group,
    buffer = buffer,
    callback = function()
      vim.lsp.codelens.refresh({ bufnr = buffer })
    end,
  })
  vim.lsp.codelens.refresh({ bufnr = buffer })
end

local function on_attach(event)
  local client = vim.lsp.get_client_by_id(event.data.client_id)
  if client and client.name == 'chesterton' and client:supports_method('textDocument/codeLens') then
    show_lenses(event.buf)
  end
end

local function run(invocation)
  local name = invocation.fargs[1]
  local command = commands.all[name]
  if command then
    command()
  else
    vim.notify('Chesterton: there is no command ' .. name, vim.log.levels.ERROR)
  end
end

local function complete(lead)
  return vim
    .iter(vim.tbl_keys(commands.all))
    :filter(function(name)
      return vim.startswith(name, lead)
    end)
    :totable()
end

function M.setup()
  vim.api.nvim_create_autocmd('LspAttach', {
    group = vim.api.nvim_create_augroup('chesterton', { clear = true }),
    callback = on_attach,
  })
  for _, name in ipairs({ 'here', 'record', 'supersede', 'reanchor' }) do
    vim.lsp.commands['chesterton.' .. name] = function(command)
      commands.all[name]((command.arguments or {})[1])
    end
  end
  vim.api.nvim_create_user_command('Chesterton', run, {
    nargs = 1,
    complete = complete,
    desc = 'Records of decisions, and the code they govern',
  })
end

return M
