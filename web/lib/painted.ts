/** Returns what the worker painted, until the app takes its place. */
export function painted(): Element | null {
  return document.getElementById('paint')
}

/** Takes away what the worker painted. The app, which is beside it by now, gets the focus and a typed search. */
export function replacePainted(): void {
  const before = painted()
  const after = before?.nextElementSibling
  if (!before || !after) return
  const search = 'input[type=search]'
  const [typed, field] = [before, after].map((tree) => tree.querySelector<HTMLInputElement>(search))
  if (typed && field) field.value = typed.value
  const focused = counterpart(before, after)
  before.remove()
  // Its place on the screen stays, too.
  focused?.focus({ preventScroll: true })
}

/** Returns the app's element that is what has the focus in the painted: the same part of the page, link or field. */
function counterpart(before: Element, after: Element): HTMLElement | null {
  const { activeElement } = document
  if (!activeElement || !before.contains(activeElement)) return null
  const name = ['id', 'href', 'name'].find((each) => activeElement.hasAttribute(each))
  const same =
    name && `${activeElement.localName}[${name}="${CSS.escape(activeElement.getAttribute(name) ?? '')}"]`
  if (!same) return null
  return (
    after.querySelectorAll<HTMLElement>(same)[[...before.querySelectorAll(same)].indexOf(activeElement)] ??
    null
  )
}
