/** Runs one task at a time; a newer one replaces the one before. */
export class LatestWork {
  #controller: AbortController | null = null

  get isRunning(): boolean {
    return this.#controller !== null
  }

  cancel(): void {
    this.#controller?.abort(new DOMException('Cancelled.', 'AbortError'))
    this.#controller = null
  }

  /** Reports a failure to `onFailure`, unless the task was cancelled or replaced before. */
  async run(
    work: (signal: AbortSignal) => Promise<void>,
    onFailure: (error: unknown) => void,
  ): Promise<void> {
    this.cancel()
    const controller = new AbortController()
    this.#controller = controller
    try {
      await work(controller.signal)
    } catch (error) {
      if (!controller.signal.aborted) onFailure(error)
    } finally {
      if (this.#controller === controller) this.#controller = null
    }
  }
}
