import { CueList, type FoundCaption } from './cue-list'
import { CaptionNumbers } from './numbers'
import { hasArrows, readTiming } from './times'

/** Blocks of WebVTT that hold no caption. */
const aside = /^\s*(?:WEBVTT|NOTE|STYLE|REGION)(?:[ \t]|$)/i

/**
 * Reads WebVTT, SubRip, SubViewer and SBV: lines of times, each followed by its text. WebVTT ends a text at
 * an empty line; the others, which have no standard, end it at the next times.
 */
export function readTimedLines(lines: readonly string[]): CueList {
  const isVtt = /^\s*WEBVTT(?:[ \t]|$)/i.test(lines.find((line) => line.trim() !== '') ?? '')
  const isArrowed = hasArrows(lines)
  const list = new CueList(isVtt ? 'vtt' : 'srt')
  const numbers = new CaptionNumbers()
  let current: Omit<FoundCaption, 'text'> | null = null
  let text: string[] = []
  // Above the first times there may be headers and styles with empty lines in them.
  let isBelowTimes = false

  function endBlock(at: number, isAboveTimes: boolean) {
    numbers.drop(text, current !== null, isAboveTimes)
    if (current) list.add({ ...current, text: text.join('\n') })
    else if (isVtt && isBelowTimes && !isAboveTimes && isCaption(text))
      list.leftOut.push(at - text.length + 1)
    current = null
    text = []
  }

  for (const [at, line] of lines.entries()) {
    const timing = readTiming(line, isArrowed)
    if (timing) {
      endBlock(at, true)
      isBelowTimes = true
      current = { line: at + 1, ...timing }
    } else if (isVtt && line === '') endBlock(at, false)
    else text.push(line)
  }
  endBlock(lines.length, false)
  return list
}

/** Tells a caption that lost its times, which no player shows, from notes and numbers. */
function isCaption(block: readonly string[]): boolean {
  return !aside.test(block[0] ?? '') && block.some((line) => /[^\d\s]/.test(line))
}
