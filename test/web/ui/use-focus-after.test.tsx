import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useRef, useState } from 'react'
import { expect, it } from 'vitest'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'

/** On a busy device, a wait may start and end between two renders. */
function NeverSeenOpen() {
  const region = useRef<HTMLElement>(null)
  const [isDone, setDone] = useState(false)
  const rememberOpener = useFocusAfter(false, region)
  function decide() {
    rememberOpener()
    setDone(true)
  }
  return (
    <section ref={region} tabIndex={-1} aria-label="Cases">
      {isDone ? null : (
        <button type="button" onClick={decide}>
          Decide
        </button>
      )}
    </section>
  )
}

it('gives the focus to the region when a button goes that nothing was seen to open from', async () => {
  render(<NeverSeenOpen />)
  await userEvent.click(screen.getByRole('button', { name: 'Decide' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Cases' })))
})
