import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Cue, renderWebVtt } from '#contract/values/videos/captions/cue'
import { readCaptions } from '#web/features/publish/captions/reader/read-captions'
import { parseWebVtt } from '#worker/formats/captions/webvtt'

/** Returns the captions as the server would store them. */
const stored = (text: string) => {
  const { cues } = readCaptions(text)
  return cues.length === 0 ? null : parseWebVtt(new TextEncoder().encode(renderWebVtt(cues)))
}
const shown = (text: string) => stored(text)?.map((cue) => cue.text)
const leftOut = (text: string) => readCaptions(text).leftOut
const byStart = (one: Cue, other: Cue) => one.start - other.start

const good = '00:01.000 --> 00:02.000'
const vtt = (...blocks: string[]) => ['WEBVTT', ...blocks].join('\n\n')

describe('readCaptions', () => {
  it('reads what players of SubRip show', () => {
    const srt = [
      '\ufeff1',
      '00:00:01,000 --> 00:00:04,250 X1:10 X2:20',
      '<font color="#ffffff"><I>Hello</I></font> & good <B>evening</B>',
      '',
      '{\\an8}a line behind an empty one',
      '',
      '2',
      '1:02:03,5 --> 1:02:04,75',
      '12',
      'is a number -->',
      '',
      '3',
      '00:00:10.000 --> 00:00:11.000',
      '',
    ]
    const expected = [
      {
        start: 1000,
        end: 4250,
        settings: 'line:0',
        text: '<i>Hello</i> &amp; good <b>evening</b>\na line behind an empty one',
      },
      { start: 3_723_500, end: 3_724_750, settings: '', text: '12\nis a number --&gt;' },
    ]
    for (const end of ['\n', '\r\n', '\r']) expect(stored(srt.join(end))).toEqual(expected)
    expect(leftOut(srt.join('\n'))).toEqual([])
  })

  it('understands what programs write instead: returns twice, other marks, no numbers', () => {
    const srt = [
      '00:00:01,000 --> 00:00:02,000',
      '{\\i1}In her head{\\i0}<br/>two lines\\Nand three',
      '2',
      '00:00:02,000 --> 00:00:03,000',
      '<em>so</em> <STRONG>loud</STRONG> {y:i}<span class="x">&amp; clear</span>',
      '',
      '00:00:03,000 --> 00:00:04,000',
      'a long line '.repeat(200),
    ]
    for (const end of ['\n', '\r\r\n']) {
      expect(shown(srt.join(end))).toEqual([
        '<i>In her head</i>\ntwo lines\nand three',
        '<i>so</i> <b>loud</b> &amp; clear',
        'a long line '.repeat(200),
      ])
    }
  })

  it.each([
    ['one digit for hours', '0:00:01.000 --> 0:00:02.000'],
    ['one digit for minutes', '0:01.000 --> 0:02.000'],
    ['hundredths', '00:01.00 --> 00:02.00'],
    ['a comma', '00:00:01,000 --> 00:00:02,000'],
    ['a colon before thousandths', '00:00:01:000 --> 00:00:02:000'],
    ['no spaces', '00:01.000-->00:02.000'],
    ['a word processor', '00:00:01,000 –> 00:00:02,000'],
    ['an arrow of one letter', '00:00:01,000 → 00:00:02,000'],
    ['a translator', '00: 00: 01, 000 -> 00: 00: 02, 000'],
    ['a translator into Chinese', '00：00：01，000 -- > 00：00：02，000'],
    ['SBV', '0:00:01.000,0:00:02.000'],
    ['SubViewer', '00:00:01.00,00:00:02.00'],
  ])('reads times as of %s, in each format', (_, times) => {
    const cue = { start: 1000, end: 2000, settings: '', text: 'Hi' }
    expect(stored(vtt(`${times}\nHi`))).toEqual([cue])
    expect(stored(`1\n${times}\nHi\n`)).toEqual([cue])
  })

  it('keeps the settings of WebVTT, and its marks', () => {
    const file = vtt(
      `${good} align:left line:0 region:x\n<v Ann>Hi <c.loud>there</c> <font color=red>you</font>`,
    )
    expect(stored(file)).toEqual([
      { start: 1000, end: 2000, settings: 'line:0 align:left', text: '<v Ann>Hi <c.loud>there</c> you</v>' },
    ])
  })

  it('keeps text that only other formats have for marks', () => {
    const text = 'open C:\\new\\Notes {a: 1} [br]'
    expect(shown(vtt(`${good}\n${text}`))).toEqual([text])
    expect(shown(`1\n${good}\na\\nb\\Nc`)).toEqual(['a\\nb\nc'])
    expect(shown(`[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,,,,,one\\ntwo\\Nthree`)).toEqual([
      'one\ntwo\nthree',
    ])
  })

  it('skips what WebVTT has beside captions, however it is written', () => {
    const file = [
      '',
      'webvtt - a title',
      'Kind: captions',
      'X-TIMESTAMP-MAP=MPEGTS:900000,LOCAL:00:00:00.000',
      '',
      'STYLE',
      '::cue { color: red }',
      '',
      'NOTE by',
      'two',
      '',
      '7',
      '',
      'intro',
      good,
      ' ',
      'Hi',
      '2',
      '00:02.000 --> 00:03.000',
      'there',
    ].join('\n')
    expect(shown(file)).toEqual(['Hi', 'there'])
    expect(leftOut(file)).toEqual([])
  })

  it('warns of nothing above the first times of WebVTT', () => {
    const styles = 'STYLE\n::cue {\n\n  color: red\n\n}'
    const file = vtt('Kind: captions\nLanguage: en', styles, `${good}\nHi`, 'no times')
    expect(shown(file)).toEqual(['Hi'])
    expect(leftOut(file)).toEqual([file.split('\n').length])
  })

  it('tells numbers of captions from texts that are numbers', () => {
    const [a, b] = ['00:00:01,000 --> 00:00:02,000', '00:00:02,000 --> 00:00:03,000']
    expect(shown(`${a}\n2024\n\n${b}\n42\n`)).toEqual(['2024', '42'])
    expect(shown(`${a}\n2024\n${b}\n42`)).toEqual(['2024', '42'])
    expect(shown(`1\n${a}\n42\n\n2\n${b}\nyes\n`)).toEqual(['42', 'yes'])
    expect(shown(`1\n${a}\nno\n2\n${b}\nyes\n`)).toEqual(['no', 'yes'])
    expect(shown(`1\n\n${a}\n\nno\n\n2\n\n${b}\n\nyes\n`)).toEqual(['no', 'yes'])
    // Captions that were taken out, at the beginning, in the middle and at the end.
    expect(shown(`1\n\n2\n${a}\nno\n\n3\n\n4\n\n5\n${b}\nyes\n\n6\n`)).toEqual(['no', 'yes'])
    expect(shown(`1\n${a}\nA year:\n\n2024\n`)).toEqual(['A year:\n2024'])
  })

  it('leaves out what no player shows, and says where', () => {
    const file = vtt(
      `${good}\nHi`,
      '00:02.000 --> 00:02.000\nno time',
      '00:04.000 --> 00:03.000\nbackwards',
      '00:00:05:12 --> 00:00:06:00\nframes',
      '00:07.000 -->\nno end',
      'no times\nat all',
      '00:02.000 --> 00:02.000',
      '00:08.000 --> 00:09.000\nthere',
    )
    expect(shown(file)).toEqual(['Hi', 'there'])
    expect(leftOut(file)).toEqual([6, 9, 12, 15, 18])
  })

  it.each([
    '00:00:0l,000 --> 00:00:04,000',
    '00:00:03:12 --> 00:00:04:12',
    '00:00:03,000 -->',
    '--> 00:04,0',
  ])('never takes the times %s for text', (times) => {
    const srt = `1\n00:00:01,000 --> 00:00:02,000\nHi\n\n2\n${times}\nBAD\n\n3\n00:00:05,000 --> 00:00:06,000\nthere\n`
    expect(shown(srt)).toEqual(['Hi', 'there'])
    expect(leftOut(srt)).toEqual([6])
  })

  it('takes no text for times, in a file that has an arrow between its times', () => {
    const texts = ['10:30,11:45', '9:00 → 17:00', '9:00 -> 17:00', '0:00:01.000,0:00:02.000']
    for (const text of texts) {
      expect(shown(`1\n00:00:01,000 --> 00:00:02,000\nopen\n${text}\ndaily\n`)).toEqual([
        `open\n${text}\ndaily`.replace('>', '&gt;'),
      ])
      expect(shown(vtt(`${good}\n${text}`))).toEqual([text.replace('>', '&gt;')])
    }
    // A word processor may have changed some of the arrows, and a text may have an arrow.
    expect(shown(`${good}\nHi\n\n00:00:02,000 –> 00:00:03,000\nthere`)).toEqual(['Hi', 'there'])
    expect(shown('0:00:01.000,0:00:02.000\na --> b\n\n0:00:02.000,0:00:03.000\nc')).toEqual([
      'a --&gt; b',
      'c',
    ])
  })

  it('reads the text of the events of SubStation Alpha', () => {
    const ass = [
      '[Script Info]',
      'ScriptType: v4.00+',
      '[V4+ Styles]',
      'Format: Name, Fontname, Alignment',
      'Style: Default,Arial,2',
      '[Events]',
      'Format: Layer, Start, End, Style, Text',
      'Comment: 0,0:00:00.00,0:00:09.00,Default,not this',
      'Dialogue: 0,0:00:03.00,0:00:04.50,Sign,{\\an8\\i1}Hello,{\\i0} you\\Nand\\hyou{a remark}',
      'Dialogue: 0,0:00:01.00,0:00:02.00,Default,First',
      'Dialogue: 1,0:00:01.00,0:00:02.00,Default,First',
      'Dialogue: 0,0:00:01.00,0:00:02.00,Default,{\\p1}m 0 0 l 10 0{\\p0}{\\pos(1,2)}',
      'Dialogue: 0,0:00:05.00,0:00:05.00,Default,never',
    ].join('\r\n')
    expect(stored(ass)).toEqual([
      { start: 1000, end: 2000, settings: '', text: 'First' },
      { start: 3000, end: 4500, settings: 'line:0', text: '<i>Hello,</i> you\nand\u00a0you' },
    ])
    expect(leftOut(ass)).toEqual([13])
  })

  it.each([
    ['{\\blur3\\bord4}Hello', '{\\bord0}Hello'],
    ['{\\b0\\bord4}Hello', '{\\bord0}Hello'],
    ['{\\pos(1,2)\\i0}Hello{\\r}', 'Hello'],
  ])('shows the words of two layers once: %s and %s', (outline, fill) => {
    const events = [outline, fill].map(
      (text, layer) => `Dialogue: ${layer},0:00:01.00,0:00:02.00,,,,,,,${text}`,
    )
    expect(shown(['[Events]', ...events].join('\n'))).toEqual(['Hello'])
    const other = 'Dialogue: 2,0:00:01.00,0:00:02.00,,,,,,,{\\bord0}Hello you'
    expect(shown(['[Events]', ...events, other].join('\n'))).toEqual(['Hello', 'Hello you'])
  })

  it('takes no text of another format for a section of SubStation Alpha', () => {
    for (const text of ['[Events]', '[Script Info]\nDialogue: oh, hello']) {
      expect(shown(`1\n${good}\nHi\n\n2\n00:02.000 --> 00:03.000\n${text}\n`)).toEqual(['Hi', text])
      expect(shown(vtt(`${good}\n${text}`))).toEqual([text])
    }
  })

  it.each(['', 'Hello', '1\n2\n3', 'WEBVTT', '1\n<!-- a comment -->\nx'])('finds nothing in %j', (text) => {
    expect(stored(text)).toBeNull()
  })
})

describe('whatever is read', () => {
  const digits = fc.integer({ min: 0, max: 999 }).map(String)
  const time = fc.tuple(digits, digits, digits, digits).map(([a, b, c, d]) => `${a}:${b}:${c},${d}`)
  const line = fc.oneof(
    fc.tuple(time, time).map(([from, to]) => `${from} --> ${to}`),
    fc.constantFrom(
      ...['', '1', '2', '-->', 'WEBVTT', 'NOTE', '<b>', '<v>', '<c.a--', '<lang ??>', '</b>', '{\\an8}-->'],
      ...['00:00:01,000 --> 00:00:02,000 align:start position:0%', 'שלום', '&rlm;x', '{\\p1}', '\r', '\0'],
      ...['[Events]', 'Dialogue: 0,0:00:01.00,0:00:02.00,,,,,,,{\\b1}x', '<00:00:01.500>', '0:0:1,0:0:2'],
    ),
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: 'binary' }),
  )
  const caption = fc.tuple(
    fc.constantFrom('00:01.000 --> 00:02.000 align:end', '0:0:1,1 --> 0:0:3'),
    line,
    line,
  )
  const text = fc
    .array(
      fc.oneof(
        line,
        caption.map((lines) => lines.join('\n')),
      ),
      { maxLength: 40 },
    )
    .map((lines) => lines.join('\n'))

  it('is taken by the server as it is, caption for caption', () => {
    let taken = 0
    fc.assert(
      fc.property(
        fc.oneof(
          text,
          text.map((given) => `WEBVTT\n\n${given}`),
        ),
        (given) => {
          const { cues } = readCaptions(given.toWellFormed())
          if (cues.length === 0) return
          taken += 1
          expect(parseWebVtt(new TextEncoder().encode(renderWebVtt(cues)))).toEqual(cues.toSorted(byStart))
        },
      ),
      { numRuns: 2000 },
    )
    expect(taken).toBeGreaterThan(300)
  })

  it('throws nothing, and names lines that the file has', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 500 }), text), (given) => {
        const count = given.split(/\r{0,2}\n|\r/).length
        for (const each of leftOut(given)) expect(each >= 1 && each <= count).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })

  const times = '00:00:01,000 --> 00:00:02,000\n'
  it.each([
    ...[
      '\r',
      '\n',
      ' ',
      '1\n',
      '1\n\n',
      '1',
      '-',
      '- ',
      '→',
      '-->',
      '00:',
      '0:0:1,',
      '<',
      '<b>',
      '<font ',
      '&',
    ],
    ...['{', '{\\an7', '{\\p1', '\\an8}', '{\\i1}', '<br', '[', '\t', '<00:00:01.500>', '\ufeff', times],
  ])('takes no longer for a megabyte of %j', (part) => {
    const hostile = part.repeat(1_000_000 / part.length)
    for (const before of [times, `[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,,,,,,,`]) {
      // CPU time of this thread, which a busy machine doesn't change.
      const begun = process.threadCpuUsage()
      readCaptions(`${before}${hostile}`)
      // Several times the normal time, and a small part of a quadratic pattern's.
      expect(process.threadCpuUsage(begun).user / 1e6).toBeLessThan(3)
    }
  })
})
