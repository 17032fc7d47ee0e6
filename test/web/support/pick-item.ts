import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

let clientX = 0

/** Clicks an item of the open menu. Ark's takes no click from a mouse that stays where another test left it. */
export async function pickItem(name: string): Promise<void> {
  const target = await screen.findByRole('menuitem', { name })
  clientX += 10
  // jsdom doesn't know that a menu lies above the dialog that it belongs to.
  await userEvent.setup({ pointerEventsCheck: 0 }).pointer([
    { target, coords: { clientX } },
    { keys: '[MouseLeft]', target },
  ])
}
