import { ApiError, errorDetail } from '#web/lib/api-error'
import type { VideoLimits } from '#web/studio/source/limits'
import { Refusal, stopped } from '#web/studio/source/refusal'
import { type Cut, type Damage, type PreparedVideo, prepareVideo } from '#web/studio/studio'
import type { FurtherFiles } from '../delivery/derived-files'
import { JobDelivery } from '../delivery/job-delivery'
import { addPublished } from '../delivery/published'
import { turnsOf } from '../delivery/turns'
import { browserSurroundings } from '../engine/browser-surroundings'
import { Observed } from '../engine/observed'
import type { ResumeRecord } from '../engine/resume-store'
import { withRetry } from '../engine/retry'
import { TransportError } from '../engine/transport'
import { xhrTransport } from '../engine/xhr-transport'
import { JobKeeper, jobOfDraft, removeFiles } from '../store/job-record'
import { openWhole, readable } from '../store/local-files'
import { contentOf, sourceFile } from '../store/source-file'
import { abandonLost } from './abandon-lost'
import type { FileLoader } from './download-file'
import type { FinishedFiles, JobState, LocalVideo } from './job-state'
import { LatestWork } from './latest-work'
import { fetchedUpload, newRecord, sourceUpload, storedVideo } from './new-record'

const nothing: JobState = { step: 'empty', error: null }

/** Takes one video from a chosen file to a published one. Survives reloads under its draft's key. */
export class VideoJob {
  readonly #draft: string
  readonly #state = new Observed<JobState>(nothing)
  #keeper: JobKeeper | null = null
  #delivery: JobDelivery | null = null
  /** The file as it was chosen. After a reload, the untrimmed copy replaces it. */
  #chosen: Blob | null = null
  #uncut: LocalVideo | null = null
  #isHeld = false
  readonly #preparing = new LatestWork()
  /** Settles when everything cancelled so far has ended. */
  #ending: Promise<unknown> = Promise.resolve()

  /** The key begins with the account's ID. */
  constructor(draft: string) {
    this.#draft = draft
  }

  readonly getState = this.#state.get
  readonly subscribe = this.#state.subscribe

  /** Resumes after a reload. */
  async restore(limits: VideoLimits): Promise<void> {
    const record = jobOfDraft(this.#draft)
    if (!record || this.#state.get().step !== 'empty') return
    const [file, uncut] = await Promise.all([sourceFile(record), openWhole(record.uncut)])
    // Restored elsewhere, or replaced by a new choice, while the files were being opened.
    if (this.#keeper || this.#preparing.isRunning) return
    const { source, cut, damage } = record
    if ((file && source) || (uncut && (cut || damage))) {
      this.#keeper = new JobKeeper(record)
      this.#uncut = uncut && { file: uncut, duration: record.uncut?.duration ?? 0 }
      if (file && source) return this.#deliver(source, file)
      if (damage && !cut) return this.#askAbout(damage)
      // Not awaited, since it takes long: only the files had to be opened.
      if (cut) return void this.#makeCut(cut, limits)
    }
    this.#state.set({
      step: 'empty',
      error: `The upload was interrupted. Choose “${record.chosen.name}” again to go on.`,
    })
  }

  /** Prepares a chosen file and starts its upload. Replaces any earlier one. */
  choose(file: File, limits: VideoLimits): Promise<void> {
    return this.#take(file.name, async () => file, null, limits)
  }

  /** Returns whether this file is in progress. */
  has(file: File): boolean {
    return this.#chosen === file
  }

  /** Returns whether it publishes this upload. */
  isOf(uploadId: string): boolean {
    return this.#keeper?.record.source?.uploadId === uploadId
  }

  /** Prepares a file that has to be fetched first. */
  chooseFrom(name: string, load: FileLoader, limits: VideoLimits): Promise<void> {
    return this.#take(name, load, null, limits)
  }

  /** Chooses a file that the server fetched, to publish it as it is. */
  chooseFetched(name: string, uploadId: string): Promise<void> {
    const editing = { name, uncut: null, cut: null }
    return this.#prepare(
      async (signal, show) => {
        const ended = this.#endAll()
        show({ step: 'preparing', share: 0, ...editing })
        await ended
        const file = await withRetry(() => xhrTransport.complete(uploadId, signal), {
          signal,
          surroundings: browserSurroundings,
        })
        const chosen = { name, size: file.size, lastModified: 0 }
        const source = await fetchedUpload(chosen, file)
        signal.throwIfAborted()
        await abandonLost(this.#draft, source)
        signal.throwIfAborted()
        this.#keeper = new JobKeeper({ ...newRecord(this.#draft, chosen, null), isRemote: true })
        this.#keeper.save()
        this.#deliver(source, contentOf(uploadId))
      },
      (error) => ({ step: 'empty', error }),
    )
  }

  /** Prepares a part of the published video. */
  cutPublished(name: string, load: FileLoader, cut: Cut, limits: VideoLimits): Promise<void> {
    return this.#take(name, load, cut, limits)
  }

  /** The part of the published video that replaces it; null for the whole, or another file. */
  get publishedCut(): Cut | null {
    const { ofPublished, cut } = this.#keeper?.record ?? {}
    return (ofPublished && cut) || null
  }

  /** Publishes only a part; null publishes the whole again. Abandons the upload of the earlier choice. */
  async setCut(cut: Cut | null, limits: VideoLimits): Promise<void> {
    const before = this.#keeper?.record
    const whole = this.#uncut
    if (!before?.uncut || !whole) return
    const { chosen, uncut, ofPublished, damage } = before
    const editing = { name: chosen.name, uncut: whole, cut }
    // Another cut or a cancel may arrive while the previous delivery ends: only the last one counts.
    return this.#prepare(
      async (signal, show) => {
        show({ step: 'preparing', share: 0, ...editing })
        await this.#endDelivery(uncut.storedName)
        signal.throwIfAborted()
        // A new job, since the studio's ladder belongs to the earlier file.
        const record = { ...newRecord(this.#draft, chosen, uncut), cut, ofPublished, damage }
        this.#keep(new JobKeeper(record), whole)
        if (cut) return this.#makeCut(cut, limits)
        if (damage) return this.#askAbout(damage)
        const source = await sourceUpload(chosen, uncut, null)
        signal.throwIfAborted()
        this.#deliver(source, whole.file)
      },
      (error) => ({ step: 'stuck', error, ...editing }),
    )
  }

  /** Uploads what can be read of a damaged file. */
  async acceptDamage(): Promise<void> {
    const { chosen, uncut } = this.#keeper?.record ?? {}
    const whole = this.#uncut
    if (this.#state.get().step !== 'damaged' || !chosen || !uncut || !whole) return
    const source = await sourceUpload(chosen, uncut, null)
    // Another choice was made meanwhile.
    if (this.#uncut !== whole || this.#delivery) return
    this.#keeper?.change({ damage: null })
    this.#deliver(source, whole.file)
  }

  /** Also holds an upload that hasn't begun. */
  pause(): void {
    this.#isHeld = true
    this.#delivery?.pause()
  }

  /** Resumes after a pause or a failure. */
  resume(): void {
    this.#isHeld = false
    this.#delivery?.resume()
  }

  /** Whether its upload is held before it has begun. */
  get isHeld(): boolean {
    return this.#isHeld
  }

  /** Whether its file is in this page's memory alone, so that closing the page loses it. */
  get isOnlyHere(): boolean {
    const { source, uncut, isRemote } = this.#keeper?.record ?? {}
    return !isRemote && (uncut ?? source)?.storedName === null
  }

  /** Creates the renditions although it takes long, or skips them. */
  decide(wanted: boolean): void {
    this.#delivery?.decide(wanted)
  }

  /** Stops and removes everything, here and on the server. */
  async cancel(): Promise<void> {
    this.#preparing.cancel()
    await this.#endAll()
  }

  /**
   * Resumes, and resolves to the files to publish once the source is uploaded; null when there is nothing to
   * wait for.
   */
  finish(): Promise<FinishedFiles | null> {
    this.resume()
    return this.#state.until((state) => {
      if (state.step === 'empty' || state.step === 'stuck' || state.step === 'damaged') return null
      if (state.step !== 'uploading') return
      const { phase, result } = state.upload
      if (phase === 'failed' || phase === 'cancelled') return null
      if (phase === 'done' && result)
        return { videoFile: result.id, further: this.#delivery?.uploaded() ?? null }
    })
  }

  /** Sends its files again if the server has deleted them. */
  sendAgain(): void {
    void this.#delivery?.sendAgain()
  }

  /** Whether everything has been sent, so that the video can be published whole. */
  get isComplete(): boolean {
    return this.#delivery?.isComplete ?? false
  }

  /** Removes what is stored here when everything has been sent. The uploads stay. */
  async release(): Promise<void> {
    await this.#delivery?.end()
  }

  /** Names what is being sent: another file or another cut has another ID. Null while nothing is. */
  get deliveryId(): string | null {
    return this.#delivery?.id ?? null
  }

  /**
   * Called when a video has taken over the files of a delivery. Further ones follow, whatever page is open.
   * Returns false where that delivery has been replaced.
   */
  async publishedAs(
    videoId: number,
    further: FurtherFiles | null,
    deliveryId = this.deliveryId,
  ): Promise<boolean> {
    const delivery = this.#delivery
    if (!delivery || delivery.id !== deliveryId) return false
    this.#forget()
    addPublished(videoId, delivery)
    await delivery.publishedAs(videoId, further)
    return true
  }

  #take(name: string, load: FileLoader, cut: Cut | null, limits: VideoLimits): Promise<void> {
    const editing = { name, uncut: null, cut }
    return this.#prepare(
      async (signal, show) => {
        const ended = this.#endAll()
        show({ step: 'fetching', share: null, ...editing })
        await ended
        const chosen = await load(signal, (share) => show({ step: 'fetching', share, ...editing }))
        const onProgress = (share: number | null) => show({ step: 'preparing', share, ...editing })
        const made = await this.#inTurn(signal, onProgress, () =>
          prepareVideo(chosen, { limits, signal, onProgress }),
        )
        const copy = storedVideo(made)
        const source = await sourceUpload(chosen, copy, null)
        // What is there by now belongs to a later choice.
        signal.throwIfAborted()
        await abandonLost(this.#draft, source)
        signal.throwIfAborted()
        this.#chosen = chosen
        const record = newRecord(this.#draft, chosen, copy)
        // Only a published video is trimmed when it is chosen.
        const { damage } = made
        const keeper = new JobKeeper({ ...record, cut, ofPublished: cut !== null, damage })
        this.#keep(keeper, { file: made.file, duration: made.duration })
        if (cut) void this.#makeCut(cut, limits)
        else if (damage) this.#askAbout(damage)
        else this.#deliver(source, made.file)
      },
      (error) => ({ step: 'empty', error }),
    )
  }

  #askAbout(damage: Damage): void {
    const { chosen } = this.#keeper?.record ?? {}
    if (chosen) this.#state.set({ step: 'damaged', damage, name: chosen.name, uncut: this.#uncut, cut: null })
  }

  #makeCut(cut: Cut, limits: VideoLimits): Promise<void> {
    const keeper = this.#keeper
    const uncut = this.#uncut
    if (!keeper || !uncut) return Promise.resolve()
    const { chosen } = keeper.record
    const editing = { name: chosen.name, uncut, cut }
    return this.#prepare(
      async (signal, show) => {
        const onProgress = (share: number | null) => show({ step: 'preparing', share, ...editing })
        onProgress(0)
        const whole = (await readable(this.#chosen)) ?? uncut.file
        const made = await this.#inTurn(signal, onProgress, () =>
          prepareVideo(whole, { limits, cut, signal, onProgress }),
        )
        const source = await sourceUpload(chosen, storedVideo(made), cut)
        signal.throwIfAborted()
        this.#deliver(source, made.file)
      },
      (error) => ({ step: 'stuck', error, ...editing }),
    )
  }

  /** Prepares when no other video is being prepared. */
  async #inTurn(
    signal: AbortSignal,
    onProgress: (share: number | null) => void,
    prepare: () => Promise<PreparedVideo>,
  ): Promise<PreparedVideo> {
    onProgress(null)
    const endTurn = await turnsOf(Number.parseInt(this.#draft, 10)).take('prepare', this.#draft, signal)
    try {
      onProgress(0)
      return await prepare()
    } finally {
      endTurn()
    }
  }

  /** Runs one preparation, whose states count until a newer one replaces it. */
  #prepare(
    work: (signal: AbortSignal, show: (state: JobState) => void) => Promise<void>,
    failed: (sentence: string) => JobState,
  ): Promise<void> {
    return this.#preparing.run(
      (signal) =>
        work(signal, (state) => {
          if (!signal.aborted) this.#state.set(state)
        }),
      (error) => this.#state.set(failed(sentenceOf(error))),
    )
  }

  #keep(keeper: JobKeeper, uncut: LocalVideo): void {
    keeper.save()
    this.#keeper = keeper
    this.#uncut = uncut
  }

  #deliver(source: ResumeRecord, file: Blob | string): void {
    const keeper = this.#keeper
    if (!keeper) return
    keeper.change({ source })
    const delivery = new JobDelivery(keeper, source, file)
    this.#delivery = delivery
    const video = { file, duration: source.duration ?? 0 }
    const { chosen, cut } = keeper.record
    const editing = { name: chosen.name, uncut: this.#uncut, cut }
    const show = () => {
      if (this.#delivery !== delivery) return
      const state = delivery.getState()
      // Ended by another tab.
      if (state.ended) this.#forget()
      else this.#state.set({ step: 'uploading', video, ...editing, ...state })
    }
    delivery.subscribe(show)
    if (this.#isHeld) delivery.pause()
    show()
    void delivery.run()
  }

  /** Ends the current delivery; the named file stays. */
  async #endDelivery(keep: string | null): Promise<void> {
    const delivery = this.#delivery
    const keeper = this.#keeper
    this.#delivery = null
    keeper?.remove()
    // A file that is chosen again must not find the upload that is being abandoned.
    this.#ending = Promise.allSettled([this.#ending, delivery?.cancel(keep)])
    await this.#ending
  }

  async #endAll(): Promise<void> {
    const left = this.#keeper?.record
    const ended = this.#endDelivery(null)
    this.#forget()
    await ended
    if (left) await removeFiles(left)
  }

  #forget(): void {
    this.#keeper = null
    this.#delivery = null
    this.#chosen = null
    this.#uncut = null
    this.#isHeld = false
    this.#state.set(nothing)
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof Refusal || error instanceof TransportError) return error.message
  return error instanceof ApiError || error instanceof TypeError ? errorDetail(error) : stopped
}
