import type { Turns } from '../delivery/turns'
import { type Outcome, publishDraft } from './publish-draft'
import type { QueueItem } from './queue-item'

export interface WantedSeams {
  turns: Turns
  items: () => readonly QueueItem[]
  change: (key: string, change: Partial<QueueItem>) => void
  onPublished: (key: string, published: Extract<Outcome, { video: unknown }>) => void
}

/** Publishes the videos of a queue that are to be published, each as soon as it is uploaded. */
export class WantedPublisher {
  readonly #seams: WantedSeams
  readonly #running = new Map<string, AbortController>()
  #isEnded = false

  constructor(seams: WantedSeams) {
    this.#seams = seams
  }

  /** Begins with what is ready by now. */
  look(): void {
    if (this.#isEnded) return
    const items = this.#seams.items()
    for (const item of items) {
      const isReady = item.wanted && !item.file && !item.isRestoring && mayPublish(item, items.length > 1)
      if (isReady && !this.#running.has(item.key)) void this.#publish(item)
    }
  }

  /** Ends what runs for a removed video. */
  cancel(key: string): void {
    this.#running.get(key)?.abort(new DOMException('Cancelled.', 'AbortError'))
  }

  end(): void {
    this.#isEnded = true
    for (const key of this.#running.keys()) this.cancel(key)
  }

  async #publish({ key, job }: QueueItem): Promise<void> {
    const { turns, change, onPublished } = this.#seams
    const controller = new AbortController()
    const { signal } = controller
    this.#running.set(key, controller)
    let endTurn = () => {}
    try {
      endTurn = await turns.take('publish', key, signal)
      const outcome = await publishDraft(key, job, {
        signal,
        onLimit: (limitedUntil) => change(key, { limitedUntil }),
      })
      this.#running.delete(key)
      if ('video' in outcome) onPublished(key, outcome)
      else change(key, { wanted: false, refusal: outcome.refusal, limitedUntil: null })
    } catch (error) {
      if (!signal.aborted) throw error
    } finally {
      endTurn()
      if (this.#running.get(key) === controller) this.#running.delete(key)
    }
  }
}

/** Returns whether a video is uploaded, or never will be. */
function mayPublish({ job }: QueueItem, isOneOfMany: boolean): boolean {
  const state = job.getState()
  if (state.step === 'fetching' || state.step === 'preparing') return false
  if (state.step !== 'uploading') return true
  const { phase, canRetry } = state.upload
  // Among many, it is tried again after the next one is published, or when the user says so.
  return phase === 'done' || (phase === 'failed' && !(canRetry && isOneOfMany))
}
