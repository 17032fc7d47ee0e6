import type { VideoLimits } from '#web/studio/source/limits'
import type { Cut, SoundChoice } from '#web/studio/studio'
import type { FurtherFiles } from '../delivery/derived-files'
import { JobDelivery } from '../delivery/job-delivery'
import { addPublished } from '../delivery/published'
import { Observed } from '../engine/observed'
import type { ResumeRecord } from '../engine/resume-record'
import { jobOfDraft, removeFiles, soundBefore } from '../store/job-record'
import { openWhole, readable } from '../store/local-files'
import { contentOf, sourceFile } from '../store/source-file'
import { abandonLost } from './abandon-lost'
import type { FileLoader } from './download-file'
import type { FinishedFiles, JobState } from './job-state'
import { JobVideo } from './job-video'
import { fetchedUpload, newRecord, sourceUpload } from './new-record'
import { prepareChosen, prepareCut } from './prepare'
import { Preparing } from './preparing'
import { accepted, questionOf } from './question'

const nothing: JobState = { step: 'empty', error: null }

/** Takes one video from a chosen file to a published one. Survives reloads under its draft's key. */
export class VideoJob {
  readonly #draft: string
  readonly #state = new Observed<JobState>(nothing)
  readonly #preparing = new Preparing(this.#state)
  #video: JobVideo | null = null
  #isHeld = false
  /** Settles when everything cancelled so far has ended. */
  #ending: Promise<unknown> = Promise.resolve()

  /** The key begins with the account's ID. */
  constructor(draft: string) {
    this.#draft = draft
  }

  readonly getState = this.#state.get
  readonly subscribe = this.#state.subscribe

  /** Sends its video; null while there is none to send. */
  get delivery(): JobDelivery | null {
    return this.#video?.delivery ?? null
  }

  /** Whether its upload is held before it has begun. */
  get isHeld(): boolean {
    return this.#isHeld
  }

  /** Whether its file is in this page's memory alone, so that closing the page loses it. */
  get isOnlyHere(): boolean {
    const { source, uncut, isRemote } = this.#video?.keeper.record ?? {}
    return !isRemote && (uncut ?? source)?.storedName === null
  }

  /** The file as it was chosen; null after a reload. */
  get chosenFile(): File | null {
    const { chosen = null } = this.#video ?? {}
    return chosen instanceof File ? chosen : null
  }

  /** The part of the published video that replaces it; null for the whole, or another file. */
  get publishedCut(): Cut | null {
    const { ofPublished, cut } = this.#video?.keeper.record ?? {}
    return (ofPublished && cut) || null
  }

  /** Resumes after a reload. */
  async restore(limits: VideoLimits): Promise<void> {
    const record = jobOfDraft(this.#draft)
    if (!record || this.#state.get().step !== 'empty') return
    const [file, whole] = await Promise.all([sourceFile(record), openWhole(record.uncut)])
    // Restored elsewhere, or replaced by a new choice, while the files were being opened.
    if (this.#video || this.#preparing.isRunning) return
    const { source, cut, chosen } = record
    if (!(file && source) && !(whole && (cut || questionOf(record)))) {
      const error = `The upload was interrupted. Choose “${chosen.name}” again to go on.`
      return this.#state.set({ step: 'empty', error, name: chosen.name })
    }
    const uncut = whole && { file: whole, duration: record.uncut?.duration ?? 0 }
    const video = new JobVideo(record, uncut, null)
    this.#video = video
    if (file && source) this.#deliver(video, source, file)
    // Not awaited, since a cut takes long: only the files had to be opened.
    else void this.#goOn(video, limits)
  }

  /** Prepares a chosen file and starts its upload, in place of any earlier one. Resolves to whether it was accepted. */
  choose(
    file: File,
    limits: VideoLimits,
    sound: SoundChoice = soundBefore(this.#draft, file),
  ): Promise<boolean> {
    return this.chooseFrom(file.name, async () => file, limits, null, sound)
  }

  /**
   * Does so with a file that is fetched first; `cut` is the part to publish, where the file is the published
   * video.
   */
  chooseFrom(
    name: string,
    load: FileLoader,
    limits: VideoLimits,
    cut: Cut | null = null,
    sound: SoundChoice = 'first',
  ): Promise<boolean> {
    const editing = { name, uncut: null, cut, sounds: null }
    return this.#preparing.run(
      async (signal, show) => {
        await this.#endAll({ step: 'fetching', share: null, ...editing })
        const chosen = await load(signal, (share) => show({ step: 'fetching', share, ...editing }))
        const onProgress = (share: number | null) => show({ step: 'preparing', share, ...editing })
        const options = { limits, sound, signal, onProgress }
        const { video, source } = await prepareChosen(this.#draft, chosen, cut, options)
        signal.throwIfAborted()
        this.#begin(video)
        // Not awaited, since the file is accepted, and a cut takes long.
        void this.#goOn(video, limits, source)
      },
      (error) => ({ step: 'empty', error, name }),
    )
  }

  /** Chooses a file that the server fetched, to publish it as it is. Resolves to whether it was accepted. */
  chooseFetched(name: string, uploadId: string): Promise<boolean> {
    return this.#preparing.run(
      async (signal) => {
        await this.#endAll({ step: 'preparing', share: 0, name, uncut: null, cut: null, sounds: null })
        const { chosen, source } = await fetchedUpload(
          Number.parseInt(this.#draft, 10),
          name,
          uploadId,
          signal,
        )
        await abandonLost(this.#draft, source, signal)
        signal.throwIfAborted()
        const record = { ...newRecord(this.#draft, chosen, null), isRemote: true }
        const video = new JobVideo(record, null, null)
        this.#begin(video)
        this.#deliver(video, source, contentOf(uploadId))
      },
      (error) => ({ step: 'empty', error, name }),
    )
  }

  /** Publishes only a part; null publishes the whole again. Abandons the upload of the earlier choice. */
  async setCut(cut: Cut | null, limits: VideoLimits): Promise<void> {
    const before = this.#video
    if (!before?.uncut) return
    const { uncut: whole } = before
    const { chosen, uncut, ofPublished, damage, sounds, acceptsSilence } = before.keeper.record
    if (!uncut) return
    const editing = { ...before.editing, cut }
    // Another cut or a cancel may arrive while the previous delivery ends: only the last one counts.
    await this.#preparing.run(
      async (signal, show) => {
        show({ step: 'preparing', share: 0, ...editing })
        await this.#endDelivery(uncut.storedName)
        signal.throwIfAborted()
        // A new job, since the studio's ladder belongs to the earlier file.
        const kept = { cut, ofPublished, damage, sounds, acceptsSilence }
        const video = new JobVideo(
          { ...newRecord(this.#draft, chosen, uncut), ...kept },
          whole,
          before.chosen,
        )
        this.#begin(video)
        await this.#goOn(video, limits)
      },
      (error) => ({ step: 'stuck', error, ...editing }),
    )
  }

  /** Accepts the flaw that the state asks about, and uploads what can be read. */
  async accept(limits: VideoLimits): Promise<void> {
    const video = this.#video
    if (!video?.uncut || video.delivery) return
    const asked = questionOf(video.keeper.record)
    if (!asked) return
    video.keeper.change(accepted(asked))
    await this.#goOn(video, limits)
  }

  /** Also holds an upload that hasn't begun. */
  pause(): void {
    this.#isHeld = true
    this.delivery?.pause()
  }

  /** Resumes after a pause or a failure. */
  resume(): void {
    this.#isHeld = false
    this.delivery?.resume()
  }

  /** Stops and removes everything, here and on the server. */
  async cancel(): Promise<void> {
    this.#preparing.cancel()
    await this.#endAll(nothing)
  }

  /**
   * Resumes, and resolves to the files to publish once the source is uploaded; null when there is nothing to
   * wait for.
   */
  finish(): Promise<FinishedFiles | null> {
    this.resume()
    return this.#state.until((state) => {
      if (state.step === 'empty' || state.step === 'stuck') return null
      if (state.step === 'damaged' || state.step === 'silent') return null
      if (state.step !== 'uploading') return undefined
      const { phase, result } = state.upload
      if (phase === 'failed' || phase === 'cancelled') return null
      if (phase === 'done' && result)
        return { videoFile: result.id, further: this.delivery?.uploaded() ?? null }
      return undefined
    })
  }

  /**
   * Called when a video has taken over the files of a delivery. Further ones follow, whatever page is open.
   * Returns false where that delivery has been replaced.
   */
  async publishedAs(
    videoId: number,
    further: FurtherFiles | null,
    delivery = this.delivery,
  ): Promise<boolean> {
    if (!delivery || this.delivery !== delivery) return false
    this.#forget(nothing)
    addPublished(videoId, delivery)
    await delivery.publishedAs(videoId, further)
    return true
  }

  async #makeCut(video: JobVideo, cut: Cut, limits: VideoLimits): Promise<void> {
    const { uncut, editing } = video
    if (!uncut) return
    await this.#preparing.run(
      async (signal, show) => {
        const onProgress = (share: number | null) => show({ step: 'preparing', share, ...editing })
        onProgress(0)
        const own = await readable(video.chosen)
        const whole = own ?? uncut.file
        const options = { limits, cut, sound: own ? video.sound : ('first' as const), signal, onProgress }
        const { file, source } = await prepareCut(this.#draft, video, whole, options)
        signal.throwIfAborted()
        this.#deliver(video, source, file)
      },
      (error) => ({ step: 'stuck', error, ...editing }),
    )
  }

  /** Takes the next step with a prepared video: asks about its flaws, makes its cut, or uploads it. */
  async #goOn(video: JobVideo, limits: VideoLimits, source: ResumeRecord | null = null): Promise<void> {
    const { chosen, uncut, cut, sounds } = video.keeper.record
    const question = questionOf(video.keeper.record)
    if (question) return this.#state.set({ ...question, ...video.editing })
    if (cut) return this.#makeCut(video, cut, limits)
    if (!video.uncut || !uncut) return
    const upload = source ?? (await sourceUpload(chosen, uncut, null, sounds))
    // Another choice was made meanwhile.
    if (this.#video === video && !video.delivery) this.#deliver(video, upload, video.uncut.file)
  }

  #begin(video: JobVideo): void {
    video.keeper.save()
    this.#video = video
  }

  #deliver(video: JobVideo, source: ResumeRecord, file: Blob | string): void {
    video.keeper.change({ source })
    const delivery = new JobDelivery(video.keeper, source, file)
    video.delivery = delivery
    const shown = { video: { file, duration: source.duration ?? 0 }, ...video.editing }
    const show = () => {
      if (this.delivery !== delivery) return
      const state = delivery.getState()
      // Ended by another tab.
      if (state.ended) this.#forget(nothing)
      else this.#state.set({ step: 'uploading', ...shown, ...state })
    }
    delivery.subscribe(show)
    if (this.#isHeld) delivery.pause()
    show()
    void delivery.run()
  }

  /** Ends the current delivery; the named file stays. */
  async #endDelivery(keep: string | null): Promise<void> {
    const { delivery, keeper } = this.#video ?? {}
    if (this.#video) this.#video.delivery = null
    keeper?.remove()
    // A file that is chosen again must not find the upload that is being abandoned.
    this.#ending = Promise.allSettled([this.#ending, delivery?.cancel(keep)])
    await this.#ending
  }

  async #endAll(next: JobState): Promise<void> {
    const left = this.#video?.keeper.record
    const ended = this.#endDelivery(null)
    this.#forget(next)
    await ended
    if (left) await removeFiles(left)
  }

  #forget(next: JobState): void {
    this.#video = null
    this.#isHeld = false
    this.#state.set(next)
  }
}
