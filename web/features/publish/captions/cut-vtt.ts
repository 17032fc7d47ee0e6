import { formatCueTime, readCueTime, timePattern } from '#contract/values/videos/captions/time'

const timing = new RegExp(`^(${timePattern}) --> (${timePattern})(.*)$`)
const innerTime = new RegExp(`<(${timePattern})>`, 'g')

/**
 * Cuts the server's WebVTT to a part of a video, in seconds. Times count from the part's start; captions
 * across an edge are clipped. Null when none are left.
 */
export function cutVtt(vtt: string, part: { start: number; end: number }): string | null {
  const [from, to] = [Math.round(part.start * 1000), Math.round(part.end * 1000)]
  const cues = vtt.split('\n\n').flatMap((block) => {
    const [line = '', ...rest] = block.split('\n')
    const [, begins, ends, settings] = timing.exec(line) ?? []
    if (begins === undefined || ends === undefined) return []
    const start = Math.max(readCueTime(begins), from) - from
    const end = Math.min(readCueTime(ends), to) - from
    if (start >= end) return []
    // Drops inner times outside the part. A word timed before it shows from the start; one timed for its end
    // would never show.
    const text = rest.map((each) =>
      each.replaceAll(innerTime, (_, time: string) => {
        const ms = readCueTime(time) - from
        return ms > start && ms < end ? `<${formatCueTime(ms)}>` : ''
      }),
    )
    // An empty line would end the caption.
    const lines = text.filter(Boolean)
    if (lines.length === 0) return []
    return [[`${formatCueTime(start)} --> ${formatCueTime(end)}${settings}`, ...lines, ''].join('\n')]
  })
  return cues.length > 0 ? ['WEBVTT\n', ...cues].join('\n') : null
}
