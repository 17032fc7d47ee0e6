import type { WrittenSegment } from '../cmaf/writer'
import type { WorkFile } from './files'
import type { RenditionPlan } from './plan'

/** Identifies a log; another source, or other renditions, start over. */
export interface LogHead {
  version: 1
  bytes: number
  duration: number
  rungs: RenditionPlan[]
}

/** The work completed up to a second of the source. */
export interface Checkpoint {
  /** Seconds. */
  time: number
  /** For each rendition, its new segments and the format of all of them. */
  rungs: { segments: WrittenSegment[]; format: string }[]
  /** Tiles of the storyboard so far. */
  tiles: number
  /** New frames of the preview: seconds, bytes, and whether it is a key frame. */
  preview: [time: number, bytes: number, key: boolean][]
  previewFormat: string
}

type Line = { head: LogHead } | { checkpoint: Checkpoint } | { made: string[] }

/** Where an earlier run stopped. */
export interface Progress {
  time: number
  rungs: { segments: WrittenSegment[]; format: string | null }[]
  tiles: number
  preview: Checkpoint['preview']
  previewFormat: string | null
  /** Names of files that are complete. */
  made: Set<string>
}

/** Logs each completed step as a line; a line cut off by a crash is ignored. */
export class LadderLog {
  readonly #file: WorkFile
  #head: LogHead | null = null

  constructor(file: WorkFile) {
    this.#file = file
  }

  /** Returns the progress of an earlier run with the same head; starts a fresh log when there was none. */
  restore(head: LogHead): Progress {
    this.#head = head
    const bytes = new Uint8Array(this.#file.getSize())
    this.#file.read(bytes, { at: 0 })
    const { lines, size } = readLines(new TextDecoder().decode(bytes))
    const [first, ...rest] = lines
    if (!first || !('head' in first) || JSON.stringify(first.head) !== JSON.stringify(head)) {
      this.#file.truncate(0)
      this.#write({ head })
      return progressOf(head, [])
    }
    this.#file.truncate(size)
    return progressOf(head, rest)
  }

  checkpoint(checkpoint: Checkpoint): void {
    this.#write({ checkpoint })
  }

  made(names: string[]): void {
    this.#write({ made: names })
  }

  /** Forgets the checkpoints, but not which files are complete. */
  startAnew(): Progress {
    const head = this.#head
    if (!head) throw new TypeError('A log is restored before it starts again.')
    const { made } = this.restore(head)
    this.#file.truncate(0)
    this.#write({ head })
    this.made([...made])
    return { ...progressOf(head, []), made }
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

function progressOf(head: LogHead, lines: readonly Line[]): Progress {
  const progress: Progress = {
    time: 0,
    rungs: head.rungs.map(() => ({ segments: [], format: null })),
    tiles: 0,
    preview: [],
    previewFormat: null,
    made: new Set(),
  }
  for (const line of lines) {
    if ('made' in line) for (const name of line.made) progress.made.add(name)
    if ('checkpoint' in line) add(progress, line.checkpoint)
  }
  return progress
}

function add(
  progress: Progress,
  { time, rungs: renditions, tiles, preview, previewFormat }: Checkpoint,
): void {
  progress.time = time
  progress.tiles = tiles
  progress.preview.push(...preview)
  progress.previewFormat = previewFormat || progress.previewFormat
  renditions.forEach(({ segments, format }, index) => {
    const rendition = progress.rungs[index]
    rendition?.segments.push(...segments)
    if (rendition) rendition.format = format
  })
}
