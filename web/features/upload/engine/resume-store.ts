import type { UploadKind } from '../../../../contract/values/videos'

/** What must be known to go on with an upload after a reload. */
export interface ResumeRecord {
  kind: UploadKind
  contentType: string
  fileName: string
  size: number
  fingerprint: string
  /** Null until the server has opened it. */
  uploadId: string | null
  /** Name of the made file in OPFS; null when it is in memory only and a reload loses it. */
  storedName: string | null
  /** Seconds; null for a picture. */
  duration: number | null
}

/** Remembers one upload. The key of the form's draft tells uploads of different forms apart. */
export interface ResumeStore {
  load(): ResumeRecord | null
  save(record: ResumeRecord): void
  clear(): void
}

const prefix = 'upload:'

export function localResumeStore(draftKey: string): ResumeStore {
  const key = `${prefix}${draftKey}`
  return {
    load: () => {
      const text = localStorage.getItem(key)
      return text === null ? null : (JSON.parse(text) as ResumeRecord)
    },
    save: (record) => localStorage.setItem(key, JSON.stringify(record)),
    clear: () => localStorage.removeItem(key),
  }
}

/** Names of the files in OPFS that some upload still needs. */
export function storedNames(): Set<string> {
  const keys = Array.from({ length: localStorage.length }, (_, index) => localStorage.key(index) ?? '')
  const records = keys
    .filter((key) => key.startsWith(prefix))
    .map((key) => localResumeStore(key.slice(prefix.length)).load())
  return new Set(records.flatMap((record) => record?.storedName ?? []))
}
