import type { LadderFiles } from './files'
import type { LadderFile, LadderPart } from './ladder'
import type { LadderLog } from './log'

type FileKind = Pick<LadderFile, 'kind' | 'quality' | 'contentType'>

export const storyboardName = 'storyboard.jpg'
export const previewName = 'preview.mp4'

export function renditionName(quality: number): string {
  return `${quality}p.mp4`
}

/**
 * Returns the kind of a file in the group; null for one that isn't published, such as the renditions' sound.
 */
function kindOf(name: string): FileKind | null {
  if (name === storyboardName) return { kind: 'storyboard', quality: null, contentType: 'image/jpeg' }
  if (name === previewName) return { kind: 'preview', quality: null, contentType: 'video/mp4' }
  const quality = /^(\d+)p\.mp4$/.exec(name)?.[1]
  return quality ? { kind: 'rendition', quality: Number(quality), contentType: 'video/mp4' } : null
}

interface DeliveryOptions {
  files: LadderFiles
  log: LadderLog
  /** Files that an earlier run completed, and the bytes of its renditions. */
  made: ReadonlySet<string>
  spent: number
  onFile: (file: LadderFile) => void
}

/** Hands over complete files, and records that they are complete. */
export class LadderDelivery {
  readonly #options: DeliveryOptions
  readonly #made: Set<string>
  #spent: number

  constructor(options: DeliveryOptions) {
    this.#options = options
    this.#made = new Set(options.made)
    this.#spent = options.spent
  }

  /** Bytes of the renditions that are complete. */
  get spent(): number {
    return this.#spent
  }

  has(name: string): boolean {
    return this.#made.has(name)
  }

  /** Hands over the remaining files that an earlier run made of this part again. */
  async repeat(part: LadderPart): Promise<void> {
    for (const name of this.#made) {
      const isRendition = kindOf(name)?.kind === 'rendition'
      if (isRendition === (part === 'renditions')) await this.#handOver(name)
    }
  }

  /** Hands over files that were written and closed; of a rendition, with its bytes. */
  async complete(names: readonly string[], bytes = 0): Promise<void> {
    this.#options.log.made([...names], bytes)
    this.#spent += bytes
    for (const name of names) {
      this.#made.add(name)
      await this.#handOver(name)
    }
  }

  /** Leaves out a file that was written. */
  async leaveOut(name: string): Promise<void> {
    await this.#options.files.remove(name)
    this.#options.log.made([name])
    this.#made.add(name)
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
    const { files, onFile } = this.#options
    const about = kindOf(name)
    if (!about) return
    const found = await files.read(name, about.contentType)
    if (found) onFile({ ...about, ...found })
  }
}
