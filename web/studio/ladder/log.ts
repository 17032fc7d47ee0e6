import type { WrittenSegment } from '../cmaf/writer'
import type { WorkFile } from './files'
import type { RenditionPlan } from './plan'

/** Identifies a log; another source starts over. */
export interface LogHead {
  version: 3
  bytes: number
  duration: number
}

/**
 * The renditions to encode, and their cost. It is measured once: another run might measure something else.
 */
export interface LadderPlan {
  renditions: RenditionPlan[]
  /** Seconds that a second of video takes, for each pass. */
  costs: number[]
}

/** The work of the current pass, completed up to a second of the source. */
export interface Checkpoint {
  /** Seconds. */
  time: number
  /** For each rendition of the pass, its new segments and the format of all of them. */
  renditions: { segments: WrittenSegment[]; format: string }[]
}

type Line =
  | { head: LogHead }
  | { plan: LadderPlan }
  | { pass: number }
  | { checkpoint: Checkpoint }
  | { made: string[]; bytes: number }

/** How far a pass has come. */
export interface PassProgress {
  time: number
  renditions: { segments: WrittenSegment[]; format: string }[]
}

/** Where an earlier run stopped. */
export interface Progress {
  plan: LadderPlan | null
  /** The pass that was begun last, and how far it came. */
  pass: number
  reached: PassProgress
  /** Names of files that are complete. */
  made: Set<string>
  /** Bytes of the renditions among them. They may be gone: they are removed once they are sent. */
  spent: number
}

export const notBegun: PassProgress = { time: 0, renditions: [] }

/** Logs each completed step as a line; a line cut off by a crash is ignored. */
export class LadderLog {
  readonly #file: WorkFile

  constructor(file: WorkFile) {
    this.#file = file
  }

  /** Returns the progress of an earlier run with the same head; starts a fresh log when there was none. */
  restore(head: LogHead): Progress {
    const bytes = new Uint8Array(this.#file.getSize())
    this.#file.read(bytes, { at: 0 })
    const { lines, size } = readLines(new TextDecoder().decode(bytes))
    const [first, ...rest] = lines
    if (!first || !('head' in first) || JSON.stringify(first.head) !== JSON.stringify(head)) {
      this.#file.truncate(0)
      this.#write({ head })
      return progressOf([])
    }
    this.#file.truncate(size)
    return progressOf(rest)
  }

  plan(plan: LadderPlan): void {
    this.#write({ plan })
  }

  /** Begins a pass, or begins it again: its earlier checkpoints no longer count. */
  beginPass(pass: number): void {
    this.#write({ pass })
  }

  checkpoint(checkpoint: Checkpoint): void {
    this.#write({ checkpoint })
  }

  /** Notes files that need no more work, and the bytes of the renditions among them. */
  made(names: string[], bytes = 0): void {
    this.#write({ made: names, bytes })
  }

  close(): void {
    this.#file.close()
  }

  #write(line: Line): void {
    this.#file.write(new TextEncoder().encode(`${JSON.stringify(line)}\n`), { at: this.#file.getSize() })
    this.#file.flush()
  }
}

/** Returns the complete lines, one byte per character, and their total length. */
function readLines(text: string): { lines: Line[]; size: number } {
  const size = text.lastIndexOf('\n') + 1
  try {
    const lines = text.slice(0, size).split('\n').slice(0, -1)
    return { lines: lines.map((line) => JSON.parse(line) as Line), size }
  } catch {
    return { lines: [], size: 0 }
  }
}

function progressOf(lines: readonly Line[]): Progress {
  const progress: Progress = { plan: null, pass: 0, reached: notBegun, made: new Set(), spent: 0 }
  for (const line of lines) {
    if ('plan' in line) progress.plan = line.plan
    if ('made' in line) {
      for (const name of line.made) progress.made.add(name)
      progress.spent += line.bytes
    }
    if ('pass' in line) Object.assign(progress, { pass: line.pass, reached: notBegun })
    if ('checkpoint' in line) progress.reached = extended(progress.reached, line.checkpoint)
  }
  return progress
}

function extended(before: PassProgress, { time, renditions }: Checkpoint): PassProgress {
  return {
    time,
    renditions: renditions.map(({ segments, format }, index) => ({
      segments: [...(before.renditions[index]?.segments ?? []), ...segments],
      format,
    })),
  }
}
