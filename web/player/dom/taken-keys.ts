const textField = 'input, textarea, select, [contenteditable=""], [contenteditable="true"]'
/** These handle Space themselves, and Enter, which is no key of ours; a menu or a dialog handles all its keys. */
const pressable = 'button, a[href], summary, [role="button"]'
const menuOrDialog = '[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"], dialog'

/** Returns whether the focused element uses this key itself. */
export function isTakenBy(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false
  if (target.closest(textField) || target.closest(menuOrDialog)) return true
  return key === ' ' && target.closest(pressable) !== null
}

/** Returns whether a dialog is open, behind which nothing takes keys, wherever the focus is. */
export function isBehindDialog(): boolean {
  return document.querySelector('[aria-modal="true"], dialog[open]') !== null
}

/** Returns whether a key that is pressed before there is a player asks to play. */
export function asksToPlay(event: KeyboardEvent): boolean {
  const { key, target, repeat, ctrlKey, altKey, metaKey, shiftKey, defaultPrevented } = event
  if (key !== ' ' || repeat || ctrlKey || altKey || metaKey || shiftKey) return false
  return !defaultPrevented && !isTakenBy(target, key) && !isBehindDialog()
}
