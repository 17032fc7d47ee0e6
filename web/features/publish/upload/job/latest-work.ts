/** Does one thing at a time: a newer one takes the place of the one before. */
export class LatestWork {
  #controller: AbortController | null = null

  get isRunning(): boolean {
    return this.#controller !== null
  }

  cancel(): void {
    this.#controller?.abort(new DOMException('Cancelled.', 'AbortError'))
    this.#controller = null
  }

  /** What fails goes to `onFailure`, unless it was cancelled or replaced before. */
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
