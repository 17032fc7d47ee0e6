import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { looseWords } from '#contract/values/videos/search-words'
import { deletions, mistakesBetween, mistakesIn, typoKeys } from '#worker/services/videos/search/typos'
import { queryWords } from '#worker/services/videos/search/words'

const word = fc.string({ unit: fc.constantFrom(...'abcdeé日'), minLength: 4, maxLength: 12 })

describe('mistakes', () => {
  it.each([
    ['light', 'light', 0],
    ['ligth', 'light', 1],
    ['horizont', 'horizon', 1],
    ['hrizon', 'horizon', 1],
    ['horizom', 'horizon', 1],
    ['lihgts', 'light', 2],
    ['', 'abc', 3],
  ])('%s · %s: %i', (one, other, mistakes) => {
    expect([mistakesBetween(one, other), mistakesBetween(other, one)]).toEqual([mistakes, mistakes])
  })

  it('share a key with the word they were made in, whatever the mistake', () => {
    const mistake = fc.constantFrom('add', 'leave', 'replace', 'swap')
    fc.assert(
      fc.property(word, mistake, fc.nat(), fc.constantFrom('x', 'é'), (right, kind, where, letter) => {
        const letters = [...right]
        const at = where % letters.length
        const [own, next] = [letters[at] ?? '', letters[at + 1] ?? '']
        if (kind === 'add') letters.splice(at, 0, letter)
        else if (kind === 'leave') letters.splice(at, 1)
        else if (kind === 'replace') letters.splice(at, 1, letter)
        else letters.splice(at, 2, next, own)
        const typed = letters.join('')
        const stored = new Set([right, ...deletions(right)])
        expect(typoKeys(typed).some((key) => stored.has(key))).toBe(true)
        expect(mistakesBetween(typed, right)).toBeLessThanOrEqual(1)
        expect(mistakesIn(right)).toBeGreaterThanOrEqual(1)
      }),
    )
  })
})

describe('words', () => {
  it.each([
    ['Café Étoile — blue glass, 2 a.m.', ['cafe', 'etoile', 'blue', 'glass', '2', 'a', 'm']],
    ['ｆｕｌｌ ＷＩＤＴＨ', ['full', 'width']],
    ['"light" OR NOT (dark*)', ['light', 'or', 'not', 'dark']],
    ['!!! …', []],
  ])('of %s', (text, words) => {
    expect(looseWords(text)).toEqual(words)
  })

  it('of a search: each once, eight at most, none beyond its 80th character', () => {
    expect(queryWords('b a b A c')).toEqual(['b', 'a', 'c'])
    expect(queryWords('a b c d e f g h i j')).toHaveLength(8)
    expect(queryWords(`${'x '.repeat(40)}end`)).toEqual(['x'])
  })

  it('hold letters, marks and digits alone, so that they can be quoted', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        for (const each of queryWords(text)) expect(each).toMatch(/^[\p{L}\p{M}\p{N}]+$/u)
      }),
    )
  })
})
