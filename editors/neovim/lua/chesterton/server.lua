--- The server's commands: each takes one table and answers with one.
local M = {}

--- The form of the arguments; the server refuses one that it does not know.
local FORM = 1

--- The client of the buffer, else any that runs.
function M.client()
  return vim.lsp.get_clients({ name = 'chesterton', bufnr = 0 })[1] or vim.lsp.get_clients({ name = 'chesterton' })[1]
end

--- Runs chesterton.server.NAME and hands its answer to `with_answer`; tells what went wrong otherwise.
function M.ask(name, argument, with_answer)
  local client = M.client()
  if not client then
    vim.notify('Chesterton: no server runs here (:checkhealth chesterton)', vim.log.levels.WARN)
    return
  end
  local params = {
    command = 'chesterton.server.' .. name,
    arguments = { vim.tbl_extend('force', { v = FORM }, argument) },
  }
  client:request('workspace/executeCommand', params, function(problem, answer)
    if problem then
      vim.notify('Chesterton: ' .. problem.message, vim.log.levels.ERROR)
    elseif with_answer then
      with_answer(answer)
    end
  end, vim.api.nvim_get_current_buf())
end

--- The place of the cursor, as the protocol counts.
function M.cursor()
  local client = M.client()
  local params = vim.lsp.util.make_position_params(0, client and client.offset_encoding or 'utf-8')
  return { uri = params.textDocument.uri, position = params.position }
end

return M
