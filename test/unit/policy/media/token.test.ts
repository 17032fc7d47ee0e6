import { createHmac } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { dayOf } from '#contract/values/shared/time'
import {
  contentTypeOf,
  grantEnd,
  type MediaToken,
  mediaClasses,
  readRenewal,
  secondsLeft,
  signBesideUrl,
  signMediaUrl,
  signRenewal,
  verifyMediaUrl,
} from '#worker/storage/media-token'

const key = 'a-media-key-of-at-least-32-characters'
const dayMs = 24 * 3600_000
const day = 20_000

const facts: MediaToken = {
  object: 'AAECAwQFBgcICQoLDA0ODw',
  size: 1_000_000,
  revision: 3,
  class: 'premium',
  owner: 42,
  day,
}

const count = fc.maxSafeNat()
const anyToken: fc.Arbitrary<MediaToken> = fc
  .record(
    {
      object: fc.stringMatching(/^[\w-]{22}$/),
      size: count,
      revision: count,
      class: fc.constantFrom(...mediaClasses),
      owner: count,
      day: fc.nat(100_000),
      segment: fc.record({ offset: count, length: count }),
      video: count,
    },
    { requiredKeys: ['object', 'size', 'revision', 'class', 'owner', 'day'] },
  )
  // Segments belong to renditions; only a master playlist's token names a video.
  .map(({ video, ...facts }) => (video === undefined || facts.segment ? facts : { ...facts, video }))
  // Only a grant has an end.
  .map((facts) => (facts.class === 'embed' ? { ...facts, until: grantEnd(facts.day * dayMs) } : facts))
const anyFile = fc.constantFrom('source.mp4', 'segment.m4s', 'init.mp4', '360p.m3u8', 'storyboard.jpg')

function takeApart(url: string): { token: string; file: string } {
  const [, token = '', file = ''] = /^\/media\/([^/]+)\/([^/]+)$/.exec(url) ?? []
  return { token, file }
}

/** Signs any text like a URL, as another release might. */
function signedAs(text: string, file: string): string {
  const digest = createHmac('sha256', key).update(`/media/${text}/${file}`).digest()
  return `${text}.${digest.subarray(0, 16).toString('base64url')}`
}

describe('media addresses', () => {
  it.each([
    ['free', 'f'],
    ['premium', 'p'],
    ['owner', 'o'],
    ['case', 'c'],
    ['embed', 'e'],
  ] as const)(
    'of class %s are the same in each release, so that browsers keep their files',
    (kind, letter) => {
      const until = kind === 'embed' ? { until: 70_000 } : {}
      const address = signMediaUrl(key, { ...facts, class: kind, ...until }, 'source.mp4')
      const text = `AAECAwQFBgcICQoLDA0ODw.${letter}.lfls.3.16.ffk${kind === 'embed' ? '.1i0g' : ''}`
      expect(address).toBe(`/media/${signedAs(text, 'source.mp4')}/source.mp4`)
    },
  )

  it.each([
    ['no class', 'AAECAwQFBgcICQoLDA0ODw'],
    ['a class that nobody knows', 'AAECAwQFBgcICQoLDA0ODw.x.lfls.3.16.ffk'],
    ['no numbers', 'AAECAwQFBgcICQoLDA0ODw.p'],
    ['no day', 'AAECAwQFBgcICQoLDA0ODw.p.lfls.3.16'],
    ['a day that is no number', 'AAECAwQFBgcICQoLDA0ODw.p.lfls.3.16.?'],
    ['a grant without its end', 'AAECAwQFBgcICQoLDA0ODw.e.lfls.3.16.ffk'],
  ])('with %s open nothing, even if we signed them', (_, text) => {
    expect(verifyMediaUrl(key, signedAs(text, 'source.mp4'), 'source.mp4', day * dayMs)).toBeNull()
  })

  it.each([
    ['my-poster.jpg', 'my-poster-640.jpg'],
    ['poster.jpg.mp4', 'poster-640.jpg.mp4'],
  ])('of %s, which is no poster, have no widths', (name, other) => {
    const { token } = takeApart(signMediaUrl(key, facts, name))
    expect(verifyMediaUrl(key, token, name, day * dayMs)).toEqual(facts)
    expect(verifyMediaUrl(key, token, other, day * dayMs)).toBeNull()
  })

  it('carry their facts, in characters that no URL has to escape', () => {
    fc.assert(
      fc.property(anyToken, anyFile, (given, name) => {
        const url = signMediaUrl(key, given, name)
        const { token, file } = takeApart(url)
        expect(encodeURI(decodeURI(url))).toBe(url)
        expect(file).toBe(name)
        expect(verifyMediaUrl(key, token, file, given.day * dayMs)).toEqual(given)
      }),
    )
  })

  it('are refused when any character of the token is another, is missing or is doubled', () => {
    const { token, file } = takeApart(signMediaUrl(key, facts, 'source.mp4'))
    const alphabet = 'ABCXYZabcxyz0189-_.~%=+/ '
    for (let at = 0; at < token.length; at += 1) {
      const [before, own, after] = [token.slice(0, at), token[at], token.slice(at + 1)]
      for (const changed of [...alphabet].filter((char) => char !== own).concat('', `${own}${own}`)) {
        expect(verifyMediaUrl(key, before + changed + after, file, day * dayMs)).toBeNull()
      }
    }
  })

  it('have one spelling: no other last character stands for the same bits of the signature', () => {
    const { token, file } = takeApart(signMediaUrl(key, facts, 'source.mp4'))
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    const accepted = [...alphabet].filter((last) =>
      verifyMediaUrl(key, token.slice(0, -1) + last, file, day * dayMs),
    )
    expect(accepted).toEqual([token.at(-1)])
  })

  it("are refused under another file's name, another key, or with facts of another address", () => {
    fc.assert(
      fc.property(anyToken, anyFile, anyFile, (given, name, other) => {
        const { token } = takeApart(signMediaUrl(key, given, name))
        const now = given.day * dayMs
        expect(verifyMediaUrl(key, token, other, now) !== null).toBe(other === name)
        expect(verifyMediaUrl(`${key}!`, token, name, now)).toBeNull()
        const upgraded = takeApart(signMediaUrl(key, { ...given, owner: given.owner + 1 }, name)).token
        const spliced = upgraded.slice(0, upgraded.lastIndexOf('.')) + token.slice(token.lastIndexOf('.'))
        expect(verifyMediaUrl(key, spliced, name, now)).toBeNull()
      }),
    )
  })

  it('of a poster in several widths lead to each by its name, under one signature', () => {
    const pictures = { widths: [960, 640, 320], bytes: [40_000, 20_000, 7_000] }
    const { token } = takeApart(signMediaUrl(key, { ...facts, pictures }, 'poster.webp'))
    const segmentOf = (file: string) => verifyMediaUrl(key, token, file, day * dayMs)?.segment
    expect(segmentOf('poster.webp')).toEqual({ offset: 0, length: 40_000 })
    expect(segmentOf('poster-640.webp')).toEqual({ offset: 40_000, length: 20_000 })
    expect(segmentOf('poster-320.webp')).toEqual({ offset: 60_000, length: 7_000 })
    const others = [
      // The widest has a single URL, so that every page can use the browser's copy of it.
      'poster-960.webp',
      'poster-1280.webp',
      'poster-0.webp',
      'poster-.webp',
      'poster-320.jpg',
      'poster-640.webp.webp',
    ]
    for (const file of [...others, 'source-640.webp', 'blurred.webp', 'poster-640-320.webp'])
      expect(verifyMediaUrl(key, token, file, day * dayMs)).toBeNull()
  })

  it('of a poster in one width lead to the whole file alone', () => {
    const { token } = takeApart(signMediaUrl(key, facts, 'poster.jpg'))
    expect(verifyMediaUrl(key, token, 'poster.jpg', day * dayMs)).toStrictEqual(facts)
    expect(verifyMediaUrl(key, token, 'poster-640.jpg', day * dayMs)).toBeNull()
  })

  it('survive whatever is sent in their place', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (token, file) => {
        expect(verifyMediaUrl(key, token, file, day * dayMs)).toBeNull()
      }),
    )
  })

  it.each([
    ['a millisecond before its day', day * dayMs - 1, false],
    ['at the start of its day', day * dayMs, true],
    ['at the end of its day', (day + 1) * dayMs - 1, true],
    ['at the end of the next', (day + 2) * dayMs - 1, true],
    ['a millisecond later', (day + 2) * dayMs, false],
  ])('open %s: %s is %s', (_, now, opens) => {
    const { token, file } = takeApart(signMediaUrl(key, facts, 'source.mp4'))
    expect(verifyMediaUrl(key, token, file, now) !== null).toBe(opens)
  })

  it('lead from a playlist to the same file as from a page', () => {
    fc.assert(
      fc.property(anyToken, anyFile, (given, name) => {
        const beside = new URL(signBesideUrl(key, given, name), 'https://site.example/media/a.b/360p.m3u8')
        expect(beside.pathname).toBe(signMediaUrl(key, given, name))
      }),
    )
  })

  it('know for how long they are good', () => {
    const end = (day + 2) * dayMs
    expect([1999, 1000, 999, 0, -1].map((ms) => secondsLeft(facts, end - ms))).toEqual([1, 1, 0, 0, 0])
  })

  it('stay the same within a UTC day', () => {
    const early = signMediaUrl(key, { ...facts, day: dayOf(day * dayMs) }, 'poster.jpg')
    const late = signMediaUrl(key, { ...facts, day: dayOf((day + 1) * dayMs - 1) }, 'poster.jpg')
    const next = signMediaUrl(key, { ...facts, day: dayOf((day + 1) * dayMs) }, 'poster.jpg')
    expect(late).toBe(early)
    expect(next).not.toBe(early)
  })
})

describe('a grant to a frame', () => {
  const hour = 3600_000
  const step = hour / 12
  const midday = day * dayMs + 12 * hour
  const grantAt = (now: number): MediaToken => ({
    ...facts,
    class: 'embed',
    day: dayOf(now),
    until: grantEnd(now),
  })

  it('is good for an hour at most, and for five minutes less at least', () => {
    fc.assert(
      fc.property(fc.nat(dayMs - 1), fc.nat(2 * hour), (offset, later) => {
        const now = day * dayMs + offset
        const { token, file } = takeApart(signMediaUrl(key, grantAt(now), 'source.mp4'))
        const opens = verifyMediaUrl(key, token, file, now + later) !== null
        if (later >= hour) expect(opens).toBe(false)
        if (later <= hour - step) expect(opens).toBe(true)
      }),
    )
  })

  it('tells how long it is good for, and opens until then', () => {
    const grant = grantAt(midday)
    expect(secondsLeft(grant, midday)).toBe(3600)
    const { token, file } = takeApart(signMediaUrl(key, grant, 'source.mp4'))
    expect(verifyMediaUrl(key, token, file, midday + hour - 1)).toEqual(grant)
    expect(verifyMediaUrl(key, token, file, midday + hour)).toBeNull()
    expect(verifyMediaUrl(key, token, file, day * dayMs - 1)).toBeNull()
  })

  it('is not lengthened by a later day, as playlists print it', () => {
    const grant = grantAt(midday)
    const reprinted = { ...grant, day: day + 1 }
    const { token, file } = takeApart(signMediaUrl(key, reprinted, 'segment.m4s'))
    expect(verifyMediaUrl(key, token, file, (day + 1) * dayMs)).toBeNull()
  })

  it('gives the same addresses again for five minutes', () => {
    const address = (now: number) => signMediaUrl(key, grantAt(now), 'source.mp4')
    expect(address(midday + step - 1)).toBe(address(midday))
    expect(address(midday + step)).not.toBe(address(midday))
  })

  it('is lengthened by a renewal of this site’s own, which lengthens nothing else', () => {
    const grant = grantAt(midday)
    const { token, file } = takeApart(signMediaUrl(key, grant, 'source.mp4'))
    const later = midday + 2 * hour
    const renewal = readRenewal(key, signRenewal(key, grantEnd(later)))
    expect(verifyMediaUrl(key, token, file, later, renewal)).toEqual(grant)
    expect(verifyMediaUrl(key, token, file, later + hour, renewal)).toBeNull()
    // Never beyond the following day.
    const never = readRenewal(key, signRenewal(key, grantEnd((day + 9) * dayMs)))
    expect(verifyMediaUrl(key, token, file, (day + 2) * dayMs, never)).toBeNull()
    const free = takeApart(signMediaUrl(key, facts, 'source.mp4'))
    expect(verifyMediaUrl(key, free.token, free.file, (day + 2) * dayMs, never)).toBeNull()
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(readRenewal(key, text)).toBe(0)
      }),
    )
    // A file's signed URL isn't a renewal.
    for (const name of ['', 'source.mp4']) expect(readRenewal(key, signedAs('1i0g', name))).toBe(0)
  })

  it('is never printed without its end, and no other class with one', () => {
    expect(() => signMediaUrl(key, { ...facts, class: 'embed' }, 'source.mp4')).toThrow('has an end')
    for (const kind of ['free', 'premium', 'owner'] as const) {
      expect(() => signMediaUrl(key, { ...facts, class: kind, until: 1 }, 'source.mp4')).toThrow()
    }
  })
})

describe('contentTypeOf', () => {
  it.each([
    ['source.mp4', 'video/mp4'],
    ['360.mp4', 'video/mp4'],
    ['source.webm', 'video/webm'],
    ['poster.jpg', 'image/jpeg'],
    ['poster.png', 'image/png'],
    ['poster.webp', 'image/webp'],
    ['segment.m4s', 'video/mp4'],
    ['master.m3u8', 'application/vnd.apple.mpegurl'],
    ['captions-pt-BR.vtt', 'text/vtt'],
    ['page.html', 'application/octet-stream'],
    ['image.svg', 'application/octet-stream'],
    ['mp4', 'application/octet-stream'],
    ['source.mp4.html', 'application/octet-stream'],
    ['constructor', 'application/octet-stream'],
    ['x.constructor', 'application/octet-stream'],
  ])('of %s is %s', (file, expected) => {
    expect(contentTypeOf(file)).toBe(expected)
  })
})
