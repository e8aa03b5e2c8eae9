/** Controls that use single keys themselves. */
export const OWN_KEYS =
  'input, textarea, select, [contenteditable], [role=textbox], [role=combobox], dialog, [role=dialog]'
