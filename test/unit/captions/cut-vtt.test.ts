import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Cue } from '#contract/values/videos/captions/cue'
import { cutVtt } from '#web/features/publish/captions/cut-vtt'
import { parseWebVtt, renderWebVtt } from '#worker/formats/captions/webvtt'

const read = (vtt: string | null) => (vtt === null ? [] : parseWebVtt(new TextEncoder().encode(vtt)))
const seconds = ([from, to]: [number, number]) => ({ start: from / 1000, end: to / 1000 })

const span = (most: number) =>
  fc
    .tuple(fc.nat(most), fc.integer({ min: 1, max: most }))
    .map(([start, length]): [number, number] => [start, start + length])
const cue = span(100_000).chain(([start, end]) =>
  fc.record({
    start: fc.constant(start),
    end: fc.constant(end),
    settings: fc.constantFrom('', 'line:0 align:start'),
    text: fc.constantFrom('Hello', '<v Mary Ann>Hello</v>\nyou', 'a &lt; b'),
  }),
)
const cues = fc.array(cue, { maxLength: 30 })
const byStart = (one: Cue, other: Cue) => one.start - other.start

describe('cutVtt', () => {
  it('moves what is said in the part, clips it at the edges, and drops the rest', () => {
    fc.assert(
      fc.property(cues, span(120_000), (whole, [from, to]) => {
        const expected = whole.flatMap((each) => {
          const start = Math.max(0, each.start - from)
          const end = Math.min(to - from, each.end - from)
          return end > start ? [{ ...each, start, end }] : []
        })
        const cut = read(cutVtt(renderWebVtt(whole), seconds([from, to])))
        expect(cut).toEqual(expected.sort(byStart))
        for (const { start, end } of cut) expect(0 <= start && start < end && end <= to - from).toBe(true)
      }),
    )
  })

  it('of a part of a part is that of the smaller part', () => {
    fc.assert(
      fc.property(cues, span(120_000), span(120_000), (whole, [from, to], inner) => {
        const vtt = renderWebVtt(whole)
        const twice = cutVtt(cutVtt(vtt, seconds([from, to])) ?? '', seconds(inner))
        const once = cutVtt(vtt, seconds([from + inner[0], Math.min(to, from + inner[1])]))
        expect(read(twice)).toEqual(read(once))
      }),
    )
  })

  it('moves the times of words that appear one by one', () => {
    const text = 'one <00:00:03.000>two <00:00:05.000>three\n<00:00:09.000>\nfour'
    const vtt = renderWebVtt([{ start: 2000, end: 10_000, settings: '', text }])
    expect(cutVtt(vtt, { start: 4, end: 9 })).toBe(
      'WEBVTT\n\n00:00:00.000 --> 00:00:05.000\none two <00:00:01.000>three\nfour\n',
    )
  })

  it('says when nothing is left', () => {
    const vtt = renderWebVtt([{ start: 0, end: 1000, settings: '', text: 'Hello' }])
    expect(cutVtt(vtt, { start: 1, end: 9 })).toBeNull()
    expect(cutVtt(vtt, { start: 0.999, end: 9 })).not.toBeNull()
  })
})
