import { removeStored, removeStoredGroup } from '../../../../studio/files/stored-files'
import { ladderGroup } from '../../../../studio/ladder/ladder'
import type { Cut } from '../../../../studio/studio'
import type { SourceFile } from '../engine/fingerprint'
import type { ResumeRecord } from '../engine/resume-store'
import type { Draft } from '../form/draft'

/** A file that was made beside the source: a rung, the storyboard or the preview. */
export interface MadeFile extends ResumeRecord {
  /** Of a rung. */
  quality: number | null
  /** `uploaded`: the server has it; `attached`: a video has taken it over. */
  progress: 'waiting' | 'uploaded' | 'attached'
}

/** A video in the browser's file system. */
export interface StoredVideo {
  storedName: string | null
  contentType: string
  size: number
  /** Seconds. */
  duration: number
  /** Whether an encoder made it. */
  isEncoded: boolean
}

/** What must be known to go on with a video after a reload. The files themselves are in OPFS. */
export interface JobRecord {
  /** Also names what the studio keeps of a ladder that is being made. */
  id: string
  /** Id of the person whose it is. */
  account: number
  /** The draft of the form it stands in; null once it is published. */
  draft: string | null
  /** The video it became; null before. */
  videoId: number | null
  /** The file as it was chosen. */
  chosen: SourceFile
  cut: Cut | null
  /** Whether it was chosen by cutting the video that it takes the place of. */
  ofPublished: boolean
  /** The copy that nothing is cut from, for another cut; null once it is published. */
  uncut: StoredVideo | null
  /** What is published; null while a cut is being made. */
  source: ResumeRecord | null
  made: MadeFile[]
  /**
   * `making`: further files are to be made, or are being made; `patient`: although it takes long. `offered`: it would
   * take long, so it waits for a word. `over`: there is nothing more to make.
   */
  ladder: 'making' | 'patient' | 'offered' | 'over'
  /** How long it would take, while it is offered. */
  minutes: number | null
  /** What is missing and why, in a sentence. */
  missing: string | null
  /** Why the making stopped before its end, in a sentence; it goes on when it is told to. Absent before it stopped once. */
  makingError?: string | null
}

const prefix = 'job:'

/** What the keys of an account's jobs begin with in local storage. */
export function jobKeys(account: number): string {
  return `${prefix}${account}:`
}

function keyOf({ account, id }: Pick<JobRecord, 'account' | 'id'>): string {
  return jobKeys(account) + id
}

function storageKeys(start: string): string[] {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  return keys.filter((key) => key.startsWith(start))
}

/** The jobs of an account, or of all of this browser's. */
export function loadJobs(account?: number): JobRecord[] {
  const keys = storageKeys(account === undefined ? prefix : jobKeys(account))
  return keys.flatMap((key) => {
    const text = localStorage.getItem(key)
    return text === null ? [] : [JSON.parse(text) as JobRecord]
  })
}

export function jobOfDraft(draft: string): JobRecord | null {
  return loadJobs().find((job) => job.draft === draft) ?? null
}

/** Names of the files in OPFS that a job or a draft still needs, of an account or of all. */
export function namesInUse(account?: number): Set<string> {
  const drafts = storageKeys(account === undefined ? 'draft:' : `draft:${account}:`)
  const posters = drafts.map((key) => (JSON.parse(localStorage.getItem(key) ?? '{}') as Draft).poster)
  return new Set([
    ...loadJobs(account).flatMap(namesOf),
    ...posters.flatMap((poster) => poster?.storedName ?? []),
  ])
}

/** Everything in OPFS that belongs to a job: its files, and the group of the studio's under its id. */
function namesOf({ id, uncut, source, made }: JobRecord): string[] {
  const files = [uncut, source, ...made].flatMap((file) => file?.storedName ?? [])
  return [...new Set([ladderGroup(id), ...files])]
}

/** Removes a job's files, and what the studio keeps under its id; `keep` names a file to leave. */
export async function removeFiles(record: JobRecord, keep: string | null = null): Promise<void> {
  const names = namesOf(record).filter((name) => name !== keep)
  await Promise.all([removeStoredGroup(ladderGroup(record.id)), ...names.map((name) => removeStored(name))])
}

/** The record of one job, in memory and in local storage, where another tab may remove it. */
export class JobKeeper {
  #record: JobRecord

  constructor(record: JobRecord) {
    this.#record = record
  }

  get record(): JobRecord {
    return this.#record
  }

  /** Takes over what another tab wrote; false when it has ended the job. */
  reload(): boolean {
    const text = localStorage.getItem(keyOf(this.#record))
    if (text !== null) this.#record = JSON.parse(text) as JobRecord
    return text !== null
  }

  save(): void {
    localStorage.setItem(keyOf(this.#record), JSON.stringify(this.#record))
  }

  change(change: Partial<JobRecord>): void {
    this.#record = { ...this.#record, ...change }
    // What another tab or a sign-out has ended must not come back.
    if (localStorage.getItem(keyOf(this.#record)) !== null) this.save()
  }

  changeMade(file: Pick<MadeFile, 'fingerprint'>, change: Partial<MadeFile>): void {
    const made = this.#record.made.map((each) =>
      each.fingerprint === file.fingerprint ? { ...each, ...change } : each,
    )
    this.change({ made })
  }

  remove(): void {
    localStorage.removeItem(keyOf(this.#record))
  }

  /** Calls back when another tab has ended the job. */
  onRemoved(callback: () => void): () => void {
    const listener = ({ key, newValue }: StorageEvent) => {
      if (key === keyOf(this.#record) && newValue === null) callback()
    }
    addEventListener('storage', listener)
    return () => removeEventListener('storage', listener)
  }
}
