import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { adminSections, adminTab, readSection } from '#web/lib/navigation/admin-paths'
import { isGated, readId } from '#web/lib/navigation/paths'

describe('the gate', () => {
  it.each([
    '/removal',
    '/removal/',
    '/removal/abc',
    '/reports/abc',
    '/removals/5',
    '/unsubscribe',
    '/verify-email/',
  ])('leaves %s open', (path) => {
    expect(isGated(path)).toBe(false)
  })

  it.each(['/reports', '/removals/', '/video/1', '/x/removal/abc', '/', '/unsubscribe/abc', '/unsubscribed'])(
    'stands before %s',
    (path) => {
      expect(isGated(path)).toBe(true)
    },
  )
})

describe('readId', () => {
  it('reads what an id is written as, blanks around it or not', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 999_999_999_999_999 }), (id) => {
        expect([readId(String(id)), readId(` ${id}\n`)]).toEqual([id, id])
      }),
    )
  })

  it.each([null, undefined, '', ' ', '0', '012', '-3', '1.5', '1e3', '0x1f', '12 13', 'NaN', '9'.repeat(16)])(
    'reads nothing out of %j',
    (text) => {
      expect(readId(text)).toBeNull()
    },
  )
})

describe('the address of a section of the control panel', () => {
  it.each(adminSections.map(({ value }) => value))('leads to %s, and to what it shows', (section) => {
    const { pathname, searchParams } = new URL(adminTab(section, { find: 'a&b' }), 'https://nocturne.test')
    expect([pathname, searchParams.get('find')]).toEqual(['/admin', 'a&b'])
    expect(readSection(adminSections, searchParams.get('tab'))).toBe(section)
  })
})
