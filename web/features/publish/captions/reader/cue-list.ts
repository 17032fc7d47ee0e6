import type { Cue } from '#contract/values/videos/captions/cue'
import { cueSettings } from '#contract/values/videos/captions/settings'
import { cueText } from '#contract/values/videos/captions/text'
import { type CaptionFormat, isAtTop, webVttMarkup } from './markup'
import type { Timing } from './times'

/** A caption as a file has it. */
export interface FoundCaption extends Timing {
  /** Counted from 1. */
  line: number
  text: string
}

/** The captions of a file that players can show, and the lines of the others. */
export class CueList {
  readonly cues: Cue[] = []
  readonly leftOut: number[] = []
  readonly #format: CaptionFormat

  constructor(format: CaptionFormat) {
    this.#format = format
  }

  /** Adds a caption; without words it would show nothing, and is ignored. */
  add({ line, times, settings, text }: FoundCaption): void {
    const marked = webVttMarkup(text, this.#format)
    if (marked === '') return
    // No player shows a caption that ends when it begins.
    if (times === null || times.end <= times.start) {
      this.leftOut.push(line)
      return
    }
    const written = cueText(marked, times)
    if (written.trim() === '') return
    const placed = isAtTop(text) ? `line:0 ${settings}` : settings
    this.cues.push({ ...times, settings: cueSettings(placed, written), text: written })
  }
}
