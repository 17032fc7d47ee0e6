import { removeStored } from '#web/studio/files/stored-files'
import { type Turns, turnsOf } from '../delivery/turns'
import { hasDraft } from '../draft/draft'
import { Observed } from '../engine/observed'
import type { JobState } from '../job/job-state'
import { forgetJob } from '../job/video-jobs'
import { loadQueue, newItemKey, type QueuedRecord, saveQueue } from '../store/queue-record'
import { emptyItem, isBare, itemOf, type QueueItem, settled } from './queue-item'

interface Listed {
  items: readonly QueueItem[]
  /** The states of their jobs. */
  states: readonly JobState[]
}

/**
 * The videos of a queue, in the order in which they take turns, as they are stored. Subscribers hear of their jobs,
 * too. There is always at least one.
 */
export class QueueItems {
  readonly account: number
  readonly turns: Turns
  readonly #key: string
  readonly #listed: Observed<Listed>
  readonly #unwatch = new Map<string, () => void>()
  #isEnded = false

  /** The key begins with the account's ID. */
  constructor(key: string) {
    this.#key = key
    this.account = Number.parseInt(key, 10)
    this.turns = turnsOf(this.account)
    const records = loadQueue(key)
    const items = records.length > 0 ? records.map(itemOf) : [emptyItem(key)]
    this.#listed = new Observed(listed(items))
    for (const item of items) this.#watch(item)
    this.turns.setOrder(items.map((item) => item.key))
  }

  readonly get = (): readonly QueueItem[] => this.#listed.get().items

  readonly getStates = (): readonly JobState[] => this.#listed.get().states

  readonly subscribe = (listener: () => void): (() => void) => this.#listed.subscribe(listener)

  find(key: string): QueueItem | undefined {
    return this.get().find((item) => item.key === key)
  }

  append(): QueueItem {
    const item = emptyItem(newItemKey(this.#key))
    this.#watch(item)
    this.#set([...this.get(), item])
    return item
  }

  /** Adds the videos of another queue, in place of a form in which nothing was entered. */
  adopt(records: readonly QueuedRecord[]): void {
    const items = records.map(itemOf)
    for (const item of items) this.#watch(item)
    const isUsed = (item: QueueItem) => !isBare(item) || item.isRestoring || hasDraft(item.key)
    for (const item of this.get()) if (!isUsed(item)) this.#forget(item.key)
    this.#set([...this.get().filter(isUsed), ...items])
  }

  change(key: string, change: Partial<QueueItem>): void {
    this.#set(this.get().map((item) => (item.key === key ? { ...item, ...change } : item)))
  }

  move(key: string, to: number): void {
    const item = this.find(key)
    if (!item) return
    const others = this.get().filter((each) => each !== item)
    this.#set([...others.slice(0, to), item, ...others.slice(to)])
  }

  /** The last one is replaced by an empty form. */
  drop(key: string): void {
    this.#forget(key)
    const left = this.get().filter((item) => item.key !== key)
    if (left.length > 0) forgetJob(key)
    else {
      const item = emptyItem(this.#key)
      this.#watch(item)
      left.push(item)
    }
    this.#set(left)
  }

  /** Makes the list render again after a change that isn't in its items. */
  show(): void {
    this.#listed.set(listed([...this.get()]))
  }

  /** From now on nothing is stored or shown: after a sign-out, its record must not come back. */
  end(): void {
    this.#isEnded = true
    for (const stop of this.#unwatch.values()) stop()
  }

  #forget(key: string): void {
    this.#unwatch.get(key)?.()
    this.#unwatch.delete(key)
  }

  #watch({ key, job }: QueueItem): void {
    this.#unwatch.set(
      key,
      job.subscribe(() => {
        const item = this.find(key)
        if (!item) return
        const next = noteHeld(settled(item))
        if (next === item) return this.#listed.set(listed(this.get()))
        if (item.copy !== null && next.copy === null) void removeStored(item.copy)
        this.change(key, next)
      }),
    )
  }

  #set(changed: readonly QueueItem[]): void {
    if (this.#isEnded) return
    const items = changed.map(noteHeld)
    saveQueue(this.#key, items)
    this.turns.setOrder(items.map(({ key }) => key))
    this.#listed.set(listed(items))
  }
}

/** Returns an item that knows whether its upload is paused. If it knew, returns the item itself. */
function noteHeld(item: QueueItem): QueueItem {
  const { isHeld } = item.job
  return isHeld === (item.held ?? false) ? item : { ...item, held: isHeld }
}

function listed(items: readonly QueueItem[]): Listed {
  return { items, states: items.map(({ job }) => job.getState()) }
}
