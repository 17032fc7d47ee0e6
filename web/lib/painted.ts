/** Returns what the worker painted, until the app takes its place. */
export function painted(): Element | null {
  return document.getElementById('paint')
}

/**
 * Returns whether the app begins with what the worker painted: the first screen. Who comes back to a page may be
 * further down.
 */
export function beginsPainted(): boolean {
  const [visit] = performance.getEntriesByType('navigation') as [PerformanceNavigationTiming?]
  return painted() !== null && visit?.type === 'navigate'
}

/** Takes away what the worker painted. The app, which is beside it by now, gets the focus and what was typed. */
export function replacePainted(): void {
  const before = painted()
  const after = before?.nextElementSibling
  if (!before || !after) return
  const focused = counterpart(before, document.activeElement, after)
  for (const field of before.querySelectorAll('input')) {
    const next = field.value === field.defaultValue ? null : counterpart(before, field, after)
    if (next instanceof HTMLInputElement) next.value = field.value
  }
  before.remove()
  if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
}

/** Returns the element in the same place of another tree that is built alike. */
function counterpart(tree: Element, element: Element | null, other: Element): Element | null {
  if (!element || element === tree || !tree.contains(element)) return null
  const path: number[] = []
  for (let each = element; each !== tree && each.parentElement; each = each.parentElement)
    path.unshift([...each.parentElement.children].indexOf(each))
  const found = path.reduce<Element | undefined>((parent, index) => parent?.children[index], other)
  return found?.tagName === element.tagName ? found : null
}
