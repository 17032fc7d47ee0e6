import { openStored, removeStored } from '#web/studio/files/stored-files'
import type { VideoLimits } from '#web/studio/source/limits'
import type { SoundChoice } from '#web/studio/studio'
import { publishedDeliveries } from '../delivery/published'
import { type Draft, endDraft, loadDraft, saveDraft } from '../draft/draft'
import { draftForFile } from '../draft/for-file'
import { removePicture } from '../draft/kept-pictures'
import { titleOf } from '../draft/title-of'
import { isSameFile, type SourceFile } from '../engine/fingerprint'
import { isJobAtWork } from '../job/job-at-work'
import type { JobState } from '../job/job-state'
import { jobOfDraft, soundBefore } from '../store/job-record'
import type { QueuedRecord } from '../store/queue-record'
import { uploadStore } from '../store/upload-store'
import { lacksOf } from './lacks'
import { Publisher } from './publisher'
import { lacksRoom, nextRev, type QueueItem } from './queue-item'
import { QueueItems } from './queue-items'
import { lacking } from './refusal'
import { WaitingCopies } from './waiting-copies'

/**
 * The videos that a tab uploads, each with its own draft and job. They are prepared one after the other, sent two
 * at a time, and published when their form is complete. It outlives the page, and goes on in a later one.
 */
export class UploadQueue {
  readonly publisher: Publisher
  readonly #items: QueueItems
  readonly #copies: WaitingCopies
  readonly #stopWatching: () => void
  /** The limits for files that are prepared again; null before anything was chosen or restored. */
  #limits: VideoLimits | null = null
  #isRestored = false

  /** The key begins with the account's ID. */
  constructor(key: string) {
    this.#items = new QueueItems(key)
    this.publisher = new Publisher(this.#items)
    this.#copies = new WaitingCopies(this.#items)
    // A delivery that ends makes room.
    this.#stopWatching = publishedDeliveries.subscribe(() => this.#retryWithRoom())
  }

  readonly getItems = (): readonly QueueItem[] => this.#items.get()

  /** Returns the states of the items' jobs. */
  readonly getStates = (): readonly JobState[] => this.#items.getStates()

  readonly subscribe = (listener: () => void): (() => void) => this.#items.subscribe(listener)

  /** Returns whether closing the page would lose a file that is only in it, or text on its way to the disk. */
  get wouldLose(): boolean {
    const isOnlyHere = ({ picked, copy, job }: QueueItem) => (picked && copy === null) || job.isOnlyHere
    return !uploadStore.isSaved || this.getItems().some(isOnlyHere)
  }

  /** Whether one of its videos is being worked on now. */
  get isAtWork(): boolean {
    return this.getStates().some(isJobAtWork)
  }

  /** Resumes after a reload: jobs from their own files, and files that still waited from their copies. */
  async restore(limits: VideoLimits): Promise<void> {
    if (this.#isRestored) return
    this.#isRestored = true
    await this.#restoreItems(limits)
  }

  /** Takes over the videos of a closed tab's queue, behind its own. */
  async adopt(records: readonly QueuedRecord[], limits: VideoLimits): Promise<void> {
    this.#items.adopt(records)
    await this.#restoreItems(limits)
  }

  async #restoreItems(limits: VideoLimits): Promise<void> {
    this.#limits = limits
    for (const { key, job, file, sound, copy, held } of this.getItems()) {
      // A draft without a video has none to open.
      if (!this.#items.find(key)?.isRestoring) continue
      await job.restore(limits)
      const stored = file && copy && !jobOfDraft(key) ? await openStored(copy) : null
      // Chosen again meanwhile.
      if (!this.#items.find(key)?.isRestoring) continue
      if (stored && file) {
        void job.choose(new File([stored], file.name, file), limits, sound)
        // Another file isn't paused with the one before it; this is the same one.
        if (held) job.pause()
      }
      this.#items.change(key, { isRestoring: false })
    }
    this.publisher.look()
  }

  /** Takes chosen files: the first where there is a form without a video, each other as a video of its own. */
  add(files: readonly File[], limits: VideoLimits): void {
    for (const file of files) {
      const { key } = this.#placeOf(file) ?? this.#items.append()
      if (!this.awaits(key, file)) this.#beginAnew(key, file.name)
      void this.choose(key, file, limits)
    }
  }

  /** Returns whether an item had this very file, whose upload was interrupted. */
  awaits(key: string, file: SourceFile): boolean {
    const item = this.#items.find(key)
    const chosen = item ? chosenOf(item) : null
    return chosen !== null && isSameFile(chosen, file)
  }

  /**
   * Prepares a file in place of an item's earlier one; the same file keeps its sound unless one is given. Resolves
   * to whether it was accepted.
   */
  async choose(key: string, file: File, limits: VideoLimits, given?: SoundChoice): Promise<boolean> {
    const item = this.#items.find(key)
    if (!item) return false
    const isWaiting = item.file !== null && isSameFile(item.file, file)
    const sound = given ?? (isWaiting ? item.sound : soundBefore(key, file))
    this.#limits = limits
    const { name, size, lastModified, type } = file
    if (item.copy !== null) void removeStored(item.copy)
    const done = item.job.choose(file, limits, sound)
    this.#items.change(key, {
      file: { name, size, lastModified, type },
      sound,
      copy: null,
      picked: { file },
      refusal: null,
      isRestoring: false,
    })
    this.#copies.copy()
    return done
  }

  /** Removes a video with everything of it, here and on the server. */
  async remove(key: string): Promise<void> {
    const item = this.#items.find(key)
    if (!item) return
    this.publisher.cancel(key)
    const ended = endDraft(key)
    this.#items.drop(key)
    await Promise.all([ended, item.job.cancel(), item.copy === null ? null : removeStored(item.copy)])
    this.#retryWithRoom()
  }

  /** Moves a video to another place. Waiting videos go in the new order. */
  move(key: string, to: number): void {
    this.#items.move(key, to)
  }

  /** Publishes a video as soon as it is uploaded, if its form is complete. Returns whether it is. */
  publish(key: string): boolean {
    const item = this.#items.find(key)
    if (!item) return false
    const { video, ...others } = lacksOf(loadDraft(key), item.job.getState())
    const lacks = video !== undefined && !item.isRestoring ? { ...others, video } : others
    const isComplete = Object.keys(lacks).length === 0
    // First, so that a video that failed takes its turn behind those that are there.
    if (isComplete) item.job.resume()
    this.#items.change(key, { wanted: isComplete, refusal: isComplete ? null : lacking(lacks) })
    return isComplete
  }

  /** Publishes every video whose form is complete. Returns the keys of the others. */
  publishAll(): string[] {
    return this.getItems().flatMap(({ key, wanted }) => (wanted || this.publish(key) ? [] : [key]))
  }

  /** Changes the draft of every other video. */
  applyToOthers(key: string, apply: (target: Draft) => Draft): void {
    for (const other of this.getItems()) {
      if (other.key === key) continue
      saveDraft(other.key, apply(loadDraft(other.key)))
      this.#items.change(other.key, { rev: nextRev(), refusal: null })
    }
  }

  /**
   * Stores a form's changes to its draft, parts of which the list shows. Clears the refusal once the draft is
   * complete.
   */
  setDraft(key: string, draft: Draft): void {
    const item = this.#items.find(key)
    if (!item || JSON.stringify(draft) === JSON.stringify(loadDraft(key))) return
    saveDraft(key, draft)
    const isComplete = Object.keys(lacksOf(draft, item.job.getState())).length === 0
    if (item.refusal && isComplete) this.#items.change(key, { refusal: null })
    else this.#items.show()
  }

  /** Holds every upload, or lets all go on. */
  holdAll(held: boolean): void {
    for (const { key, job } of this.getItems()) {
      if (held) job.pause()
      else job.resume()
      // A job that hasn't begun doesn't announce that it is held.
      this.#items.change(key, { held })
    }
  }

  /** Ends the queue, but nothing of its drafts and jobs. Resolves when it writes nothing any more. */
  async end(): Promise<void> {
    this.#items.end()
    this.publisher.end()
    this.#stopWatching()
    await this.#copies.end()
  }

  /** Returns the item that lost this very file, or else the item that is only a form. */
  #placeOf(file: SourceFile): QueueItem | undefined {
    const empty = this.getItems().filter(({ job }) => job.getState().step === 'empty')
    return empty.find(({ key }) => this.awaits(key, file)) ?? empty.find((item) => chosenOf(item) === null)
  }

  /** Fits a draft to another file. */
  #beginAnew(key: string, fileName: string): void {
    const draft = loadDraft(key)
    const next = draftForFile(draft, titleOf(fileName))
    if (JSON.stringify(next) === JSON.stringify(draft)) return
    if (draft.poster?.storedName) void removePicture(draft.poster.storedName)
    saveDraft(key, next)
    this.#items.change(key, { rev: nextRev() })
  }

  /** Prepares again the files for which there was no room. */
  #retryWithRoom(): void {
    for (const item of this.getItems()) if (item.file && lacksRoom(item)) void this.#retry(item)
  }

  async #retry({ key, job, file, sound, copy, picked }: QueueItem): Promise<void> {
    const stored = picked?.file ?? (copy === null ? null : await openStored(copy))
    const item = this.#items.find(key)
    // Chosen again or removed meanwhile.
    if (!stored || !file || item?.file !== file || !lacksRoom(item) || !this.#limits) return
    await job.choose(new File([stored], file.name, file), this.#limits, sound)
  }
}

/** Returns the file that an item waits with or was interrupted with. */
function chosenOf({ key, file }: QueueItem): SourceFile | null {
  return file ?? jobOfDraft(key)?.chosen ?? null
}
