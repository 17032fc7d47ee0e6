/** Tells the number of a caption, which some files have above its times, from a text that is a number. */
export class CaptionNumbers {
  #captions = 0
  #last = 0

  /**
   * Drops numbers from the end of the lines above the next times, or above the end of the file. `isText` says
   * that the lines are below other times.
   */
  drop(lines: string[], isText: boolean, isAboveTimes: boolean): void {
    const previous = this.#last
    let next = previous + 2
    if (isAboveTimes) {
      this.#captions += 1
      const at = lines.length - 1
      const number = numberIn(lines[at])
      const isExpected = number === this.#captions || (previous > 0 && at > 0)
      if (number !== null && (isExpected || isApart(lines, at, isText))) {
        lines.pop()
        this.#last = next = number
      }
    }
    // Numbers whose captions are missing.
    for (;;) {
      const at = lines.findLastIndex((line) => line.trim() !== '')
      const number = numberIn(lines[at])
      if (number === null || number <= previous || number >= next || !isApart(lines, at, isText)) return
      lines.length = at
      this.#last = Math.max(this.#last, number)
      next = number
    }
  }
}

function isApart(lines: readonly string[], at: number, isText: boolean): boolean {
  return at === 0 ? !isText : lines[at - 1]?.trim() === ''
}

function numberIn(line = ''): number | null {
  const text = line.trim()
  return /^\d{1,9}$/.test(text) ? Number(text) : null
}
