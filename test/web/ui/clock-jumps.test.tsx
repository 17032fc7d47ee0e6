import { act, render, screen } from '@testing-library/react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { browserSurroundings } from '#web/features/publish/upload/engine/browser-surroundings'
import { useIsBefore } from '#web/lib/time/use-is-before'

const now = Date.parse('2026-11-25T12:00:00Z')
const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const year = 365 * day

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime(now)
})

/** Lets the device sleep: timers and all other clocks stand still. */
function sleep(ms: number): void {
  vi.setSystemTime(Date.now() + ms)
}

describe('a wait', () => {
  function begin(ms: number) {
    const isOver = vi.fn()
    const { signal } = new AbortController()
    void browserSurroundings.wait(ms, signal).then(isOver)
    return isOver
  }

  it('ends on time', async () => {
    const isOver = begin(90_000)
    await vi.advanceTimersByTimeAsync(89_999)
    expect(isOver).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(isOver).toHaveBeenCalledOnce()
  })

  it('ends soon after the device has slept through its end', async () => {
    const isOver = begin(2 * hour)
    await vi.advanceTimersByTimeAsync(minute)
    sleep(day)
    await vi.advanceTimersByTimeAsync(30_000)
    expect(isOver).toHaveBeenCalledOnce()
  })

  it('ends on time when the clock is set back by ten years', async () => {
    const isOver = begin(2 * hour)
    vi.setSystemTime(now - 10 * year)
    await vi.advanceTimersByTimeAsync(2 * hour - 1)
    expect(isOver).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(isOver).toHaveBeenCalledOnce()
  })

  it('of more days than a timer holds goes on', async () => {
    const isOver = begin(10 * year)
    await vi.advanceTimersByTimeAsync(hour)
    expect(isOver).not.toHaveBeenCalled()
  })
})

function Shown({ time, onRender }: { time: string; onRender: () => void }) {
  onRender()
  return useIsBefore(time) ? 'before' : 'after'
}

describe('whether a time is to come', () => {
  function show(ms: number) {
    const onRender = vi.fn()
    render(<Shown time={new Date(now + ms).toISOString()} onRender={onRender} />)
    return onRender
  }

  it('is told on time', () => {
    show(90_000)
    act(() => vi.advanceTimersByTime(89_999))
    expect(screen.getByText('before')).toBeTruthy()
    act(() => vi.advanceTimersByTime(1))
    expect(screen.getByText('after')).toBeTruthy()
  })

  it('is told soon after a sleep', () => {
    show(15 * minute)
    act(() => sleep(day))
    act(() => vi.advanceTimersByTime(minute))
    expect(screen.getByText('after')).toBeTruthy()
  })

  it('costs nothing by a clock that is ten years behind', () => {
    const onRender = show(10 * year)
    for (let look = 0; look < 20; look++) act(() => vi.advanceTimersByTime(100))
    expect(screen.getByText('before')).toBeTruthy()
    expect(onRender).toHaveBeenCalledOnce()
  })
})
