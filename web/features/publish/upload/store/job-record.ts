import { removeStored, removeStoredGroup } from '#web/studio/files/stored-files'
import { ladderGroup } from '#web/studio/ladder/ladder'
import type { Cut, Damage, SoundChoice, Sounds } from '#web/studio/studio'
import { isSameFile, type SourceFile } from '../engine/fingerprint'
import { Observed } from '../engine/observed'
import type { ResumeRecord } from '../engine/resume-record'
import { keysOf, uploadStore } from './upload-store'

/** A file derived from the source: a rendition, the storyboard or the preview. */
export interface DerivedFile extends ResumeRecord {
  /** Set for a rendition. */
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
  /** Whether an encoder created it. */
  isEncoded: boolean
}

/** The data needed to resume a video after a reload. The files themselves are in OPFS. */
export interface JobRecord {
  /** Also names the studio's files of an unfinished ladder. */
  id: string
  /** ID of the account that owns it. */
  account: number
  /** The draft of its form; null once it is published. */
  draft: string | null
  /** The resulting video; null before. */
  videoId: number | null
  /** The file as it was chosen. */
  chosen: SourceFile
  cut: Cut | null
  /** Whether it was chosen by trimming the published video that it replaces. */
  ofPublished: boolean
  /** Whether its file is on the server alone, which fetched it. Absent where it is here. */
  isRemote?: boolean
  /** The untrimmed copy, for another cut; null once it is published. */
  uncut: StoredVideo | null
  /** How much of the chosen file can be read; null where all of it can, or where the damage was accepted. */
  damage: Damage | null
  /** The sounds of the chosen file. Absent where it isn't here. */
  sounds?: Sounds | undefined
  /** Whether it is to be published without sound, where this browser can read none. */
  acceptsSilence?: boolean | undefined
  /** The file to publish; null while a cut is being made, and while damage or silence isn't accepted. */
  source: ResumeRecord | null
  made: DerivedFile[]
  /**
   * `making`: derived files are being created, or will be; `patient`: likewise, although it takes long.
   * `offered`: it would take long, so the user is asked. `over`: there is nothing left to create.
   */
  ladder: 'making' | 'patient' | 'offered' | 'over'
  /** Estimated minutes, while it is offered. */
  minutes: number | null
  /** A sentence about missing files and the reason. */
  missing: string | null
  /**
   * A sentence that says why encoding stopped early; it resumes when the user says so. Absent until it has
   * stopped once.
   */
  makingError?: string | null
}

function keyOf({ account, id }: Pick<JobRecord, 'account' | 'id'>): string {
  return keysOf('job', account) + id
}

/** Loads the jobs of one account, or all jobs in this browser. */
export function loadJobs(account?: number): JobRecord[] {
  return uploadStore.list<JobRecord>(keysOf('job', account))
}

export function jobOfDraft(draft: string): JobRecord | null {
  return loadJobs().find((job) => job.draft === draft) ?? null
}

/** Returns the sound to publish of a draft's file: of one that is chosen again, the sound that was chosen before. */
export function soundBefore(draft: string, file: SourceFile): SoundChoice {
  const before = jobOfDraft(draft)
  const sounds = before && isSameFile(before.chosen, file) ? before.sounds : null
  return sounds?.taken ?? 'first'
}

/** Returns the OPFS names that belong to a job: its files, and the studio's group under its ID. */
export function namesOf({ id, uncut, source, made }: JobRecord): string[] {
  const files = [uncut, source, ...made].flatMap((file) => file?.storedName ?? [])
  return [...new Set([ladderGroup(id), ...files])]
}

/** Removes a job's files, and the studio's files under its ID; `keep` names a file to keep. */
export async function removeFiles(record: JobRecord, keep: string | null = null): Promise<void> {
  const names = namesOf(record).filter((name) => name !== keep)
  await Promise.all([removeStoredGroup(ladderGroup(record.id)), ...names.map((name) => removeStored(name))])
}

/** Holds one job's record, in memory and in the store, where another tab may remove it. */
export class JobKeeper {
  readonly #record: Observed<JobRecord>

  constructor(record: JobRecord) {
    this.#record = new Observed(record)
  }

  get record(): JobRecord {
    return this.#record.get()
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#record.subscribe(listener)

  /** Whether no other tab has ended the job. */
  get isThere(): boolean {
    return uploadStore.get(keyOf(this.record)) !== undefined
  }

  /** Loads the record as another tab wrote it; returns false when that tab has ended the job. */
  async reload(): Promise<boolean> {
    await uploadStore.open()
    const found = uploadStore.get<JobRecord>(keyOf(this.record))
    if (found) this.#record.set(found)
    return found !== undefined
  }

  save(): void {
    uploadStore.put(keyOf(this.record), this.record)
  }

  change(part: Partial<JobRecord>): void {
    const record = { ...this.record, ...part }
    // A job that another tab or a sign-out has ended must not come back.
    uploadStore.replace(keyOf(record), record)
    this.#record.set(record)
  }

  changeDerived(file: Pick<DerivedFile, 'fingerprint'>, part: Partial<DerivedFile>): void {
    const made = this.record.made.map((each) =>
      each.fingerprint === file.fingerprint ? { ...each, ...part } : each,
    )
    this.change({ made })
  }

  remove(): void {
    uploadStore.remove(keyOf(this.record))
  }

  /** Calls back when another tab has ended the job. */
  onRemoved(callback: () => void): () => void {
    return uploadStore.onChange((key, isThere) => {
      if (key === keyOf(this.record) && !isThere) callback()
    })
  }
}
