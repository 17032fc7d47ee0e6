import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'

let clientX = 0

/** Clicks an item of the open menu. Ark ignores a click if the mouse hasn't moved since another test. */
export async function pickItem(name: string): Promise<void> {
  const target = await screen.findByRole('menuitem', { name })
  clientX += 10
  // jsdom doesn't know that a menu is above its dialog.
  await userEvent.setup({ pointerEventsCheck: 0 }).pointer([
    { target, coords: { clientX } },
    { keys: '[MouseLeft]', target },
  ])
}
