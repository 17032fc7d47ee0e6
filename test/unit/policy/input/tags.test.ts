import fc from 'fast-check'
import { expect, test } from 'vitest'
import { distinctTags, tagFault, tagName, tagSlug } from '#contract/values/videos/tags'

const anything = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }))

test('names and slugs are normal forms', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const name = tagName(text)
      expect(tagName(name)).toBe(name)
      const slug = tagSlug(name)
      expect(tagSlug(slug)).toBe(slug)
      // For any text typed, including URLs.
      expect(tagSlug(text)).toBe(slug)
      expect(tagSlug(tagName(slug))).toBe(slug)
    }),
    { numRuns: 1000 },
  )
})

test('a tag has one slug in any case, spacing, width and with any accents', () => {
  fc.assert(
    fc.property(anything, (text) => {
      const slug = tagSlug(tagName(text))
      expect(tagSlug(text.toUpperCase())).toBe(slug)
      expect(tagSlug(text.toLowerCase())).toBe(slug)
      expect(tagSlug(tagName(` #${text} `))).toBe(slug)
      expect(tagSlug(tagName(text.normalize('NFD')))).toBe(slug)
    }),
    { numRuns: 1000 },
  )
  for (const same of [
    'Café Étoile',
    'CAFE  ETOILE',
    'cafe-étoile',
    '#ｃａｆｅ étoile',
    'ca\u200bfe e\u0301toile',
  ])
    expect(tagSlug(tagName(same)), same).toBe('cafe-etoile')
  expect(tagSlug(tagName('Straße'))).toBe(tagSlug(tagName('STRASSE')))
})

test('a sigma has the form of its place in the word, whatever stands before the word', () => {
  expect(tagSlug('ΕΛΛΑΣ')).toBe('ελλας')
  expect(tagSlug('Ελλάς')).toBe('ελλας')
  // Also before a digit, and under a mark that is removed.
  expect(tagSlug('έρωτας69')).toBe('ερωτας69')
  expect(tagSlug('ας\u0308')).toBe('ας')
  for (const text of ["a'Σ", 'a-Σ', 'a σ', "a'ς"]) expect(tagSlug(text), text).toBe('a-σ')
})

test('other scripts keep their letters', () => {
  expect(tagSlug('ガラス')).not.toBe(tagSlug('カラス'))
  expect(tagSlug('हिंदी')).toBe('हिंदी')
  expect(tagSlug('한국 영화')).toBe('한국-영화')
})

test('what can be a tag', () => {
  for (const name of ['4k', "rock'n'roll", 'slow light', 'été', '日本', 'हिंदी'])
    expect(tagFault(name), name).toBeNull()
  for (const name of ['', 'a', '日', "--'", 'a/b', 'a.b', 'x'.repeat(41), '<b>', 'a,b', '🎬🎬'])
    expect(tagFault(name), name).not.toBeNull()
  expect(tagName('#Don’t  Stop')).toBe("don't stop")
  expect(distinctTags(['café', 'night', 'cafe'])).toEqual(['café', 'night'])
})
