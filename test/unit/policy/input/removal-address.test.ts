import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { listKeyIn } from '#contract/values/shared/site-urls'
import { videoIdIn } from '#worker/services/moderation/removal-requests/video-address'

const origin = 'https://nocturne.example'

function read(text: string): number | null {
  return videoIdIn(text, origin)
}

const id = fc.integer({ min: 1, max: 999_999_999_999_999 })

describe('the video that an address names', () => {
  it('is found however the address is spelled', () => {
    const spelling = fc.record({
      id,
      scheme: fc.constantFrom('https://', 'http://', 'HTTPS://', '//', ''),
      host: fc.constantFrom('nocturne.example', 'www.nocturne.example', 'Nocturne.Example'),
      port: fc.constantFrom('', ':443', ':8787'),
      page: fc.constantFrom('/video/', '/edit-video/', '/embed/', '/Video/', '//video//'),
      slash: fc.constantFrom('', '/', '//'),
      rest: fc.constantFrom('', '?t=12', '?t=1,2&x=/video/3', '#top', '?a#b'),
      around: fc.constantFrom(['', ''], ['<', '>'], ['', '.'], ['  ', '\n'], ['(', ').']),
    })
    fc.assert(
      fc.property(spelling, ({ id, scheme, host, port, page, slash, rest, around: [before, after] }) => {
        expect(read(`${before}${scheme}${host}${port}${page}${id}${slash}${rest}${after}`)).toBe(id)
      }),
    )
  })

  it('is found by its path and by its bare number', () => {
    fc.assert(
      fc.property(id, fc.constantFrom('', '#', '/video/', ' '), (id, before) => {
        expect(read(`${before}${id}`)).toBe(id)
      }),
    )
  })

  it.each([
    '',
    ' ',
    '0',
    '007',
    '-1',
    '1.5',
    '1e3',
    '12345678901234567',
    '1 2',
    'video 12',
    '٣',
    '/video/',
    '/video/0',
    '/video/12a',
    '/videos/12',
    '/video/12/more',
    '/search?q=/video/12',
    '/video/%31',
    'https://other.example/video/12',
    'https://nocturne.example.evil/video/12',
    'https://other.example/?u=https://nocturne.example/video/12',
    'https://nocturne.example@other.example/video/12',
    'https://sub.nocturne.example/video/12',
    'ftp://nocturne.example/video/12',
    'https://',
    'javascript:/video/12',
  ])('is none in %j', (text) => {
    expect(read(text)).toBeNull()
  })

  it('is a number or none, whatever is typed', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.webUrl(),
      fc.string().map((tail) => `https://nocturne.example/video/${tail}`),
    )
    fc.assert(
      fc.property(text, (text) => {
        const found = read(text)
        expect(found === null || (Number.isSafeInteger(found) && found > 0)).toBe(true)
      }),
      { numRuns: 500 },
    )
  })
})

describe('the shared list that an address names', () => {
  const key = 'aB3_-'.repeat(4).padEnd(22, 'x')

  it.each([
    `${origin}/list/${key}`,
    `www.nocturne.example/list/${key}/`,
    `<https://nocturne.example/list/${key}?a=b>.`,
    `/list/${key}`,
  ])('is found in %s', (text) => {
    expect(listKeyIn(text, origin, URL)).toBe(key)
    expect(videoIdIn(text, origin)).toBeNull()
  })

  it.each([
    '',
    key,
    `${origin}/lists/7`,
    `${origin}/list/${key}x`,
    `https://elsewhere.example/list/${key}`,
    `${origin}/video/7?list=${key}`,
  ])('is not in %j', (text) => {
    expect(listKeyIn(text, origin, URL)).toBeNull()
  })
})
