import type { SoundChoice } from '#web/studio/studio'
import type { SourceFile } from '../engine/fingerprint'
import { keysOf, uploadStore } from './upload-store'

/** One video of a queue, as it is stored. */
export interface QueuedRecord {
  /** Key of its draft and its job. The first video's key is the queue's own. */
  key: string
  /** The chosen file, until a job has taken it over. */
  file: (SourceFile & { type: string }) | null
  /** Which of that file's sounds to publish. */
  sound: SoundChoice
  /** The name of its copy in OPFS, with which a new page goes on; null while there is none. */
  copy: string | null
  /** Whether to publish it as soon as it is uploaded. */
  wanted: boolean
  /** Whether its upload is paused, also for a later page. Absent in records of earlier versions. */
  held?: boolean
}

/** The videos that a tab uploads, in their order. */
export interface QueueRecord {
  items: QueuedRecord[]
}

/** Returns the record of a video that nothing was chosen for yet. */
export function bareRecord(key: string): QueuedRecord {
  return { key, file: null, sound: 'first', copy: null, wanted: false, held: false }
}

export function loadQueue(queueKey: string): QueuedRecord[] {
  return uploadStore.get<QueueRecord>(storageKeyOf(queueKey))?.items ?? []
}

/** Stores a queue; one with nothing but a form is no queue yet. */
export function saveQueue(queueKey: string, items: readonly QueuedRecord[]): void {
  const [first] = items
  const isForm = first && first.key === queueKey && !first.wanted && !first.held && !first.file
  const isBare = items.length <= 1 && (!first || isForm)
  const key = storageKeyOf(queueKey)
  if (!isBare) uploadStore.put(key, { items: items.map(recordOf) })
  else if (uploadStore.get(key) !== undefined) uploadStore.remove(key)
}

function storageKeyOf(queueKey: string): string {
  return keysOf('queue') + queueKey
}

/** Leaves out fields that live only as long as the page. */
function recordOf({ key, file, sound, copy, wanted, held = false }: QueuedRecord): QueuedRecord {
  return { key, file, sound, copy, wanted, held }
}

/** Returns the key of another video in a queue. */
export function newItemKey(queueKey: string): string {
  return `${queueKey}/${crypto.randomUUID()}`
}

/** Returns whether a draft or job belongs to a queue, or is its first. */
export function isOfQueue(key: string, queueKey: string): boolean {
  return key === queueKey || key.startsWith(`${queueKey}/`)
}
