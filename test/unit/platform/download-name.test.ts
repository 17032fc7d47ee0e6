import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { attachment, downloadName } from '#worker/services/videos/downloads/file-name'

const bytes = (text: string) => new TextEncoder().encode(text).length

describe('the name of a download', () => {
  it.each([
    ['A slow fall', 'A slow fall.mp4'],
    ['Café étoile', 'Café étoile.mp4'],
    ['日本の夏', '日本の夏.mp4'],
    ['../../etc/passwd', 'etc passwd.mp4'],
    ['a/b\\c:d*e?f"g<h>i|j', 'a b c d e f g h i j.mp4'],
    ['.hidden', 'hidden.mp4'],
    ['-rf ~', 'rf ~.mp4'],
    ['Ends in dots...  ', 'Ends in dots.mp4'],
    ['line\r\nSet-Cookie: a=b', 'line Set-Cookie a=b.mp4'],
    // Letters after the mark run backwards: it would look like a picture.
    ['gpj.\u202egepm', 'gpj. gepm.mp4'],
    ['CON', 'video CON.mp4'],
    ['nul.txt', 'video nul.txt.mp4'],
    ['console', 'console.mp4'],
    ['???', 'video.mp4'],
    ['\ud800', '\ufffd.mp4'],
  ])('of %j is %j', (title, name) => {
    expect(downloadName(title, 'mp4')).toBe(name)
  })

  it('fits every file system, whatever the title is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (title) => {
        const name = downloadName(title, 'webm')
        expect(name.endsWith('.webm')).toBe(true)
        expect(name.length).toBeGreaterThan('.webm'.length)
        expect(bytes(name)).toBeLessThanOrEqual(220)
        expect(name).toBe(name.toWellFormed())
        expect(name).not.toMatch(/[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
        expect(name).not.toMatch(/^[\s.~-]/)
        expect(name.slice(0, -'.webm'.length)).not.toMatch(/[\s.]$/)
      }),
    )
  })

  it('keeps characters whole that are made of several', () => {
    const name = downloadName('👩‍🚀'.repeat(60), 'mp4')
    expect(name).toBe(name.toWellFormed())
  })
})

describe('Content-Disposition', () => {
  it('names the file in full, and in plain letters for those who know no other', () => {
    expect(attachment("Bob's 100% (best).mp4")).toBe(
      `attachment; filename="Bob's 100_ (best).mp4"; filename*=UTF-8''Bob%27s%20100%25%20%28best%29.mp4`,
    )
    expect(attachment('日本.mp4')).toBe(
      `attachment; filename="__.mp4"; filename*=UTF-8''%E6%97%A5%E6%9C%AC.mp4`,
    )
  })

  it.each([
    ['..／..／etc／passwd.mp4', 'etc passwd.mp4'],
    ['…hidden.mp4', 'hidden.mp4'],
    ['a℀b.mp4', 'aa cb.mp4'],
    ['≮b≯.mp4', 'b .mp4'],
    ['\u0301-rf.mp4', 'rf.mp4'],
  ])('makes of %j no path and no hidden file in plain letters', (name, plain) => {
    expect(/filename="(.*?)"/.exec(attachment(name))?.[1]).toBe(plain)
  })

  it('is one header of ASCII that leads back to the name', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (title) => {
        const name = downloadName(title, 'mp4')
        const header = attachment(name)
        const parts = /^attachment; filename="([\x20-\x7e]*)"; filename\*=UTF-8''([\w!#$&+.^`|~%-]*)$/.exec(
          header,
        )
        expect(parts?.[1]).not.toMatch(/^[\s.~-]|[<>:"/\\|?*%]/)
        expect(decodeURIComponent(parts?.[2] ?? '')).toBe(name)
      }),
    )
  })
})
