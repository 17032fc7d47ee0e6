import { act, render, screen } from '@testing-library/react'
import { type ReactNode, Suspense } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { lazyExtra, loadPatiently } from '#web/lib/lazy-part'
import { Toaster } from '#web/ui/feedback/toaster.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'

beforeEach(() => {
  vi.useFakeTimers()
})

function Part() {
  return <p>extra</p>
}

function failing<Module>(times: number, module: Module) {
  let tries = 0
  return vi.fn(async () => {
    tries += 1
    if (tries <= times) throw new TypeError('Failed to fetch dynamically imported module')
    return module
  })
}

describe('what is loaded later', () => {
  it('is asked for again while the line is down', async () => {
    const load = failing(3, 'module')
    const loaded = loadPatiently(load)
    await vi.advanceTimersByTimeAsync(6900)
    expect(load).toHaveBeenCalledTimes(3)
    await vi.advanceTimersByTimeAsync(100)
    expect(await loaded).toBe('module')
  })

  it('is tried again by itself, whatever else is missing', async () => {
    const close = () => undefined
    const [gone, back] = [failing(Number.POSITIVE_INFINITY, { Part }), failing(2, { Part })]
    const [Gone, Back] = [lazyDialog(gone, 'Part'), lazyDialog(back, 'Part')]
    render(
      <Suspense>
        <Toaster />
        <Gone onClose={close} />
        <Back onClose={close} />
      </Suspense>,
    )
    await act(() => vi.advanceTimersByTimeAsync(1000))
    act(() => screen.getByRole('button', { name: 'Try again' }).click())
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(screen.getByText('extra')).toBeTruthy()
  })

  it('is opened by a second try, and given up when its toast is dismissed', async () => {
    const [opened, dropped] = [vi.fn(), vi.fn()]
    const [Opened, Dropped] = [failing(2, { Part }), failing(2, { Part })].map((load) =>
      lazyDialog(load, 'Part'),
    )
    const show = (dialog: ReactNode) =>
      render(
        <Suspense>
          <Toaster />
          {dialog}
        </Suspense>,
      )
    const { unmount } = show(Opened && <Opened onClose={opened} />)
    await act(() => vi.advanceTimersByTimeAsync(1000))
    act(() => screen.getByRole('button', { name: 'Try again' }).click())
    await act(() => vi.advanceTimersByTimeAsync(1000))
    expect(screen.getByText('extra')).toBeTruthy()
    expect(opened).not.toHaveBeenCalled()
    unmount()
    show(Dropped && <Dropped onClose={dropped} />)
    await act(() => vi.advanceTimersByTimeAsync(1000))
    act(() => screen.getByRole('button', { name: 'Dismiss' }).click())
    expect(dropped).toHaveBeenCalledOnce()
  })

  it('is gone without when it never comes, and the page stands', async () => {
    const Extra = lazyExtra(failing(Number.POSITIVE_INFINITY, { Part }), 'Part')
    render(
      <Suspense fallback="waiting">
        <p>page</p>
        <Extra />
      </Suspense>,
    )
    expect(screen.getByText('waiting')).toBeTruthy()
    await act(() => vi.advanceTimersByTimeAsync(300_000))
    expect(screen.queryByText('waiting')).toBeNull()
    expect(screen.getByText('page')).toBeTruthy()
    expect(screen.queryByText('extra')).toBeNull()
  })
})
