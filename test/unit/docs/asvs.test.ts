import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/**
 * The number of requirements of levels 1 and 2 in each section of the standard. They come before those of
 * level 3.
 */
const chapters = {
  1: { 1: 2, 2: 9, 3: 11, 4: 3, 5: 2 },
  2: { 1: 3, 2: 3, 3: 4, 4: 1 },
  3: { 2: 2, 3: 4, 4: 6, 5: 5, 7: 2 },
  4: { 1: 3, 2: 1, 3: 2, 4: 4 },
  5: { 1: 1, 2: 3, 3: 2, 4: 3 },
  6: { 1: 3, 2: 12, 3: 4, 4: 4, 5: 5, 6: 3, 8: 4 },
  7: { 1: 3, 2: 4, 3: 2, 4: 5, 5: 2, 6: 2 },
  8: { 1: 2, 2: 3, 3: 1, 4: 1 },
  9: { 1: 3, 2: 4 },
  11: { 1: 2, 2: 3, 3: 3, 4: 4, 5: 1, 6: 1 },
  12: { 1: 3, 2: 2, 3: 4 },
  13: { 1: 1, 2: 5, 3: 2, 4: 5 },
  14: { 1: 2, 2: 4, 3: 3 },
  15: { 1: 3, 2: 3, 3: 7 },
  16: { 1: 1, 2: 5, 3: 4, 4: 3, 5: 3 },
}
/** Chapters with a single row: OAuth and WebRTC. */
const wholeChapters = ['10', '17']

const page = readFileSync('docs/security/asvs.md', 'utf8')
const rows = [...page.matchAll(/^\| ([\d.]+) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
  ([, number = '', asks = '', state = '', where = '']) => ({ number, asks, state, where }),
)
const numbersOf = (state: string) => rows.filter((row) => row.state === state).map(({ number }) => number)

describe('docs/security/asvs.md', () => {
  it('has each requirement of levels 1 and 2 once', () => {
    const wanted = Object.entries(chapters).flatMap(([chapter, sections]) =>
      Object.entries(sections).flatMap(([section, count]) =>
        Array.from({ length: count }, (_, at) => `${chapter}.${section}.${at + 1}`),
      ),
    )
    expect(rows.map(({ number }) => number).sort()).toEqual([...wanted, ...wholeChapters].sort())
  })

  it('lists at its top what is missed, and counts the rest', () => {
    const [, list = ''] = page.split('\n## ')
    const listed = [...list.matchAll(/^- ([\d., ]+): /gm)].flatMap(([, numbers = '']) => numbers.split(', '))
    expect(listed.sort()).toEqual(numbersOf('missed').sort())
    expect(page).toContain(
      `Of ${rows.length} rows ${numbersOf('met').length} are met, ` +
        `${numbersOf('not applicable').length} not applicable and ${listed.length} missed.`,
    )
  })

  it('gives a test, a file or a reason for each, and no other state', () => {
    const states = ['met', 'not applicable', 'missed']
    expect(rows.filter(({ state, where }) => !states.includes(state) || where.trim() === '')).toEqual([])
  })
})
