import { ApiError, errorDetail } from '#web/lib/api-error'
import { Refusal, stopped } from '#web/studio/source/refusal'
import type { Observed } from '../engine/observed'
import { TransportError } from '../engine/transport'
import type { JobState } from './job-state'

/** Runs one preparation at a time, whose states count until a newer one replaces it. */
export class Preparing {
  readonly #state: Observed<JobState>
  #controller: AbortController | null = null

  constructor(state: Observed<JobState>) {
    this.#state = state
  }

  get isRunning(): boolean {
    return this.#controller !== null
  }

  cancel(): void {
    this.#controller?.abort(new DOMException('Cancelled.', 'AbortError'))
    this.#controller = null
  }

  /** Resolves to whether it was done. `failed` returns the state after a failure, of which it gets the sentence. */
  async run(
    work: (signal: AbortSignal, show: (state: JobState) => void) => Promise<void>,
    failed: (sentence: string) => JobState,
  ): Promise<boolean> {
    this.cancel()
    const controller = new AbortController()
    const { signal } = controller
    this.#controller = controller
    const show = (state: JobState) => {
      if (!signal.aborted) this.#state.set(state)
    }
    try {
      await work(signal, show)
      return true
    } catch (error) {
      show(failed(sentenceOf(error)))
      return false
    } finally {
      if (this.#controller === controller) this.#controller = null
    }
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof Refusal || error instanceof TransportError) return error.message
  return error instanceof ApiError || error instanceof TypeError ? errorDetail(error) : stopped
}
