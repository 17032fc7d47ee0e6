import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { maxCues } from '#contract/values/videos/captions/cue'
import { CaptionError, parseWebVtt, renderWebVtt } from '#worker/formats/captions/webvtt'

const bytes = (text: string) => new TextEncoder().encode(text)
const normal = (text: string) => renderWebVtt(parseWebVtt(bytes(text)))
/** Returns a caption with this text, as printed. */
const text = (cue: string) => parseWebVtt(bytes(`WEBVTT\n\n00:01.000 --> 00:09.000\n${cue}`))[0]?.text
const settings = (given: string, cue = 'x') =>
  parseWebVtt(bytes(`WEBVTT\n\n00:01.000 --> 00:02.000 ${given}\n${cue}`))[0]?.settings

function refusal(given: string | Uint8Array): string {
  try {
    parseWebVtt(typeof given === 'string' ? bytes(given) : given)
  } catch (error) {
    if (error instanceof CaptionError) return error.message
    throw error
  }
  return 'taken'
}

describe('parseWebVtt', () => {
  it('keeps the captions, and nothing that could style or name them', () => {
    const file = [
      '\ufeffWEBVTT - a title',
      'Kind: captions',
      '',
      'STYLE',
      '::cue { background-image: url(https://evil.example) }',
      '',
      'REGION',
      'id:bill',
      '',
      'NOTE checked twice',
      'by two',
      '',
      '',
      'intro',
      '01:05.250 --> 01:00:08.000 region:bill line:0 align:start',
      'First line',
      'second line',
      '',
      '00:00:01.000 --> 00:00:04.000',
      'Earlier',
    ]
    const printed = [
      'WEBVTT',
      '',
      '00:00:01.000 --> 00:00:04.000',
      'Earlier',
      '',
      '00:01:05.250 --> 01:00:08.000 line:0 align:start',
      'First line',
      'second line',
      '',
    ].join('\n')
    for (const end of ['\n', '\r\n', '\r']) expect(normal(file.join(end))).toBe(printed)
  })

  it('drops captions without text', () => {
    expect(normal('WEBVTT\n\n00:01.000 --> 00:02.000\n\n00:03.000 --> 00:04.000\nx')).toBe(
      'WEBVTT\n\n00:00:03.000 --> 00:00:04.000\nx\n',
    )
  })

  it.each([
    [
      'line:90% position:10%,line-left size:35% align:end',
      'line:90% position:10%,line-left size:35% align:end',
    ],
    ['vertical:rl line:-2,center', 'vertical:rl line:-2,center'],
    ['align:left align:right', 'align:right'],
    ['line:101% size:x position: X1:10 onclick:alert', ''],
  ])('reads the settings %s', (given, kept) => {
    expect(settings(given)).toBe(kept)
  })

  it.each([
    ['align:start', 'align:right'],
    ['align:end', 'align:left'],
    ['align:center', 'align:center'],
    ['position:0% align:start', 'align:right'],
    ['position:90% align:start', 'position:90% align:right'],
    ['position:0%,line-left size:40% align:start', 'position:0%,line-left size:40% align:right'],
    ['position:100% align:end', 'align:left'],
  ])('writes the settings %s of a text from right to left as %s', (given, written) => {
    for (const cue of ['שלום', '<b>مرحبا</b> you', '12 &lt; ש', '&rlm;Hi'])
      expect(settings(given, cue)).toBe(written)
    expect(settings('align:start', 'Hi שלום')).toBe('align:start')
    expect(settings('align:start', '&lrm;שלום')).toBe('align:start')
  })

  it.each(['position:100% align:start', 'position:5% align:right', 'position:0%', 'size:0%'])(
    'drops the place of %s, where no text is drawn',
    (given) => expect(settings(given)).toBe(given.split(' ')[1] ?? ''),
  )

  it.each([
    ['<b>a</b> <i.loud.x-y>b</i> <u>c</u>', '<b>a</b> <i.loud>b</i> <u>c</u>'],
    ['<v.low Mary Ann>Hello', '<v.low Mary Ann>Hello</v>'],
    ['<lang pt-BR>Olá</lang>', '<lang pt-BR>Olá</lang>'],
    ['<ruby>漢<rt>kan</ruby>', '<ruby>漢<rt>kan</rt></ruby>'],
    ['<c.yellow extra>a</c>', '<c.yellow>a</c>'],
    ['a <00:02.000><c>b</c> <00:01.500>c <00:20.000>d', 'a <00:00:02.000><c>b</c> c d'],
    ['<b>a <i>b</b> c', '<b>a <i>b c</i></b>'],
    ['<v>who</v> <lang ??>what</lang> <rt>x</rt>', 'who what x'],
    ['<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
    ['<img src=x onerror=alert(1)>', '&lt;img src=x onerror=alert(1)&gt;'],
    ['<bold>', '&lt;bold&gt;'],
    ['I <3 you & me', 'I &lt;3 you &amp; me'],
    ['&lt;b&gt; &amp; &eacute; &#233; &nope', '&lt;b&gt; &amp; &eacute; &#233; &amp;nope'],
    ['<v Bob-- >x', '<v Bob->x</v>'],
    ['a\n<v>\nb', 'a\nb'],
    ['a\0b', 'a\ufffdb'],
  ])('prints the text %j', (given, printed) => {
    expect(text(given)).toBe(printed)
  })
})

describe('refuses', () => {
  const time = '00:01.000 --> 00:02.000'
  const expected = 'Expected a time such as 00:01.000 --> 00:04.000.'
  const written = 'Write times as in 00:01.000 --> 00:04.000.'
  const apart = 'Leave an empty line before each caption.'
  it.each([
    ['nothing at all', '', 'Line 1: A WebVTT file must begin with WEBVTT.'],
    ['another file', '1\n00:00:01,000 --> 00:00:02,000\nx', 'Line 1: A WebVTT file must begin with WEBVTT.'],
    ['a word that only begins so', `WEBVTTX\n\n${time}\nx`, 'Line 1: A WebVTT file must begin with WEBVTT.'],
    ['a file of notes', 'WEBVTT\n\nNOTE x', 'This file has no captions.'],
    ['a caption in the header', `WEBVTT\n${time}\nx`, `Line 2: ${apart}`],
    ['a caption in a note', `WEBVTT\n\nNOTE\n${time}\nx`, `Line 4: ${apart}`],
    ['a caption in a style sheet', `WEBVTT\n\nSTYLE\n${time}\nx`, `Line 4: ${apart}`],
    ['a caption in a caption', `WEBVTT\n\n${time}\nx\n${time}\ny`, `Line 5: ${apart}`],
    ['text without a time', 'WEBVTT\n\nHello\nyou', `Line 4: ${expected}`],
    ['a file that ends behind a name', 'WEBVTT\n\nHello', `Line 4: ${expected}`],
    ['times with a comma', 'WEBVTT\n\n00:00:01,000 --> 00:00:02,000\nx', `Line 3: ${written}`],
    ['a minute of 60', 'WEBVTT\n\n60:00.000 --> 61:00.000\nx', `Line 3: ${written}`],
    ['a second of 60', 'WEBVTT\n\n00:60.000 --> 00:61.000\nx', `Line 3: ${written}`],
    ['hundredths', 'WEBVTT\n\n00:01.00 --> 00:02.00\nx', `Line 3: ${written}`],
    ['a time without an end', 'WEBVTT\n\n00:01.000 -->\nx', `Line 3: ${written}`],
    [
      'an end at the start',
      'WEBVTT\n\n00:01.000 --> 00:01.000\nx',
      'Line 3: The caption ends before it begins.',
    ],
    [
      'an end before the start',
      'WEBVTT\n\nid\n00:02.000 --> 00:01.000\nx',
      'Line 4: The caption ends before it begins.',
    ],
  ])('%s', (_, file, sentence) => {
    expect(refusal(file)).toBe(sentence)
  })

  it('bytes that are not UTF-8', () => {
    const latin = Uint8Array.from([...bytes(`WEBVTT\n\n${time}\nca`), 0xe9])
    expect(refusal(latin)).toBe("The file isn't UTF-8 text. Save it as UTF-8.")
  })

  it('more captions than a film has', () => {
    const file = (count: number) => `WEBVTT\n\n${`${time}\nx\n\n`.repeat(count)}`
    expect(refusal(file(maxCues))).toBe('taken')
    expect(refusal(file(maxCues + 1))).toBe(
      `Line ${3 * maxCues + 3}: A file may hold ${maxCues} captions at most.`,
    )
  })
})

describe('whatever is sent', () => {
  const piece = fc.oneof(
    fc.constantFrom(
      '\n',
      '\n\n',
      '\r\n',
      '\r',
      '-->',
      '--',
      '-',
      '>',
      '<',
      '&',
      '&amp;',
      '&#1;',
      ' ',
      '\t',
      '\0',
      'NOTE',
      'STYLE',
      '00:01.000',
      '00:01.000 --> 00:05.000 ',
      'line:1%',
      '<00:02.000>',
      '\n\nWEBVTT',
      '<b>',
      '</b>',
      '<c.a--',
      '<v Bob-- ',
      '<v ',
      '</v>',
      '<lang en-->',
      '<ruby>',
      '<rt>',
      '</ruby>',
      '.x',
    ),
    fc.string({ unit: 'grapheme', maxLength: 6 }),
  )
  const file = fc.array(piece, { maxLength: 40 }).map((pieces) => {
    return `WEBVTT\n\n00:00.000 --> 00:09.000\n${pieces.join('')}`
  })

  it('is printed so that it reads the same again', () => {
    let taken = 0
    fc.assert(
      fc.property(file, (given) => {
        let once: string
        try {
          once = normal(given)
        } catch (error) {
          expect(error).toBeInstanceOf(CaptionError)
          return
        }
        taken += 1
        expect(normal(once)).toBe(once)
      }),
      { numRuns: 2000 },
    )
    expect(taken).toBeGreaterThan(200)
  })

  it('holds no markup but the tags of captions, all closed', () => {
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        // A line of text without arrows, since they would begin another cue, even if removing something forms
        // them.
        const given = pieces
          .join('')
          .replaceAll(/[\n\r]/g, '')
          .replaceAll(/-{2,}>+/g, '')
        const printed = text(`x${given}`) ?? ''
        const open: string[] = []
        for (const [tag, slash, name = ''] of printed.matchAll(/<(\/?)([a-z]*)[^<>]*>/g)) {
          if (/^<\d\d:/.test(tag)) continue
          expect(['b', 'i', 'u', 'c', 'v', 'lang', 'ruby', 'rt']).toContain(name)
          if (slash) expect(open.pop()).toBe(name)
          else open.push(name)
        }
        expect(open).toEqual([])
        expect(printed.replaceAll(/<[^<>]*>/g, '')).not.toMatch(/[<>]/)
      }),
      { numRuns: 1000 },
    )
  })

  it('is read or refused, never more', () => {
    fc.assert(
      fc.property(fc.oneof(fc.uint8Array({ maxLength: 300 }), fc.string().map(bytes)), (given) => {
        expect(refusal(given)).not.toBe('')
      }),
    )
  })

  it.each(['<b ', '<c.', '<v a', '&a', '--', '<00:', '<lang - - '])(
    'takes no longer for many of %j',
    (part) => {
      const given = part.repeat(200_000 / part.length)
      // CPU time of this thread, which a busy machine doesn't change.
      const begun = process.threadCpuUsage()
      text(`${given}x`)
      // A second for 0.2 MB is several times the normal time, and a small part of a quadratic pattern's.
      expect(process.threadCpuUsage(begun).user / 1e6).toBeLessThan(1)
    },
  )
})
