/** Returns what the worker painted, until the app takes its place. */
export function painted(): Element | null {
  return document.getElementById('paint')
}

/** Takes away what the worker painted. The app, which is beside it by now, gets the focus and a typed search. */
export function replacePainted(): void {
  const before = painted()
  if (!before) return
  // All that can have the focus, alike on both sides.
  const next = before.nextElementSibling?.querySelectorAll<HTMLInputElement>('a,input')
  let focused: HTMLElement | undefined
  before.querySelectorAll<HTMLInputElement>('a,input').forEach((each, index) => {
    const same = next?.[index]
    if (each === document.activeElement) focused = same
    if (same) same.value = each.value
  })
  before.remove()
  focused?.focus()
}
