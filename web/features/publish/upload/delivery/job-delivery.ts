import { removeStored } from '#web/studio/files/stored-files'
import { ladderStopped } from '#web/studio/ladder/support'
import { Refusal } from '#web/studio/source/refusal'
import {
  drawPictures,
  type LadderFile,
  type LadderOutcome,
  type LadderProgress,
  makeLadder,
} from '#web/studio/studio'
import { browserSurroundings } from '../engine/browser-surroundings'
import { Observed } from '../engine/observed'
import { blobReader, remoteReader } from '../engine/part-reader'
import type { ResumeRecord } from '../engine/resume-store'
import { TransportError } from '../engine/transport'
import { ResumableUpload, type UploadState } from '../engine/upload'
import { xhrTransport } from '../engine/xhr-transport'
import { type JobKeeper, type JobRecord, removeFiles } from '../store/job-record'
import { withTabLock } from '../store/tab-lock'
import { attachFiles, isDeleted, isInTrash, isVideoGone } from './attach'
import { DerivedFiles, type FurtherFiles, type Sending, SendingFailed } from './derived-files'
import { type TurnKind, turnsOf } from './turns'

export interface DeliveryState extends ReturnType<typeof shownOf> {
  /** Upload of the source. */
  upload: UploadState
  /** Progress of the derived files in the studio; null before it has reported. */
  making: LadderProgress | null
  /** The further file that is being sent. */
  sending: Sending | null
  /** Another tab does the work. */
  elsewhere: boolean
  /** A sentence that says why sending stopped early. */
  error: string | null
  ended: boolean
}

/**
 * Sends everything for one prepared video: its source, then the files derived from it, before and after
 * publication.
 */
export class JobDelivery {
  readonly #keeper: JobKeeper
  readonly #file: Blob | string
  readonly #source: ResumableUpload
  readonly #made: DerivedFiles
  readonly #controller = new AbortController()
  readonly #forgetKeeper: () => void
  readonly #observed: Observed<DeliveryState>
  #running: Promise<void> | null = null
  #making: Promise<void> | null = null

  /** `source` is the record's own; `file` its bytes, or their address where the server has all of them. */
  constructor(keeper: JobKeeper, source: ResumeRecord, file: Blob | string) {
    this.#keeper = keeper
    this.#file = file
    this.#source = new ResumableUpload(source, {
      reader: typeof file === 'string' ? remoteReader(source.size) : blobReader(file),
      transport: xhrTransport,
      store: { load: () => source, save: (record) => this.#saveSource(record), clear: () => {} },
      surroundings: browserSurroundings,
      // What the server has isn't sent.
      ...(typeof file !== 'string' && {
        turn: (signal: AbortSignal) =>
          turnsOf(keeper.record.account).take('send', keeper.record.draft ?? '', signal),
      }),
      patient: true,
      tireless: true,
    })
    this.#source.subscribe(() => this.#set({ upload: this.#source.getState() }))
    this.#made = new DerivedFiles(keeper, (sending) => this.#set({ sending }))
    const upload = this.#source.getState()
    const idle = { making: null, sending: null, elsewhere: false, error: null, ended: false }
    this.#observed = new Observed({ ...idle, ...shownOf(keeper.record), upload })
    this.#forgetKeeper = keeper.onRemoved(() => void this.cancel())
  }

  readonly getState = (): DeliveryState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => this.#observed.subscribe(listener)

  /** ID of the job. */
  get id(): string {
    return this.#keeper.record.id
  }

  /** Resolves when everything is done, or it was cancelled. */
  run(): Promise<void> {
    const { signal } = this.#controller
    this.#running ??= withTabLock(
      `job ${this.#keeper.record.id}`,
      { signal, onWait: () => this.#set({ elsewhere: true }) },
      () => this.#work(signal),
    ).catch((error: unknown) => {
      if (!signal.aborted) throw error
    })
    return this.#running
  }

  pause(): void {
    this.#source.pause()
  }

  /** Resumes after a pause or a failure. */
  resume(): void {
    const { videoId, elsewhere, makingError, upload } = this.#state
    // The question is shown in the tab that does the work.
    if (elsewhere) return
    // What the server refused for good would only be sent again in full.
    if (videoId === null && upload.canRetry) void this.#source.start()
    if (makingError !== null) this.#change({ makingError: null })
    this.#set({ error: null })
  }

  /** Sends the source again if the server has deleted it, and makes again what was sent of the rest. */
  sendAgain(): Promise<void> {
    return this.#source.sendAgain()
  }

  /** Creates the renditions although it takes long; false skips them. */
  decide(wanted: boolean): void {
    this.#change({ ladder: wanted ? 'patient' : 'over', minutes: null })
  }

  /** Returns the finished files besides the source; null when there are none. */
  uploaded(): FurtherFiles | null {
    return this.#made.uploaded()
  }

  /** Whether the source and everything that is derived from it have been sent. */
  get isComplete(): boolean {
    const { ladder, upload, error } = this.#state
    return upload.phase === 'done' && ladder === 'over' && error === null && !this.#made.hasWaiting
  }

  /** Called when a video has taken over the source and these files. The others follow automatically. */
  async publishedAs(videoId: number, files: FurtherFiles | null): Promise<void> {
    if (files) this.#made.attached(files)
    const { uncut, source } = this.#keeper.record
    this.#change({ videoId, draft: null, uncut: null })
    if (uncut?.storedName && uncut.storedName !== source?.storedName) await removeStored(uncut.storedName)
  }

  /** Removes everything here and stops waiting. What was sent stays on the server. */
  async end(): Promise<void> {
    this.#keeper.remove()
    await this.#removeFiles(null)
    this.#set({ ended: true })
  }

  /**
   * Stops and removes everything here and on the server, except files that a video has; `keep` names a file
   * to keep.
   */
  async cancel(keep: string | null = null): Promise<void> {
    const { ended, elsewhere, videoId } = this.#state
    if (ended) return
    this.#controller.abort(new DOMException('Cancelled.', 'AbortError'))
    this.#keeper.remove()
    this.#set({ ended: true })
    // The tab that does the work notices, and knows what to remove.
    if (elsewhere) return
    await Promise.allSettled([videoId === null && this.#source.cancel(), this.#made.cancel(), this.#making])
    await this.#removeFiles(keep)
  }

  /** Before the source counts as sent: what was sent of the rest was deleted with its upload before. */
  #saveSource(source: ResumeRecord): void {
    const { source: before, made } = this.#keeper.record
    const kept = made.filter(({ progress }) => progress !== 'uploaded')
    const isAnother = source.uploadId !== before?.uploadId && kept.length < made.length
    this.#change({ source, ...(isAnother && { made: kept, ladder: 'making' as const }) })
  }

  async #work(signal: AbortSignal): Promise<void> {
    // While this tab waited, another one made progress or finished.
    const isThere = this.#state.elsewhere ? await this.#keeper.reload() : this.#keeper.isThere
    if (!isThere) return this.#set({ ended: true })
    this.#showRecord()
    this.#set({ elsewhere: false })
    void this.#endIfDeleted(signal)
    if (this.#state.videoId === null && this.#state.upload.phase !== 'paused') void this.#source.start()
    while (!this.#state.ended) {
      try {
        await this.#step(signal)
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof SendingFailed || error instanceof TransportError)) throw error
        this.#set({ error: error.message })
      }
    }
  }

  /** Takes the next step, or waits until there is one. */
  async #step(signal: AbortSignal): Promise<void> {
    const { videoId, ladder, error } = this.#state
    if (error !== null) return this.#until(() => this.#state.error === null || this.#state.ended)
    if (this.#wantsMaking) this.#making = this.#make(signal)
    if (this.#maySend) await this.#made.sendNext()
    else if (videoId !== null && this.#made.uploaded()) await this.#attach(videoId, signal)
    else if (videoId !== null && ladder === 'over') await this.end()
    this.#showRecord()
    await this.#until(() => this.#hasWork)
  }

  /** Ends what waits for an answer about a video that is gone: only by asking is that found out. */
  async #endIfDeleted(signal: AbortSignal): Promise<void> {
    const { videoId, ladder, makingError } = this.#state
    if (videoId === null || (ladder !== 'offered' && makingError === null)) return
    // Where it can't be told, the next page asks again.
    if (await isDeleted(videoId, signal).catch(() => false)) await this.cancel()
  }

  get #wantsMaking(): boolean {
    const { ladder, makingError } = this.#state
    return (ladder === 'making' || ladder === 'patient') && this.#making === null && makingError === null
  }

  get #maySend(): boolean {
    const { videoId, upload } = this.#state
    // The source goes first, alone: without it there is nothing to publish.
    return this.#made.hasWaiting && (videoId !== null || upload.phase === 'done')
  }

  get #hasWork(): boolean {
    const { videoId, ladder, ended } = this.#state
    if (ended || this.#wantsMaking || this.#maySend) return true
    return videoId !== null && (ladder === 'over' || this.#made.uploaded() !== null)
  }

  /** Waits until the condition holds. */
  #until(condition: () => boolean): Promise<void> {
    return this.#observed.until(() => (condition() ? null : undefined)).then(() => undefined)
  }

  async #make(signal: AbortSignal): Promise<void> {
    const { id, ladder } = this.#keeper.record
    const taking: Promise<void>[] = []
    const options = {
      key: id,
      signal,
      onProgress: (making: LadderProgress) => this.#set({ making }),
      onFile: (file: LadderFile) => void taking.push(this.#take(file)),
    }
    let after: Partial<JobRecord>
    try {
      await this.#inTurn('draw', signal, () => drawPictures(this.#file, options))
      this.#set({ making: null })
      const outcome = await this.#encode({ ...options, patient: ladder === 'patient' })
      await Promise.all(taking)
      if (outcome.kind === 'choice') after = { ladder: 'offered', minutes: outcome.minutes }
      else after = { ladder: 'over', ...(outcome.kind === 'unable' ? { missing: outcome.missing } : {}) }
    } catch (error) {
      if (signal.aborted) return
      // The studio keeps its finished files, so it resumes from there.
      after = { makingError: error instanceof Refusal ? error.message : ladderStopped }
    }
    this.#making = null
    this.#set({ making: null })
    this.#change(after)
  }

  /** Makes the renditions. Of a file that isn't here there are none: all of it would have to come. */
  async #encode(options: Parameters<typeof makeLadder>[1]): Promise<LadderOutcome> {
    const file = this.#file
    if (typeof file === 'string') return { kind: 'made' }
    return this.#inTurn('encode', options.signal, () => makeLadder(file, options))
  }

  async #inTurn<Result>(kind: TurnKind, signal: AbortSignal, work: () => Promise<Result>): Promise<Result> {
    const { account, draft } = this.#keeper.record
    const end = await turnsOf(account).take(kind, draft ?? '', signal)
    try {
      return await work()
    } finally {
      end()
    }
  }

  async #take(file: LadderFile): Promise<void> {
    await this.#made.add(file)
    this.#showRecord()
  }

  async #attach(videoId: number, signal: AbortSignal): Promise<void> {
    const files = this.#made.uploaded()
    const madeFrom = this.#keeper.record.source?.uploadId
    if (!files) return
    // The source of a published video has been opened; without its upload, the server couldn't tell what the
    // files derive from.
    if (!madeFrom) return this.cancel()
    try {
      await attachFiles(videoId, { ...files, madeFrom }, signal)
      this.#made.attached(files)
    } catch (error) {
      if (!isVideoGone(error)) throw error
      // Where it can't be told whether it is in the trash, the next page tries again.
      if (error.status === 404 && (await isInTrash(videoId, signal).catch(() => true)))
        throw new SendingFailed(trashed)
      // Deleted for good or replaced meanwhile, so the rest isn't needed.
      await this.cancel()
    }
  }

  async #removeFiles(keep: string | null): Promise<void> {
    this.#forgetKeeper()
    await removeFiles(this.#keeper.record, keep)
  }

  #change(change: Partial<JobRecord>): void {
    this.#keeper.change(change)
    this.#showRecord()
  }

  get #state(): DeliveryState {
    return this.#observed.get()
  }

  #showRecord(): void {
    this.#set(shownOf(this.#keeper.record))
  }

  #set(change: Partial<DeliveryState>): void {
    this.#observed.set({ ...this.#state, ...change })
  }
}

const trashed = 'This video was deleted. Restore it, then try again.'

function shownOf({ videoId, ladder, minutes, missing, makingError = null }: JobRecord) {
  return { videoId, ladder, minutes, missing, makingError }
}
