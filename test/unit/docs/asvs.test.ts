import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

/** How many requirements of levels 1 and 2 each section of the standard has, which come before those of level 3. */
const sections = {
  ...{ '1.1': 2, '1.2': 9, '1.3': 11, '1.4': 3, '1.5': 2 },
  ...{ '2.1': 3, '2.2': 3, '2.3': 4, '2.4': 1 },
  ...{ '3.2': 2, '3.3': 4, '3.4': 6, '3.5': 5, '3.7': 2 },
  ...{ '4.1': 3, '4.2': 1, '4.3': 2, '4.4': 4 },
  ...{ '5.1': 1, '5.2': 3, '5.3': 2, '5.4': 3 },
  ...{ '6.1': 3, '6.2': 12, '6.3': 4, '6.4': 4, '6.5': 5, '6.6': 3, '6.8': 4 },
  ...{ '7.1': 3, '7.2': 4, '7.3': 2, '7.4': 5, '7.5': 2, '7.6': 2 },
  ...{ '8.1': 2, '8.2': 3, '8.3': 1, '8.4': 1 },
  ...{ '9.1': 3, '9.2': 4 },
  ...{ '11.1': 2, '11.2': 3, '11.3': 3, '11.4': 4, '11.5': 1, '11.6': 1 },
  ...{ '12.1': 3, '12.2': 2, '12.3': 4 },
  ...{ '13.1': 1, '13.2': 5, '13.3': 2, '13.4': 5 },
  ...{ '14.1': 2, '14.2': 4, '14.3': 3 },
  ...{ '15.1': 3, '15.2': 3, '15.3': 7 },
  ...{ '16.1': 1, '16.2': 5, '16.3': 4, '16.4': 3, '16.5': 3 },
}
/** OAuth and WebRTC. */
const wholeChapters = ['10', '17']

const page = readFileSync('docs/security/asvs.md', 'utf8')
const rows = [...page.matchAll(/^\| ([\d.]+) \| (.+?) \| (.+?) \| (.+) \|$/gm)].map(
  ([, number = '', asks = '', state = '', where = '']) => ({ number, asks, state, where }),
)
const numbersOf = (state: string) => rows.filter((row) => row.state === state).map(({ number }) => number)

describe('docs/security/asvs.md', () => {
  it('has each requirement of levels 1 and 2 once', () => {
    const wanted = Object.entries(sections).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, at) => `${section}.${at + 1}`),
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
