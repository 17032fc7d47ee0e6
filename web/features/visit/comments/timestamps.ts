/** A part of a comment: plain text, or a time in the video. */
export interface Piece {
  text: string
  /** Null for plain text. */
  second: number | null
}

/** `1:23`, `90:00` and `1:02:03`, not as part of a longer number. */
const time = /(?<![\d:.])(?:(\d{1,2}):)?(\d{1,3}):([0-5]\d)(?![\d:])/g

/** Splits a text at the times that lie within a video of this duration. */
export function splitAtTimes(text: string, duration: number | null): Piece[] {
  const pieces: Piece[] = []
  let from = 0
  for (const match of text.matchAll(time)) {
    const second = secondOf(match)
    if (second === null || second >= (duration ?? 0)) continue
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), second: null })
    pieces.push({ text: match[0], second })
    from = match.index + match[0].length
  }
  if (from < text.length) pieces.push({ text: text.slice(from), second: null })
  return pieces
}

function secondOf([, hours, minutes, seconds]: RegExpExecArray): number | null {
  if (hours !== undefined && Number(minutes) > 59) return null
  return Number(hours ?? 0) * 3600 + Number(minutes) * 60 + Number(seconds)
}
