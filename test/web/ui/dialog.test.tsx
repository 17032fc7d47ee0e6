import { fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it, vi } from 'vitest'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

function setUp() {
  const onOpenChange = vi.fn()
  render(
    <>
      <button type="button">Behind</button>
      <Dialog open onOpenChange={onOpenChange} title="A question">
        <button type="button">Answer</button>
      </Dialog>
    </>,
  )
  return { onOpenChange }
}

describe('a dialog', () => {
  it('stays open when the focus passes what is behind it, and closes with Escape', async () => {
    const { onOpenChange } = setUp()
    await vi.waitFor(() => expect(document.activeElement).not.toBe(document.body))
    fireEvent.focusIn(screen.getByRole('button', { name: 'Behind', hidden: true }))
    expect(onOpenChange).not.toHaveBeenCalled()
    await userEvent.keyboard('{Escape}')
    await vi.waitFor(() => expect(onOpenChange).toHaveBeenCalledExactlyOnceWith(false))
  })
})
