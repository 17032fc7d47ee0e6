import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { srtToVtt } from '#web/features/publish/captions/srt'
import { parseWebVtt, renderWebVtt } from '#worker/formats/captions/webvtt'

/** Returns the captions as the server would store them. */
const stored = (srt: string) => {
  const vtt = srtToVtt(srt)
  return vtt === null ? null : renderWebVtt(parseWebVtt(new TextEncoder().encode(vtt)))
}

describe('srtToVtt', () => {
  it('converts what players of SubRip show', () => {
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
      '00:00:09,000 --> 00:00:09,000',
      'Never seen',
      '',
      '4',
      '00:00:10.000 --> 00:00:11.000',
      '',
    ]
    const expected = [
      'WEBVTT',
      '',
      '00:00:01.000 --> 00:00:04.250 line:0',
      '<i>Hello</i> &amp; good <b>evening</b>',
      'a line behind an empty one',
      '',
      '01:02:03.500 --> 01:02:04.750',
      '12',
      'is a number →',
      '',
    ].join('\n')
    for (const end of ['\n', '\r\n', '\r']) expect(stored(srt.join(end))).toBe(expected)
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
      `${'a long line '.repeat(200)}`,
    ]
    const expected = [
      'WEBVTT',
      '',
      '00:00:01.000 --> 00:00:02.000',
      '<i>In her head</i>',
      'two lines',
      'and three',
      '',
      '00:00:02.000 --> 00:00:03.000',
      '<i>so</i> <b>loud</b> &amp; clear',
      '',
      '00:00:03.000 --> 00:00:04.000',
      'a long line '.repeat(200),
      '',
    ].join('\n')
    for (const end of ['\n', '\r\r\n']) expect(stored(srt.join(end))).toBe(expected)
  })

  it.each(['', 'Hello', '1\n2\n3', '1\n00:00:01,000 -> 00:00:02,000\nx'])('finds nothing in %j', (srt) => {
    expect(srtToVtt(srt)).toBeNull()
  })

  it('makes what the server takes, of whatever it is given', () => {
    const digits = fc.integer({ min: 0, max: 999 }).map(String)
    const time = fc.tuple(digits, digits, digits, digits).map(([a, b, c, d]) => `${a}:${b}:${c},${d}`)
    const line = fc.oneof(
      fc.tuple(time, time).map(([from, to]) => `${from} --> ${to}`),
      fc.constantFrom('', '1', '-->', 'WEBVTT', 'NOTE', '<b>', '00:00:01,000 --> 00:00:02,000', '{\\an8}-->'),
      fc.string({ unit: 'grapheme' }),
    )
    let converted = 0
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        if (stored(lines.join('\n')) !== null) converted += 1
      }),
      { numRuns: 1000 },
    )
    expect(converted).toBeGreaterThan(100)
  })
})
