import { type Cue, maxCues } from '#contract/values/videos/captions/cue'
import { cueSettings } from '#contract/values/videos/captions/settings'
import { cueText } from '#contract/values/videos/captions/text'
import { readCueTime, timePattern } from '#contract/values/videos/captions/time'

export { renderWebVtt } from '#contract/values/videos/captions/cue'

/** Thrown for a refused caption file: a sentence for its owner, with the line if there is one. */
export class CaptionError extends Error {
  override readonly name = 'CaptionError'

  constructor(sentence: string, line?: number) {
    super(line === undefined ? sentence : `Line ${line}: ${sentence}`)
  }
}

/**
 * Reads a WebVTT file (W3C, section 4) strictly, where players would otherwise have to guess, and keeps only
 * captions: comments, style sheets, regions and identifiers are dropped. Throws CaptionError, and nothing
 * else.
 */
export function parseWebVtt(bytes: Uint8Array): Cue[] {
  const lines = decode(bytes).split(/\r\n|\r|\n/)
  const cues: Cue[] = []
  let at = skipHeader(lines)
  while (at < lines.length) {
    const line = lines[at] ?? ''
    if (line === '') at += 1
    else if (/^(NOTE|STYLE|REGION)([ \t]|$)/.test(line)) at = skipBlock(lines, at)
    else at = readCue(lines, at, cues)
  }
  if (cues.length === 0) throw new CaptionError('This file has no captions.')
  // Players expect them by their start; editors write them in other orders as well.
  return cues.sort((a, b) => a.start - b.start)
}

function decode(bytes: Uint8Array): string {
  try {
    // Drops a byte order mark.
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })
      .decode(bytes)
      .replaceAll('\0', '\ufffd')
  } catch {
    throw new CaptionError("The file isn't UTF-8 text. Save it as UTF-8.")
  }
}

/**
 * Skips the signature and the lines that some programs add below it; returns where the first block may start.
 */
function skipHeader(lines: string[]): number {
  if (!/^WEBVTT([ \t]|$)/.test(lines[0] ?? '')) {
    throw new CaptionError('A WebVTT file must begin with WEBVTT.', 1)
  }
  return skipBlock(lines, 0)
}

/** Returns the line after a block without a cue. */
function skipBlock(lines: string[], from: number): number {
  let at = from
  while (at < lines.length && lines[at] !== '') {
    if (lines[at]?.includes('-->')) {
      throw new CaptionError('Leave an empty line before each caption.', at + 1)
    }
    at += 1
  }
  return at
}

/** Reads a cue: an optional identifier, a line of times, and text up to the next empty line. */
function readCue(lines: string[], from: number, cues: Cue[]): number {
  const at = lines[from]?.includes('-->') ? from : from + 1
  const { given, ...times } = readTiming(lines[at] ?? '', at + 1)
  const end = skipBlock(lines, at + 1)
  const text = cueText(lines.slice(at + 1, end).join('\n'), times)
  if (text.trim() === '') return end
  if (cues.length === maxCues) {
    throw new CaptionError(`A file may hold ${maxCues} captions at most.`, at + 1)
  }
  cues.push({ ...times, settings: cueSettings(given, text), text })
  return end
}

const timing = new RegExp(String.raw`^[ \t]*(${timePattern})[ \t]*-->[ \t]*(${timePattern})(?:[ \t](.*))?$`)

/** `given` are the settings behind the times. */
function readTiming(line: string, number: number): { start: number; end: number; given: string } {
  if (!line.includes('-->')) {
    throw new CaptionError('Expected a time such as 00:01.000 --> 00:04.000.', number)
  }
  const [, from, to, given = ''] = timing.exec(line) ?? []
  if (from === undefined || to === undefined) {
    throw new CaptionError('Write times as in 00:01.000 --> 00:04.000.', number)
  }
  const [start, end] = [readCueTime(from), readCueTime(to)]
  if (end <= start) throw new CaptionError('The caption ends before it begins.', number)
  return { start, end, given }
}
