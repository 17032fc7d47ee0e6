import type { PreparedVideo } from '../../../studio/studio'
import type { SourceFile } from '../engine/fingerprint'
import type { ResumeRecord } from '../engine/resume-store'
import type { JobRecord, StoredVideo } from './job-record'

/** A job whose file has just been prepared, in a draft whose key begins with the account's id. */
export function newRecord(draft: string, chosen: SourceFile, copy: StoredVideo): JobRecord {
  return {
    id: crypto.randomUUID(),
    account: Number.parseInt(draft, 10),
    draft,
    videoId: null,
    // A File has more than this, and none of it can be stored.
    chosen: { name: chosen.name, size: chosen.size, lastModified: chosen.lastModified },
    cut: null,
    uncut: copy,
    source: null,
    made: [],
    ladder: 'making',
    minutes: null,
    missing: null,
  }
}

export function storedVideo({ file, storedName, contentType, duration }: PreparedVideo): StoredVideo {
  return { storedName, contentType, size: file.size, duration }
}

/** The upload of a video, before it is opened. */
export function sourceUpload(name: string, video: StoredVideo, fingerprint: string): ResumeRecord {
  return { kind: 'video', ...video, fileName: name.slice(-255), fingerprint, uploadId: null }
}
