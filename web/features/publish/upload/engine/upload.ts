import type { FinishedUpload, Upload } from '../../../../../contract/schemas/uploads/uploads'
import type { PartReader } from './part-reader'
import { missingParts, type PartTable, sendParts } from './parts'
import { RateMeter } from './rate-meter'
import type { ResumeRecord, ResumeStore } from './resume-store'
import { type Surroundings, withRetry } from './retry'
import { type Transport, TransportError } from './transport'

export type UploadPhase =
  | 'waiting'
  | 'sending'
  | 'offline'
  | 'limited'
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
  result: FinishedUpload | null
}

export interface UploadSeams {
  reader: PartReader
  transport: Transport
  store: ResumeStore
  surroundings: Surroundings
  /** Waits until this upload may send; the result lets the next one. */
  turn?: (signal: AbortSignal) => Promise<() => void>
  /** Waits for the end of a limit on uploads, however long, instead of failing. */
  patient?: boolean
}

const pause = new DOMException('Upload paused.', 'AbortError')
const cancel = new DOMException('Upload cancelled.', 'AbortError')
const unreadable = 'We can no longer read this file. Choose or fetch it again.'

/**
 * One resumable upload: opens or finds it, sends the missing parts, finishes it. Independent of React and
 * XHR.
 */
export class ResumableUpload {
  readonly #seams: UploadSeams
  readonly #listeners = new Set<() => void>()
  readonly #meter = new RateMeter()
  #record: ResumeRecord
  #state: UploadState
  #run: { controller: AbortController; ended: Promise<void> } | null = null

  constructor(record: ResumeRecord, seams: UploadSeams) {
    this.#record = record
    this.#seams = seams
    this.#state = {
      phase: 'waiting',
      sentBytes: 0,
      totalBytes: record.size,
      rate: null,
      secondsLeft: null,
      limitedUntil: null,
      error: null,
      canRetry: true,
      result: null,
    }
  }

  readonly getState = (): UploadState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Starts, or resumes after a pause or a failure. Resolves when it is done, paused, failed or cancelled. */
  start(): Promise<void> {
    const { phase } = this.#state
    if (phase === 'done' || phase === 'cancelled') return Promise.resolve()
    if (this.#run && !this.#run.controller.signal.aborted) return this.#run.ended

    this.#seams.store.save(this.#record)
    const before = this.#run?.ended ?? Promise.resolve()
    const controller = new AbortController()
    this.#set({ phase: 'waiting', error: null })
    const ended = before.then(() => this.#attempt(controller.signal))
    this.#run = { controller, ended }
    return ended
  }

  /** Stops sending. Parts in transit are sent again unless they still arrive. */
  pause(): void {
    if (!['waiting', 'sending', 'offline', 'limited'].includes(this.#state.phase)) return
    this.#run?.controller.abort(pause)
    this.#meter.reset()
    this.#set({ phase: 'paused', limitedUntil: null, rate: null, secondsLeft: null })
  }

  /** Ends the upload and removes it from the browser and the server. */
  async cancel(): Promise<void> {
    if (this.#state.phase === 'cancelled') return
    this.#run?.controller.abort(cancel)
    this.#set({ phase: 'cancelled', rate: null, secondsLeft: null })
    // Cleared at once, since the next upload uses the same place.
    this.#seams.store.clear()
    // An upload that is still being opened has no ID yet: only its end tells what to abandon.
    await this.#run?.ended
    await this.#seams.reader.discard()
    await this.#abandon()
  }

  /** Forgets a finished upload that a video has taken over, but keeps it on the server. */
  async release(): Promise<void> {
    this.#seams.store.clear()
    await this.#seams.reader.discard()
  }

  async #attempt(signal: AbortSignal): Promise<void> {
    let endTurn = () => {}
    try {
      endTurn = (await this.#seams.turn?.(signal)) ?? endTurn
      const upload = await this.#openOrFind(signal)
      signal.throwIfAborted()
      if (!upload.done) await this.#send(upload, signal)
      this.#set({ phase: 'finishing', sentBytes: this.#record.size, rate: null, secondsLeft: null })
      const result = await this.#retrying(signal, () => this.#seams.transport.complete(upload.id, signal))
      signal.throwIfAborted()
      this.#set({ phase: 'done', result })
    } catch (error) {
      if (!signal.aborted) this.#fail(error)
    } finally {
      endTurn()
      if (this.#run?.controller.signal === signal) this.#run = null
    }
  }

  async #openOrFind(signal: AbortSignal): Promise<Upload> {
    const { transport } = this.#seams
    const { uploadId } = this.#record
    if (uploadId !== null) {
      const found = await this.#retrying(signal, () => transport.status(uploadId, signal)).catch(ignoreLost)
      if (found) return found
    }
    if (this.#seams.reader.isRemote) throw new Error('The server has deleted the file.')
    const { kind, size, contentType, fileName, fingerprint, pictures } = this.#record
    return this.#retrying(signal, async () => {
      const opened = await transport.open({
        ...{ kind, size, contentType, fileName, fingerprint },
        ...(pictures && { pictures }),
      })
      // Stored before an abort is noticed, or it could never be abandoned.
      this.#remember(opened.id)
      return opened
    })
  }

  async #send(upload: Upload, signal: AbortSignal): Promise<void> {
    const table: PartTable = { ...upload, size: this.#record.size }
    this.#set({ phase: 'sending' })
    await sendParts(table, missingParts(table), {
      ...this.#seams,
      signal,
      retry: (laneSignal, call) => this.#retrying(laneSignal, call),
      onProgress: (sentBytes) => {
        if (!signal.aborted) this.#progress(sentBytes)
      },
    })
  }

  #retrying<Result>(signal: AbortSignal, call: (attempt: number) => Promise<Result>): Promise<Result> {
    const { phase } = this.#state
    const onOffline = (offline: boolean) => {
      this.#meter.reset()
      this.#set({ phase: offline ? 'offline' : phase, rate: null, secondsLeft: null })
    }
    const onLimit = (wait: number | null) => {
      this.#meter.reset()
      const limitedUntil = wait === null ? null : Date.now() + wait
      this.#set({ phase: wait === null ? phase : 'limited', limitedUntil, rate: null, secondsLeft: null })
    }
    const { surroundings, patient } = this.#seams
    return withRetry(call, { signal, surroundings, onOffline, ...(patient && { onLimit }) })
  }

  #progress(sentBytes: number): void {
    this.#meter.add(sentBytes, this.#seams.surroundings.now())
    const { rate } = this.#meter
    const left = this.#record.size - sentBytes
    this.#set({ sentBytes, rate, secondsLeft: rate ? Math.ceil(left / rate) : null })
  }

  #remember(uploadId: string | null): void {
    this.#record = { ...this.#record, uploadId }
    if (this.#state.phase !== 'cancelled') this.#seams.store.save(this.#record)
  }

  #fail(error: unknown): void {
    if (!(error instanceof TransportError)) {
      // Only reading can have failed: the file was moved, changed or removed since it was chosen.
      this.#set({ phase: 'failed', error: unreadable, canRetry: false, rate: null, secondsLeft: null })
      return
    }
    // 401, 404, 409 and 410 aren't about the file: signing in again or a new request helps.
    const refused = error.status >= 400 && error.status < 500 && ![401, 404, 409, 410].includes(error.status)
    if (error.status === 404 || error.status === 410) this.#remember(null)
    this.#set({
      phase: 'failed',
      error: error.message,
      canRetry: error.isTemporary || !refused,
      rate: null,
      secondsLeft: null,
    })
  }

  async #abandon(): Promise<void> {
    const { uploadId } = this.#record
    if (uploadId === null) return
    const { signal } = new AbortController()
    try {
      await this.#retrying(signal, () => this.#seams.transport.abandon(uploadId))
    } catch (error) {
      // Gone already, or unreachable for long, in which case the server's own sweep removes it.
      if (!(error instanceof TransportError)) throw error
    }
  }

  #set(change: Partial<UploadState>): void {
    // Cancelled is final: no late response may change it.
    if (this.#state.phase === 'cancelled') return
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}

/** An upload that the server no longer knows is opened again. */
function ignoreLost(error: unknown): null {
  if (error instanceof TransportError && (error.status === 404 || error.status === 410)) return null
  throw error
}
