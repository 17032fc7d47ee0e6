import type { FinishedUpload, Upload } from '#contract/schemas/uploads/upload'
import { Observed } from './observed'
import type { PartReader } from './part-reader'
import { missingParts, type PartTable, sendParts } from './parts'
import { RateMeter } from './rate-meter'
import type { ResumeRecord } from './resume-record'
import { type Surroundings, withRetry } from './retry'
import { type Transport, TransportError } from './transport'

export type UploadPhase =
  | 'waiting'
  | 'sending'
  | 'offline'
  | 'limited'
  | 'delayed'
  | 'paused'
  | 'finishing'
  | 'done'
  | 'failed'
  | 'cancelled'

export interface UploadState {
  phase: UploadPhase
  sentBytes: number
  totalBytes: number
  /** Bytes per second, smoothed; null while it isn't known. */
  rate: number | null
  secondsLeft: number | null
  /** When a limit on uploads ends, in milliseconds since 1970; null while there is none. */
  limitedUntil: number | null
  /** A sentence that says why it failed. */
  error: string | null
  /** Whether trying again can help: false when the server refused the file itself. */
  canRetry: boolean
  /** Whether the server deleted it after it was sent: it is sent again only when someone wants it. */
  isLost: boolean
  result: FinishedUpload | null
}

export interface UploadSeams {
  reader: PartReader
  transport: Transport
  /** Receives the record with which a reload resumes it. */
  save?: (record: ResumeRecord) => void
  surroundings: Surroundings
  /** Waits until this upload may send. Resolves to a function that ends its turn. */
  turn?: (signal: AbortSignal) => Promise<() => void>
  /** Waits for the end of a limit on uploads, however long, instead of failing. */
  patient?: boolean
  /** Waits for the end of an outage, however long, instead of failing. */
  tireless?: boolean
}

/** Phases in which it can be paused. */
export const pausable: readonly UploadPhase[] = ['waiting', 'sending', 'offline', 'limited', 'delayed']

const pause = new DOMException('Upload paused.', 'AbortError')
const cancel = new DOMException('Upload cancelled.', 'AbortError')
const signedOut = 'Your session has ended. Sign in, then try again.'
const lost = new TransportError("This upload wasn't published for days, so the site has deleted it.", {
  status: 410,
  code: 'gone',
})
const unreadable = 'We can no longer read this file. Choose or fetch it again.'

/**
 * One resumable upload: opens or finds it, sends the missing parts, finishes it. Independent of React and
 * XHR.
 */
export class ResumableUpload {
  readonly #seams: UploadSeams
  readonly #state: Observed<UploadState>
  readonly #meter = new RateMeter()
  #record: ResumeRecord
  #sendsAgain = false
  /** How many calls have waited for the site for some seconds. */
  #delayed = 0
  #run: { controller: AbortController; ended: Promise<void> } | null = null

  constructor(record: ResumeRecord, seams: UploadSeams) {
    this.#record = record
    this.#seams = seams
    this.#state = new Observed<UploadState>({
      phase: 'waiting',
      sentBytes: 0,
      totalBytes: record.size,
      rate: null,
      secondsLeft: null,
      limitedUntil: null,
      error: null,
      canRetry: true,
      isLost: false,
      result: null,
    })
  }

  readonly getState = (): UploadState => this.#state.get()

  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener)

  /**
   * Starts, or resumes after a pause or a failure. `sendsAgain` is whether someone wants what the server may have
   * deleted. Resolves when it is done, paused, failed or cancelled.
   */
  start(sendsAgain = false): Promise<void> {
    const { phase } = this.getState()
    this.#sendsAgain = sendsAgain
    if (phase === 'done' || phase === 'cancelled') return Promise.resolve()
    if (this.#run && !this.#run.controller.signal.aborted) return this.#run.ended

    this.#seams.save?.(this.#record)
    const before = this.#run?.ended ?? Promise.resolve()
    const controller = new AbortController()
    this.#set({ phase: 'waiting', error: null, isLost: false })
    const ended = before.then(() => this.#attempt(controller.signal))
    this.#run = { controller, ended }
    return ended
  }

  /** Starts again from the parts that the server has by now: none of an upload left for days. */
  sendAgain(): Promise<void> {
    if (this.getState().phase === 'done') this.#set({ phase: 'waiting', result: null })
    return this.start(true)
  }

  /** Stops sending. Parts in transit are sent again unless they still arrive. */
  pause(): void {
    if (!pausable.includes(this.getState().phase)) return
    this.#run?.controller.abort(pause)
    this.#meter.reset()
    this.#set({ phase: 'paused', limitedUntil: null, rate: null, secondsLeft: null })
  }

  /** Ends the upload and removes it from the browser and the server. */
  async cancel(): Promise<void> {
    if (this.getState().phase === 'cancelled') return
    this.#run?.controller.abort(cancel)
    this.#set({ phase: 'cancelled', rate: null, secondsLeft: null })
    // An upload that is still being opened has no ID yet: only once that ends is it known which one to
    // abandon.
    await this.#run?.ended
    await this.#abandon()
  }

  async #attempt(signal: AbortSignal): Promise<void> {
    let endTurn = () => {}
    try {
      endTurn = (await this.#seams.turn?.(signal)) ?? endTurn
      // The server may lack a part that it had, or have more than is known here: its present answer counts.
      const result = await this.#deliver(signal).catch((error: unknown) => {
        if (!isOutdated(error)) throw error
        return this.#deliver(signal)
      })
      signal.throwIfAborted()
      this.#save({ isSent: true })
      this.#set({ phase: 'done', result })
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    } finally {
      endTurn()
      if (this.#run?.controller.signal === signal) this.#run = null
    }
  }

  async #deliver(signal: AbortSignal): Promise<FinishedUpload> {
    const upload = await this.#openOrFind(signal)
    signal.throwIfAborted()
    if (!upload.done) await this.#send(upload, signal)
    this.#set({ phase: 'finishing', sentBytes: this.#record.size, rate: null, secondsLeft: null })
    return this.#retrying('finishing', signal, () => this.#seams.transport.complete(upload.id, signal))
  }

  async #openOrFind(signal: AbortSignal): Promise<Upload> {
    const { transport } = this.#seams
    const { uploadId } = this.#record
    if (uploadId !== null) {
      const found = await this.#retrying('waiting', signal, () => transport.status(uploadId, signal)).catch(
        ignoreLost,
      )
      if (found) return found
      if (this.#record.isSent && !this.#sendsAgain) throw lost
    }
    if (this.#seams.reader.isRemote) throw new Error('The server has deleted the file.')
    const { kind, size, contentType, fileName, fingerprint, pictures } = this.#record
    return this.#retrying('waiting', signal, async () => {
      const opened = await transport.open({
        kind,
        size,
        contentType,
        fileName,
        fingerprint,
        ...(pictures && { pictures }),
      })
      // Stored before an abort is noticed, or it could never be abandoned.
      this.#save({ uploadId: opened.id, isSent: false })
      return opened
    })
  }

  async #send(upload: Upload, signal: AbortSignal): Promise<void> {
    const table: PartTable = { ...upload, size: this.#record.size }
    this.#set({ phase: 'sending' })
    await sendParts(table, missingParts(table), {
      ...this.#seams,
      signal,
      retry: (laneSignal, call) => this.#retrying('sending', laneSignal, call),
      onProgress: (sentBytes) => {
        if (!signal.aborted) this.#progress(sentBytes)
      },
    })
  }

  /** Repeats a call until it succeeds; `phase` is the phase that the call belongs to. */
  #retrying<Result>(
    phase: UploadPhase,
    signal: AbortSignal,
    call: (attempt: number) => Promise<Result>,
  ): Promise<Result> {
    const show = (change: Partial<UploadState>) => {
      // The phase set by the abort says more.
      if (signal.aborted) return
      this.#meter.reset()
      this.#set({ rate: null, secondsLeft: null, ...change })
    }
    const onOffline = (offline: boolean) => show({ phase: offline ? 'offline' : phase })
    const onLimit = (wait: number | null) =>
      show(
        wait === null ? { phase, limitedUntil: null } : { phase: 'limited', limitedUntil: Date.now() + wait },
      )
    const onDelay = (delayed: boolean) => {
      this.#delayed += delayed ? 1 : -1
      show({ phase: this.#delayed > 0 ? 'delayed' : phase })
    }
    const { surroundings, patient, tireless } = this.#seams
    const waits = { ...(patient && { onLimit }), ...(tireless && { onDelay }) }
    return withRetry(call, { signal, surroundings, onOffline, ...waits })
  }

  #progress(sentBytes: number): void {
    this.#meter.add(sentBytes, this.#seams.surroundings.now())
    const { rate } = this.#meter
    const left = this.#record.size - sentBytes
    this.#set({ sentBytes, rate, secondsLeft: rate ? Math.ceil(left / rate) : null })
  }

  #save(change: Pick<ResumeRecord, 'isSent'> & { uploadId?: string | null }): void {
    this.#record = { ...this.#record, ...change }
    if (this.getState().phase !== 'cancelled') this.#seams.save?.(this.#record)
  }

  #fail(error: unknown): void {
    if (!(error instanceof TransportError)) {
      // Only reading can have failed: the file was moved, changed or removed since it was chosen.
      this.#set({ phase: 'failed', error: unreadable, canRetry: false, rate: null, secondsLeft: null })
      return
    }
    // 401, 404, 409 and 410 aren't about the file: signing in again or a new request helps.
    const refused = error.status >= 400 && error.status < 500 && ![401, 404, 409, 410].includes(error.status)
    const isLost = error === lost
    if (!isLost && (error.status === 404 || error.status === 410)) this.#save({ uploadId: null })
    this.#set({
      phase: 'failed',
      error: error.status === 401 ? signedOut : error.message,
      canRetry: error.isTemporary || !refused,
      isLost,
      rate: null,
      secondsLeft: null,
    })
  }

  async #abandon(): Promise<void> {
    const { uploadId } = this.#record
    if (uploadId === null) return
    const { signal } = new AbortController()
    const { transport, surroundings } = this.#seams
    try {
      await withRetry(() => transport.abandon(uploadId), { signal, surroundings })
    } catch (error) {
      // Gone already, or unreachable for long, in which case the server's own sweep removes it.
      if (!(error instanceof TransportError)) throw error
    }
  }

  #set(change: Partial<UploadState>): void {
    // Cancelled is final: no late response may change it.
    if (this.getState().phase !== 'cancelled') this.#state.change(change)
  }
}

/**
 * Returns null for an upload that the server no longer knows, which is opened again. Throws any other error.
 */
function ignoreLost(error: unknown): null {
  if (error instanceof TransportError && (error.status === 404 || error.status === 410)) return null
  throw error
}

/**
 * Returns whether the server's state of the upload isn't the one known here. A conflict that passes comes
 * with a Retry-After.
 */
function isOutdated(error: unknown): boolean {
  return error instanceof TransportError && error.status === 409
}
