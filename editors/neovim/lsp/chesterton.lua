-- Started by vim.lsp.enable('chesterton'); any part of it can be changed by vim.lsp.config('chesterton', { ... }).
-- No file types: a record can govern a file in a language that the server cannot parse.
return {
  cmd = { 'chesterton', 'serve', '--stdio' },
  root_markers = { '.chesterton', '.git' },
  workspace_required = true,
  init_options = {
    -- What lua/chesterton does itself when the server puts it on a lens or an action.
    clientCommands = { 'chesterton.here', 'chesterton.record', 'chesterton.supersede', 'chesterton.reanchor' },
  },
}
