import { removeStored } from '#web/studio/files/stored-files'
import { storeCopy } from '../store/local-files'

export interface WaitingSeams {
  /** Returns the keys of the videos that wait to be prepared, in their order. */
  keys: () => readonly string[]
  /** Receives the name of the copy of a file. */
  onCopied: (key: string, name: string) => void
}

/**
 * The chosen files of videos that wait to be prepared. They are copied one after the other, so that a closed or
 * killed tab loses none: a page can't open a chosen file again by itself.
 */
export class WaitingFiles {
  readonly #seams: WaitingSeams
  readonly #files = new Map<string, { file: File; copy: 'none' | 'made' | 'impossible' }>()
  #copying: Promise<void> | null = null

  constructor(seams: WaitingSeams) {
    this.#seams = seams
  }

  set(key: string, file: File): void {
    this.#files.set(key, { file, copy: 'none' })
    this.#copying ??= this.#copyAll().finally(() => {
      this.#copying = null
    })
  }

  get(key: string): File | null {
    return this.#files.get(key)?.file ?? null
  }

  /** Called when a video is prepared, or isn't wanted any more. */
  forget(key: string): void {
    this.#files.delete(key)
  }

  /** Forgets all, and resolves when a copy that was being made is removed. */
  async end(): Promise<void> {
    this.#files.clear()
    await this.#copying
  }

  /** Returns whether a file is in this page alone. */
  isOnlyHere(key: string): boolean {
    const waiting = this.#files.get(key)
    return waiting !== undefined && waiting.copy !== 'made'
  }

  async #copyAll(): Promise<void> {
    for (let key = this.#next(); key !== undefined; key = this.#next()) await this.#copy(key)
  }

  #next(): string | undefined {
    return this.#seams.keys().find((key) => this.#files.get(key)?.copy === 'none')
  }

  async #copy(key: string): Promise<void> {
    const waiting = this.#files.get(key)
    if (!waiting) return
    const name = crypto.randomUUID()
    // The prepared video needs as much beside it.
    const isMade = await storeCopy(waiting.file, name, 2 * waiting.file.size)
    // Prepared, removed or replaced meanwhile.
    if (this.#files.get(key) !== waiting) return isMade ? removeStored(name) : undefined
    this.#files.set(key, { ...waiting, copy: isMade ? 'made' : 'impossible' })
    if (isMade) this.#seams.onCopied(key, name)
  }
}
