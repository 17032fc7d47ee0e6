/** A row of the settings menu. */
export const menuRow =
  'flex h-9 cursor-pointer items-center gap-3 rounded-nav px-3 text-body data-highlighted:bg-surface-2 pointer-coarse:h-11 [&>svg]:size-4.5 [&>svg]:shrink-0'
