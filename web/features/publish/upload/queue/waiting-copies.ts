import { removeStored } from '#web/studio/files/stored-files'
import { storeCopy } from '../store/local-files'
import type { QueueItem } from './queue-item'
import type { QueueItems } from './queue-items'

/**
 * Copies the chosen files of videos that wait to be prepared, one after the other, so that a closed or killed tab loses
 * none: a later page can't open a chosen file.
 */
export class WaitingCopies {
  readonly #items: QueueItems
  /** Chosen files that were copied, or couldn't be. */
  readonly #tried = new WeakSet<NonNullable<QueueItem['picked']>>()
  #copying: Promise<void> | null = null
  #isEnded = false

  constructor(items: QueueItems) {
    this.#items = items
  }

  /** Copies the files that aren't copied yet. */
  copy(): void {
    this.#copying ??= this.#copyAll().finally(() => {
      this.#copying = null
    })
  }

  /** Resolves when a copy that was being made is removed. */
  async end(): Promise<void> {
    this.#isEnded = true
    await this.#copying
  }

  async #copyAll(): Promise<void> {
    for (let item = this.#next(); item; item = this.#next()) await this.#copy(item)
  }

  #next(): QueueItem | undefined {
    if (this.#isEnded) return
    return this.#items.get().find(({ picked }) => picked && !this.#tried.has(picked))
  }

  async #copy({ key, picked }: QueueItem): Promise<void> {
    if (!picked) return
    this.#tried.add(picked)
    const copy = crypto.randomUUID()
    // The prepared video needs as much beside it.
    if (!(await storeCopy(picked.file, copy, 2 * picked.file.size))) return
    // Prepared, removed or replaced meanwhile.
    if (this.#isEnded || this.#items.find(key)?.picked !== picked) await removeStored(copy)
    else this.#items.change(key, { copy })
  }
}
