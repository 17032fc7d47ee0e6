import type { LadderFiles } from './files'
import type { LadderFile, LadderStep } from './ladder'
import type { LadderLog } from './log'
import type { LadderMeter } from './meter'

type FileKind = Pick<LadderFile, 'kind' | 'quality' | 'contentType'>

export const storyboardName = 'storyboard.jpg'
export const previewName = 'preview.mp4'

export function renditionName(quality: number): string {
  return `${quality}p.mp4`
}

const pictures: [string, FileKind][] = [
  [storyboardName, { kind: 'storyboard', quality: null, contentType: 'image/jpeg' }],
  [previewName, { kind: 'preview', quality: null, contentType: 'video/mp4' }],
]

/** Maps each file's name in its group to its kind: renditions of these qualities, then the pictures. */
export function kindsOf(qualities: readonly number[]): Map<string, FileKind> {
  const renditions = qualities.map((quality): [string, FileKind] => [
    renditionName(quality),
    { kind: 'rendition', quality, contentType: 'video/mp4' },
  ])
  return new Map([...renditions, ...pictures])
}

export function stepsOf(kinds: Map<string, FileKind>): LadderStep[] {
  return [...kinds.values()].map(({ kind, quality }) => ({ kind, quality, share: 0 }))
}

interface DeliveryOptions {
  kinds: Map<string, FileKind>
  files: LadderFiles
  log: LadderLog
  meter: LadderMeter
  /** Files that an earlier run completed. */
  made: ReadonlySet<string>
  onFile: (file: LadderFile) => void
}

/** Hands over complete files, and records that they are complete. */
export class LadderDelivery {
  readonly #options: DeliveryOptions
  readonly #made: Set<string>

  constructor(options: DeliveryOptions) {
    this.#options = options
    this.#made = new Set(options.made)
  }

  has(name: string): boolean {
    return this.#made.has(name)
  }

  /** Hands over the remaining files of an earlier run again. */
  async repeat(): Promise<void> {
    for (const name of this.#made) await this.#handOver(name)
  }

  /** Hands over files that were written and closed. */
  async complete(names: readonly string[]): Promise<void> {
    this.#options.log.made([...names])
    for (const name of names) {
      this.#made.add(name)
      await this.#handOver(name)
    }
  }

  async write(name: string, content: Blob): Promise<void> {
    const bytes = new Uint8Array(await content.arrayBuffer())
    const file = await this.#options.files.open(name)
    try {
      file.truncate(0)
      file.write(bytes, { at: 0 })
      file.flush()
    } finally {
      file.close()
    }
  }

  async #handOver(name: string): Promise<void> {
    const { kinds, files, meter, onFile } = this.#options
    const about = kinds.get(name)
    // Some files, such as the sound of all renditions, aren't published.
    if (!about) return
    meter.done(about)
    const found = await files.read(name, about.contentType)
    if (found) onFile({ ...about, ...found })
  }
}
