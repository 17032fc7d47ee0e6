import { removeStored } from '../../../../studio/files/stored-files'
import { ladderStopped } from '../../../../studio/ladder/support'
import { Refusal } from '../../../../studio/source/refusal'
import { type LadderFile, type LadderProgress, makeLadder } from '../../../../studio/studio'
import { browserSurroundings } from '../engine/browser-surroundings'
import { Observed } from '../engine/observed'
import { blobReader } from '../engine/part-reader'
import type { ResumeRecord } from '../engine/resume-store'
import { TransportError } from '../engine/transport'
import { ResumableUpload, type UploadState } from '../engine/upload'
import { xhrTransport } from '../engine/xhr-transport'
import { attachFiles, isVideoGone } from './attach'
import { type JobKeeper, type JobRecord, removeFiles } from './job-record'
import { type FurtherFiles, MadeFiles, type Sending, SendingFailed } from './made-files'
import { withTabLock } from './tab-lock'

export interface DeliveryState extends ReturnType<typeof shownOf> {
  /** The source on its way. */
  upload: UploadState
  /** How far the studio has come with the further files; null before it has said. */
  making: LadderProgress | null
  /** The further file that is being sent. */
  sending: Sending | null
  /** Another tab does the work. */
  elsewhere: boolean
  /** Why the sending stopped although it isn't done, in a sentence. */
  error: string | null
  ended: boolean
}

/** Everything that one prepared video sends: its source, then what is made from it, before and after it is published. */
export class JobDelivery {
  readonly #keeper: JobKeeper
  readonly #file: Blob
  readonly #source: ResumableUpload
  readonly #made: MadeFiles
  readonly #controller = new AbortController()
  readonly #forgetKeeper: () => void
  readonly #observed: Observed<DeliveryState>
  #running: Promise<void> | null = null
  #making: Promise<void> | null = null

  /** `source` is the record's own. */
  constructor(keeper: JobKeeper, source: ResumeRecord, file: Blob) {
    this.#keeper = keeper
    this.#file = file
    this.#source = new ResumableUpload(source, {
      reader: blobReader(file),
      transport: xhrTransport,
      store: { load: () => source, save: (record) => keeper.change({ source: record }), clear: () => {} },
      surroundings: browserSurroundings,
    })
    this.#source.subscribe(() => this.#set({ upload: this.#source.getState() }))
    this.#made = new MadeFiles(keeper, (sending) => this.#set({ sending }))
    const upload = this.#source.getState()
    const idle = { making: null, sending: null, elsewhere: false, error: null, ended: false }
    this.#observed = new Observed({ ...idle, ...shownOf(keeper.record), upload })
    this.#forgetKeeper = keeper.onRemoved(() => void this.cancel())
  }

  readonly getState = (): DeliveryState => this.#state

  readonly subscribe = (listener: () => void): (() => void) => this.#observed.subscribe(listener)

  /** Of the job. */
  get id(): string {
    return this.#keeper.record.id
  }

  /** Resolves when there is nothing more to do, or it was cancelled. */
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

  /** Goes on after a pause or a failure. */
  resume(): void {
    const { videoId, elsewhere, makingError } = this.#state
    // The tab that does the work is asked there.
    if (elsewhere) return
    if (videoId === null) void this.#source.start()
    if (makingError !== null) this.#change({ makingError: null })
    this.#set({ error: null })
  }

  /** Makes the rungs although it takes long; false lets them be. */
  decide(wanted: boolean): void {
    this.#change({ ladder: wanted ? 'patient' : 'over', minutes: null })
  }

  /** What is finished so far, besides the source; null when nothing is. */
  uploaded(): FurtherFiles | null {
    return this.#made.uploaded()
  }

  /** A video has taken over the source and these files. The others follow by themselves. */
  async publishedAs(videoId: number, files: FurtherFiles | null): Promise<void> {
    if (files) this.#made.attached(files)
    const { uncut, source } = this.#keeper.record
    this.#change({ videoId, draft: null, uncut: null })
    if (uncut?.storedName && uncut.storedName !== source?.storedName) await removeStored(uncut.storedName)
  }

  /** Stops and removes everything, here and, but for what a video has, on the server; `keep` names a file to leave. */
  async cancel(keep: string | null = null): Promise<void> {
    const { ended, elsewhere, videoId } = this.#state
    if (ended) return
    this.#controller.abort(new DOMException('Cancelled.', 'AbortError'))
    this.#keeper.remove()
    this.#set({ ended: true })
    // The tab that does the work hears of it, and knows what there is to remove.
    if (elsewhere) return
    await Promise.allSettled([videoId === null && this.#source.cancel(), this.#made.cancel(), this.#making])
    await this.#removeFiles(keep)
  }

  async #work(signal: AbortSignal): Promise<void> {
    // While this tab waited, another one came further, or to the end.
    if (!this.#keeper.reload()) return this.#set({ ended: true })
    this.#showRecord()
    this.#set({ elsewhere: false })
    if (this.#state.videoId === null) void this.#source.start()
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

  /** Does what comes next, or waits for something to do. */
  async #step(signal: AbortSignal): Promise<void> {
    const { videoId, ladder, error } = this.#state
    if (error !== null) return this.#until(() => this.#state.error === null || this.#state.ended)
    if (this.#wantsMaking) this.#making = this.#make(signal)
    if (this.#maySend) await this.#made.sendNext()
    else if (videoId !== null && this.#made.uploaded()) await this.#attach(videoId, signal)
    else if (videoId !== null && ladder === 'over') await this.#end()
    this.#showRecord()
    await this.#until(() => this.#hasWork)
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

  /** Waits for a state. */
  #until(condition: () => boolean): Promise<void> {
    return this.#observed.until(() => (condition() ? null : undefined)).then(() => undefined)
  }

  async #make(signal: AbortSignal): Promise<void> {
    const { id, ladder } = this.#keeper.record
    const taking: Promise<void>[] = []
    let after: Partial<JobRecord>
    try {
      const outcome = await makeLadder(this.#file, {
        key: id,
        patient: ladder === 'patient',
        signal,
        onProgress: (making) => this.#set({ making }),
        onFile: (file) => taking.push(this.#take(file)),
      })
      await Promise.all(taking)
      if (outcome.kind === 'choice') after = { ladder: 'offered', minutes: outcome.minutes }
      else after = { ladder: 'over', ...(outcome.kind === 'unable' ? { missing: outcome.missing } : {}) }
    } catch (error) {
      if (signal.aborted) return
      // The studio keeps what it has made: going on takes up from there.
      after = { makingError: error instanceof Refusal ? error.message : ladderStopped }
    }
    this.#making = null
    this.#set({ making: null })
    this.#change(after)
  }

  async #take(file: LadderFile): Promise<void> {
    await this.#made.add(file)
    this.#showRecord()
  }

  async #attach(videoId: number, signal: AbortSignal): Promise<void> {
    const files = this.#made.uploaded()
    const madeFrom = this.#keeper.record.source?.uploadId
    if (!files) return
    // A published source has been opened; without its upload nobody could say what these were made from.
    if (!madeFrom) return this.cancel()
    try {
      await attachFiles(videoId, { ...files, madeFrom }, signal)
      this.#made.attached(files)
    } catch (error) {
      if (!isVideoGone(error)) throw error
      // Deleted or replaced meanwhile: nobody waits for the rest.
      await this.cancel()
    }
  }

  async #end(): Promise<void> {
    this.#keeper.remove()
    await this.#removeFiles(null)
    this.#set({ ended: true })
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

function shownOf({ videoId, ladder, minutes, missing, makingError = null }: JobRecord) {
  return { videoId, ladder, minutes, missing, makingError }
}
