if vim.g.loaded_chesterton then
  return
end
vim.g.loaded_chesterton = true

if vim.fn.has('nvim-0.11') == 0 then
  vim.notify('chesterton needs Neovim 0.11 or newer', vim.log.levels.WARN)
  return
end

require('chesterton').setup()
