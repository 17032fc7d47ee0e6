import { screen, waitFor } from '@testing-library/react'
import axe from 'axe-core'
import { expect } from 'vitest'

/**
 * Throws an error with the broken rules and their elements. Colours need layout, so the browser tests check
 * them.
 */
export async function expectAccessible(element: Element = document.body): Promise<void> {
  // A modal dialog hides the page behind it a moment after it opens.
  if (document.querySelector('[aria-modal="true"]')) {
    await waitFor(() => expect(screen.queryByRole('main')).toBeNull())
  }
  const { violations } = await axe.run(element, {
    rules: { 'color-contrast': { enabled: false } },
    // jsdom loads no media, for which axe would wait ten seconds.
    preload: false,
  })
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  )
}
