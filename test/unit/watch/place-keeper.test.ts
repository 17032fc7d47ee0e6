import { describe, expect, it, vi } from 'vitest'
import { resume } from '#contract/values/videos/media'
import { PlaceKeeper } from '#web/features/visit/watch/stage/record/place-keeper'

function makeKeeper(told: number | null = 0) {
  const keep = vi.fn()
  const report = vi.fn()
  return { keeper: new PlaceKeeper({ duration: 600, told, now: 0, keep, report }), keep, report }
}

/** Ticks four times a second, from `from` on. */
function playFor(keeper: PlaceKeeper, seconds: number, from = 0): void {
  for (let at = 0; at <= seconds; at += 0.25) keeper.tick((from + at) * 1000, from + at)
}

describe('PlaceKeeper', () => {
  it('tells the account once a minute while it plays, and this browser more often', () => {
    const { keeper, keep, report } = makeKeeper()
    playFor(keeper, 3 * resume.reportEvery + 1)
    expect(report.mock.calls).toEqual([
      [60, false],
      [120, false],
      [180, false],
    ])
    expect(keep.mock.calls.length).toBeGreaterThan(20)
  })

  it('tells at once when playback stops, and never the same twice', () => {
    const { keeper, report } = makeKeeper()
    playFor(keeper, 42)
    keeper.stop(42_000, 42, false)
    keeper.stop(43_000, 42, false)
    keeper.stop(44_000, 42.4, true)
    expect(report.mock.calls).toEqual([[42, false]])
  })

  it('says nothing of what was hardly begun, as the account has it already', () => {
    const { keeper, keep, report } = makeKeeper()
    keeper.stop(5000, resume.from - 1, true)
    expect(report).not.toHaveBeenCalled()
    expect(keep.mock.calls).toEqual([[0, 0]])
  })

  it('takes a place back when the video was watched to its end', () => {
    const { keeper, report } = makeKeeper(300)
    keeper.stop(1000, 600, false)
    expect(report.mock.calls).toEqual([[0, false]])
  })

  it('keeps a visitor’s place in this browser alone', () => {
    const { keeper, keep, report } = makeKeeper(null)
    playFor(keeper, 70)
    keeper.stop(71_000, 71, true)
    expect(report).not.toHaveBeenCalled()
    expect(keep).toHaveBeenLastCalledWith(71, null)
  })
})
