import { isAss, readAss } from './ass'
import type { CueList } from './cue-list'
import { readTimedLines } from './timed-lines'

/** Reads a text of any format that we know, told by its content, since files get renamed. */
export function readCaptions(text: string): CueList {
  // Some programs end a line with two returns.
  const lines = text.replaceAll('\0', '\ufffd').split(/\r{0,2}\n|\r/)
  return isAss(lines) ? readAss(lines) : readTimedLines(lines)
}
