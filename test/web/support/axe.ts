import axe from 'axe-core'
import { expect } from 'vitest'

/** Fails with the rules that are broken and where. Colours can't be judged without layout; the browser tests do that. */
export async function expectAccessible(element: Element = document.body): Promise<void> {
  const { violations } = await axe.run(element, { rules: { 'color-contrast': { enabled: false } } })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  )
}
