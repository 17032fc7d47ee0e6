import { openStored, removeStored } from '#web/studio/files/stored-files'
import type { VideoLimits } from '#web/studio/source/limits'
import { noRoom } from '#web/studio/source/refusal'
import { publishedDeliveries } from '../delivery/published'
import { type Turns, turnsOf } from '../delivery/turns'
import { type Draft, endDraft, loadDraft, saveDraft } from '../draft/draft'
import { titleOf } from '../draft/title-of'
import type { SourceFile } from '../engine/fingerprint'
import { Observed } from '../engine/observed'
import type { JobState } from '../job/job-state'
import { forgetJob } from '../job/video-jobs'
import { jobOfDraft } from '../store/job-record'
import { loadQueue, newItemKey, saveQueue } from '../store/queue-record'
import { uploadStore } from '../store/upload-store'
import { lacksOf } from './lacks'
import { isMended, lacking, type Outcome } from './publish-draft'
import { emptyItem, isBare, itemOf, nextRev, type QueueItem } from './queue-item'
import { WaitingFiles } from './waiting-files'
import { WantedPublisher } from './wanted-publisher'

type Published = Extract<Outcome, { video: unknown }>

/** `count` videos were published since the queue was empty; after the last one it is empty again. */
export type QueuePublished = Published & { isLast: boolean; count: number }

/**
 * The videos that a tab uploads, each with its own draft and job. They are prepared one after the other, sent two
 * at a time, and published when their form is complete. It outlives the page, and goes on in a later one.
 */
export class UploadQueue {
  readonly #key: string
  readonly #turns: Turns
  readonly #items: Observed<readonly QueueItem[]>
  readonly #listeners = new Set<(published: QueuePublished) => void>()
  readonly #unwatch = new Map<string, () => void>()
  readonly #waiting = new WaitingFiles({
    keys: () => this.getItems().map(({ key }) => key),
    onCopied: (key, copy) => this.#change(key, { copy }),
  })
  readonly #publisher: WantedPublisher
  #published = 0
  #isRestored = false
  #isEnded = false
  #limits: VideoLimits | null = null
  readonly #unwatchPublished: () => void

  /** The key begins with the account's ID. */
  constructor(key: string) {
    this.#key = key
    this.#turns = turnsOf(Number.parseInt(key, 10))
    this.#publisher = new WantedPublisher({
      turns: this.#turns,
      items: this.getItems,
      change: (itemKey, change) => this.#change(itemKey, change),
      onPublished: (itemKey, published) => this.#notePublished(itemKey, published),
    })
    const records = loadQueue(key)
    const items = records.length > 0 ? records.map(itemOf) : [emptyItem(key)]
    this.#items = new Observed<readonly QueueItem[]>(items)
    for (const item of items) this.#watch(item)
    this.#turns.setOrder(items.map((item) => item.key))
    // A delivery that ends makes room.
    this.#unwatchPublished = publishedDeliveries.subscribe(() => this.#retryWithRoom())
  }

  readonly getItems = (): readonly QueueItem[] => this.#items.get()

  readonly subscribe = (listener: () => void): (() => void) => this.#items.subscribe(listener)

  readonly onPublished = (listener: (published: QueuePublished) => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Resumes after a reload: jobs from their own files, and what was still waiting from its copy. */
  async restore(limits: VideoLimits): Promise<void> {
    if (this.#isRestored) return
    this.#isRestored = true
    this.#limits = limits
    for (const { key, job, file, copy } of this.getItems()) {
      // A draft without a video has none to open.
      if (!this.#find(key)?.isRestoring) continue
      await job.restore(limits)
      const stored = file && copy && !jobOfDraft(key) ? await openStored(copy) : null
      // Chosen again meanwhile.
      if (!this.#find(key)?.isRestoring) continue
      if (stored && file) void this.#start(key, new File([stored], file.name, file), limits)
      this.#change(key, { isRestoring: false })
    }
    this.#publisher.look()
  }

  /** Takes chosen files: the first where there is a form without a video, each other as a video of its own. */
  add(files: readonly File[], limits: VideoLimits): void {
    for (const file of files) {
      const { key } = this.#placeOf(file) ?? this.#append()
      void this.choose(key, file, limits)
      this.#fillTitle(key, file.name)
    }
  }

  /** Prepares a file in place of an item's earlier one. Resolves to whether it was accepted. */
  choose(key: string, file: File, limits: VideoLimits): Promise<boolean> {
    const item = this.#find(key)
    if (!item) return Promise.resolve(false)
    const { name, size, lastModified, type } = file
    if (item.copy !== null) void removeStored(item.copy)
    const done = this.#start(key, file, limits)
    this.#change(key, {
      file: { name, size, lastModified, type },
      copy: null,
      refusal: null,
      isRestoring: false,
    })
    this.#waiting.set(key, file)
    return done
  }

  /** Removes a video with everything of it, here and on the server. */
  async remove(key: string): Promise<void> {
    const item = this.#find(key)
    if (!item) return
    this.#publisher.cancel(key)
    const ended = endDraft(key)
    this.#drop(key)
    await Promise.all([ended, item.job.cancel(), item.copy === null ? null : removeStored(item.copy)])
    this.#retryWithRoom()
  }

  /** Moves a video to another place. What waits goes in the new order. */
  move(key: string, to: number): void {
    const item = this.#find(key)
    if (!item) return
    const others = this.getItems().filter((each) => each !== item)
    this.#setItems([...others.slice(0, to), item, ...others.slice(to)])
  }

  /** Publishes a video as soon as it is uploaded, if its form is complete. Returns whether it is. */
  publish(key: string): boolean {
    const item = this.#find(key)
    if (!item) return false
    const { video, ...others } = lacksOf(loadDraft(key), item.job.getState())
    const lacks = video !== undefined && !item.isRestoring ? { ...others, video } : others
    const isComplete = Object.keys(lacks).length === 0
    this.#change(key, { wanted: isComplete, refusal: isComplete ? null : lacking(lacks) })
    if (isComplete) item.job.resume()
    this.#publisher.look()
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
      this.#change(other.key, { rev: nextRev(), refusal: null })
    }
  }

  /**
   * Stores what a form changed of its draft, of which the list shows parts. Clears the refusal once the draft lacks
   * nothing any more.
   */
  setDraft(key: string, draft: Draft): void {
    const item = this.#find(key)
    if (!item || JSON.stringify(draft) === JSON.stringify(loadDraft(key))) return
    saveDraft(key, draft)
    const isComplete = Object.keys(lacksOf(draft, item.job.getState())).length === 0
    if (item.refusal && isComplete) this.#change(key, { refusal: null })
    else this.#show()
  }

  /** Holds every upload, or lets all go on. */
  holdAll(held: boolean): void {
    for (const { job } of this.getItems()) {
      if (held) job.pause()
      else job.resume()
    }
    // A job that hasn't begun tells nobody that it is held.
    this.#show()
  }

  /** How many videos were published since the queue was empty. */
  get published(): number {
    return this.#published
  }

  /** Returns whether closing the page would lose a file that is only in it, or text on its way to the disk. */
  get wouldLose(): boolean {
    const isOnlyHere = ({ key, job }: QueueItem) => this.#waiting.isOnlyHere(key) || job.isOnlyHere
    return !uploadStore.isSaved || this.getItems().some(isOnlyHere)
  }

  /** Ends the queue, but nothing of its drafts and jobs. Resolves when it writes nothing any more. */
  async end(): Promise<void> {
    this.#isEnded = true
    this.#publisher.end()
    this.#unwatchPublished()
    for (const stop of this.#unwatch.values()) stop()
    await this.#waiting.end()
  }

  #find(key: string): QueueItem | undefined {
    return this.getItems().find((item) => item.key === key)
  }

  /** Returns the item that lost this very file, or else the one that is nothing but a form. */
  #placeOf(file: SourceFile): QueueItem | undefined {
    const chosen = ({ key, file: waiting }: QueueItem) => waiting ?? jobOfDraft(key)?.chosen ?? null
    const isSame = (other: SourceFile | null) =>
      other?.name === file.name && other.size === file.size && other.lastModified === file.lastModified
    const empty = this.getItems().filter(({ job }) => job.getState().step === 'empty')
    return empty.find((item) => isSame(chosen(item))) ?? empty.find((item) => chosen(item) === null)
  }

  #append(): QueueItem {
    const item = emptyItem(newItemKey(this.#key))
    this.#watch(item)
    this.#setItems([...this.getItems(), item])
    return item
  }

  async #start(key: string, file: File, limits: VideoLimits): Promise<boolean> {
    this.#limits = limits
    return (await this.#find(key)?.job.choose(file, limits)) ?? false
  }

  #fillTitle(key: string, fileName: string): void {
    const draft = loadDraft(key)
    const title = titleOf(fileName)
    if (title === '' || draft.details.title !== '') return
    saveDraft(key, { ...draft, details: { ...draft.details, title } })
    this.#change(key, { rev: nextRev() })
  }

  #watch({ key, job }: QueueItem): void {
    this.#unwatch.set(
      key,
      job.subscribe(() => {
        const item = this.#find(key)
        if (!item) return
        const state = job.getState()
        // From here on the job has its own files, or none.
        if (item.file && state.step !== 'fetching' && state.step !== 'preparing' && !lacksRoom(state)) {
          this.#waiting.forget(key)
          if (item.copy !== null) void removeStored(item.copy)
          this.#change(key, { file: null, copy: null })
        }
        if (item.refusal && isMended(item.refusal, loadDraft(key), state))
          this.#change(key, { refusal: null })
        this.#publisher.look()
      }),
    )
  }

  #notePublished(key: string, published: Published): void {
    this.#published++
    this.#drop(key)
    const isLast = this.getItems().every(isBare)
    for (const listener of this.#listeners) listener({ ...published, isLast, count: this.#published })
    if (isLast) this.#published = 0
    // A limit on uploads in progress may have held others.
    for (const { job } of this.getItems()) {
      const state = job.getState()
      const hasFailed = state.step === 'uploading' && state.upload.phase === 'failed'
      if (hasFailed && state.upload.canRetry && !job.isHeld) job.resume()
    }
  }

  /** Prepares again what there was no room for. */
  #retryWithRoom(): void {
    for (const { key, job, file, copy } of this.getItems()) {
      if (file && lacksRoom(job.getState())) void this.#retry(key, { file, copy })
    }
  }

  async #retry(key: string, { file, copy }: Pick<QueueItem, 'file' | 'copy'>): Promise<void> {
    const stored = this.#waiting.get(key) ?? (copy === null ? null : await openStored(copy))
    const item = this.#find(key)
    // Chosen again or removed meanwhile.
    if (!stored || !file || item?.file !== file || !lacksRoom(item.job.getState()) || !this.#limits) return
    await this.#start(key, new File([stored], file.name, file), this.#limits)
  }

  #drop(key: string): void {
    this.#unwatch.get(key)?.()
    this.#unwatch.delete(key)
    this.#waiting.forget(key)
    const left = this.getItems().filter((item) => item.key !== key)
    const items = left.length > 0 ? left : [emptyItem(this.#key)]
    if (left.length === 0) for (const item of items) this.#watch(item)
    else forgetJob(key)
    this.#setItems(items)
  }

  #change(key: string, change: Partial<QueueItem>): void {
    this.#setItems(this.getItems().map((item) => (item.key === key ? { ...item, ...change } : item)))
  }

  /** Has the list rendered anew, when something has changed that isn't in its items. */
  #show(): void {
    this.#items.set([...this.getItems()])
  }

  #setItems(items: readonly QueueItem[]): void {
    // After a sign-out, its record must not come back.
    if (this.#isEnded) return
    saveQueue(this.#key, items)
    this.#turns.setOrder(items.map(({ key }) => key))
    this.#items.set(items)
  }
}

/** Returns whether a job had no room for its file, which another one may make. */
function lacksRoom(state: JobState): boolean {
  return state.step === 'empty' && state.error === noRoom
}
