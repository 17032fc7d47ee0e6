import { removeStored } from '#web/studio/files/stored-files'
import { browserSurroundings } from '../engine/browser-surroundings'
import { Observed } from '../engine/observed'
import { blobReader, remoteReader } from '../engine/part-reader'
import type { ResumeRecord } from '../engine/resume-record'
import { TransportError } from '../engine/transport'
import { ResumableUpload, type UploadState } from '../engine/upload'
import { transportFor } from '../engine/xhr-transport'
import { type JobKeeper, type JobRecord, removeFiles } from '../store/job-record'
import { withTabLock } from '../store/tab-lock'
import { attachFiles, isDeleted } from './attach'
import { deriveFiles, type Making } from './derive'
import { DerivedFiles, type FurtherFiles, type Sending, SendingFailed } from './derived-files'
import { turnsOf } from './turns'

export interface DeliveryState extends ReturnType<typeof shownOf> {
  /** Upload of the source. */
  upload: UploadState
  /** Progress of the derived files in the studio; null while none are made. */
  making: Making | null
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
  readonly #state: Observed<DeliveryState>
  #running: Promise<void> | null = null
  #making: Promise<void> | null = null

  /** `source` is the record's own; `file` its bytes, or their address where the server has all of them. */
  constructor(keeper: JobKeeper, source: ResumeRecord, file: Blob | string) {
    this.#keeper = keeper
    this.#file = file
    this.#source = new ResumableUpload(source, {
      reader: typeof file === 'string' ? remoteReader(source.size) : blobReader(file),
      transport: transportFor(keeper.record.account),
      save: (record) => this.#saveSource(record),
      surroundings: browserSurroundings,
      // A file that the server has isn't sent, and needs no turn.
      ...(typeof file !== 'string' && {
        turn: (signal: AbortSignal) =>
          turnsOf(keeper.record.account).take('send', keeper.record.draft ?? '', signal),
      }),
      patient: true,
      tireless: true,
    })
    this.#made = new DerivedFiles(keeper)
    const upload = this.#source.getState()
    const idle = { making: null, sending: null, elsewhere: false, error: null, ended: false }
    this.#state = new Observed({ ...idle, ...shownOf(keeper.record), upload })
    this.#source.subscribe(() => this.#state.change({ upload: this.#source.getState() }))
    this.#made.sending.subscribe(() => this.#state.change({ sending: this.#made.sending.get() }))
    keeper.subscribe(() => this.#state.change(shownOf(keeper.record)))
    this.#forgetKeeper = keeper.onRemoved(() => void this.cancel())
  }

  readonly getState = (): DeliveryState => this.#state.get()

  readonly subscribe = (listener: () => void): (() => void) => this.#state.subscribe(listener)

  /** ID of the job: another file or another cut has another one. */
  get id(): string {
    return this.#keeper.record.id
  }

  /** Resolves when everything is done, or it was cancelled. */
  run(): Promise<void> {
    const { signal } = this.#controller
    this.#running ??= withTabLock(
      `job ${this.#keeper.record.id}`,
      { signal, onWait: () => this.#state.change({ elsewhere: true }) },
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
    const { videoId, elsewhere, makingError, upload } = this.#state.get()
    // The question is shown in the tab that does the work.
    if (elsewhere) return
    // A source that the server refused for good would only be sent in full again.
    if (videoId === null && upload.canRetry) void this.#source.start(true)
    if (makingError !== null) this.#keeper.change({ makingError: null })
    this.#state.change({ error: null })
  }

  /** Sends the source again if the server has deleted it, and makes the sent derived files again. */
  sendAgain(): Promise<void> {
    return this.#source.sendAgain()
  }

  /** Creates the renditions although it takes long; false skips them. */
  decide(wanted: boolean): void {
    this.#keeper.change({ ladder: wanted ? 'patient' : 'over', minutes: null })
  }

  /** Returns the finished files besides the source; null when there are none. */
  uploaded(): FurtherFiles | null {
    return this.#made.uploaded()
  }

  /** Whether the source and everything that is derived from it have been sent. */
  get isComplete(): boolean {
    const { ladder, upload, error } = this.#state.get()
    return upload.phase === 'done' && ladder === 'over' && error === null && !this.#made.hasWaiting
  }

  /** Called when a video has taken over the source and these files. The others follow automatically. */
  async publishedAs(videoId: number, files: FurtherFiles | null): Promise<void> {
    if (files) this.#made.attached(files)
    const { uncut, source } = this.#keeper.record
    this.#keeper.change({ videoId, draft: null, uncut: null })
    if (uncut?.storedName && uncut.storedName !== source?.storedName) await removeStored(uncut.storedName)
  }

  /** Removes everything here and stops waiting. Files already sent stay on the server. */
  async end(): Promise<void> {
    this.#keeper.remove()
    await this.#removeFiles(null)
    this.#state.change({ ended: true })
  }

  /**
   * Stops and removes everything here and on the server, except files that a video has; `keep` names a file
   * to keep.
   */
  async cancel(keep: string | null = null): Promise<void> {
    const { ended, elsewhere, videoId } = this.#state.get()
    if (ended) return
    this.#controller.abort(new DOMException('Cancelled.', 'AbortError'))
    this.#keeper.remove()
    this.#state.change({ ended: true })
    // The tab that does the work notices, and knows what to remove.
    if (elsewhere) return
    await Promise.allSettled([videoId === null && this.#source.cancel(), this.#made.cancel(), this.#making])
    await this.#removeFiles(keep)
  }

  /**
   * Saves the source's record before the source counts as sent. If the record names another upload, the sent
   * derived files are made again: they were deleted with the earlier upload.
   */
  #saveSource(source: ResumeRecord): void {
    const { source: before, made } = this.#keeper.record
    const kept = made.filter(({ progress }) => progress !== 'uploaded')
    const isAnother = source.uploadId !== before?.uploadId && kept.length < made.length
    this.#keeper.change({ source, ...(isAnother && { made: kept, ladder: 'making' as const }) })
  }

  async #work(signal: AbortSignal): Promise<void> {
    // While this tab waited, another one made progress or finished.
    const isThere = this.getState().elsewhere ? await this.#keeper.reload() : this.#keeper.isThere
    if (!isThere) return this.#state.change({ ended: true })
    this.#state.change({ elsewhere: false })
    void this.#endIfDeleted(signal)
    if (this.getState().videoId === null && this.getState().upload.phase !== 'paused')
      void this.#source.start()
    while (!this.getState().ended) {
      try {
        await this.#step(signal)
      } catch (error) {
        if (signal.aborted) return
        if (!(error instanceof SendingFailed || error instanceof TransportError)) throw error
        this.#state.change({ error: error.message })
      }
    }
  }

  /** Takes the next step, or waits until there is one. */
  async #step(signal: AbortSignal): Promise<void> {
    const { videoId, ladder, error } = this.#state.get()
    if (error !== null) return this.#until(() => this.getState().error === null || this.getState().ended)
    if (this.#wantsMaking) this.#making = this.#make(signal)
    const files = this.#made.uploaded()
    if (this.#maySend) await this.#made.sendNext()
    else if (videoId !== null && files) await this.#attach(videoId, files, signal)
    else if (videoId !== null && ladder === 'over') await this.end()
    await this.#until(() => this.#hasWork)
  }

  /**
   * Ends a delivery that waits for the user's answer if its video is gone, which only asking the server
   * reveals.
   */
  async #endIfDeleted(signal: AbortSignal): Promise<void> {
    const { videoId, ladder, makingError } = this.#state.get()
    const { account } = this.#keeper.record
    if (videoId === null || (ladder !== 'offered' && makingError === null)) return
    // Where it can't be told, the next page asks again.
    if (await isDeleted(videoId, { account, signal }).catch(() => false)) await this.cancel()
  }

  get #wantsMaking(): boolean {
    const { ladder, makingError } = this.#state.get()
    return (ladder === 'making' || ladder === 'patient') && this.#making === null && makingError === null
  }

  get #maySend(): boolean {
    const { videoId, upload } = this.#state.get()
    // The source goes first, alone: without it there is nothing to publish.
    return this.#made.hasWaiting && (videoId !== null || upload.phase === 'done')
  }

  get #hasWork(): boolean {
    const { videoId, ladder, ended } = this.#state.get()
    if (ended || this.#wantsMaking || this.#maySend) return true
    return videoId !== null && (ladder === 'over' || this.#made.uploaded() !== null)
  }

  /** Waits until the condition holds. */
  #until(condition: () => boolean): Promise<void> {
    return this.#state.until(() => (condition() ? null : undefined)).then(() => undefined)
  }

  async #make(signal: AbortSignal): Promise<void> {
    const onProgress = (making: Making) => this.#state.change({ making })
    const [keeper, file, made] = [this.#keeper, this.#file, this.#made]
    const after = await deriveFiles({ keeper, file, made, signal, onProgress })
    this.#making = null
    this.#state.change({ making: null })
    keeper.change(after)
  }

  async #attach(videoId: number, files: FurtherFiles, signal: AbortSignal): Promise<void> {
    const { account, source } = this.#keeper.record
    const madeFrom = source?.uploadId
    // The source of a published video has been opened; without its upload, the server couldn't tell what the
    // files derive from.
    const isAttached = madeFrom && (await attachFiles(videoId, { ...files, madeFrom }, { account, signal }))
    if (isAttached) this.#made.attached(files)
    else await this.cancel()
  }

  async #removeFiles(keep: string | null): Promise<void> {
    this.#forgetKeeper()
    await removeFiles(this.#keeper.record, keep)
  }
}

function shownOf({ videoId, ladder, minutes, missing, made, makingError = null }: JobRecord) {
  return { videoId, ladder, minutes, missing, made, makingError }
}
