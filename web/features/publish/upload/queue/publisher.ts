import { jobOfDraft } from '../store/job-record'
import { uploadStore } from '../store/upload-store'
import { type Published, publishDraft } from './publish-draft'
import { isBare, type QueueItem } from './queue-item'
import type { QueueItems } from './queue-items'
import { retryJobs } from './retry-stopped'

/** `count` videos were published since the queue was empty; after the last one it is empty again. */
export type QueuePublished = Published & { isLast: boolean; count: number }

/** Publishes the videos of a queue that are to be published, each as soon as it is uploaded. */
export class Publisher {
  readonly #items: QueueItems
  readonly #running = new Map<string, AbortController>()
  readonly #listeners = new Set<(published: QueuePublished) => void>()
  #count = 0
  #isEnded = false

  constructor(items: QueueItems) {
    this.#items = items
    items.subscribe(() => this.look())
  }

  /** How many videos were published since the queue was empty. */
  get count(): number {
    return this.#count
  }

  readonly onPublished = (listener: (published: QueuePublished) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Starts to publish the videos that are ready. */
  look(): void {
    if (this.#isEnded) return
    const items = this.#items.get()
    for (const item of items) {
      const isReady = item.wanted && !item.file && !item.isRestoring && mayPublish(item, items.length > 1)
      if (isReady && !this.#running.has(item.key)) void this.#publish(item)
    }
  }

  /** Stops publishing a removed video. */
  cancel(key: string): void {
    this.#running.get(key)?.abort(new DOMException('Cancelled.', 'AbortError'))
  }

  end(): void {
    this.#isEnded = true
    for (const key of this.#running.keys()) this.cancel(key)
  }

  async #publish({ key, job }: QueueItem): Promise<void> {
    const controller = new AbortController()
    const { signal } = controller
    this.#running.set(key, controller)
    const onLimit = (limitedUntil: number | null) => this.#items.change(key, { limitedUntil })
    try {
      const outcome = await this.#items.turns.run('publish', key, signal, () =>
        publishDraft(key, job, { account: this.#items.account, signal, onLimit }),
      )
      this.#running.delete(key)
      if ('video' in outcome) await this.#notePublished(key, outcome)
      else this.#items.change(key, { wanted: false, refusal: outcome.refusal, limitedUntil: null })
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      if (this.#running.get(key) === controller) this.#running.delete(key)
    }
  }

  async #notePublished(key: string, published: Published): Promise<void> {
    const count = ++this.#count
    this.#items.drop(key)
    const isLast = this.#items.get().every(isBare)
    if (isLast) this.#count = 0
    // A page that is closed from here on has forgotten the draft and its video for good.
    await uploadStore.saved()
    for (const listener of this.#listeners) listener({ ...published, isLast, count })
    // A limit on uploads in progress may have held others.
    retryJobs(this.#items.get().map(({ job }) => job))
  }
}

/** Returns whether a video is uploaded, or never will be. */
function mayPublish({ key, job }: QueueItem, isOneOfMany: boolean): boolean {
  const state = job.getState()
  // Its file is gone, and is only to be chosen again.
  if (state.step === 'empty' && jobOfDraft(key)) return false
  if (state.step === 'fetching' || state.step === 'preparing') return false
  if (state.step !== 'uploading') return true
  const { phase, canRetry, isLost } = state.upload
  // Among many, it is tried again after the next one is published, or when the user says so; a lost one at once.
  return phase === 'done' || (phase === 'failed' && !(canRetry && isOneOfMany && !isLost))
}
