import type { FinishedUpload } from '#contract/schemas/uploads/upload'
import { type Cut, type PreparedVideo, treatmentOf } from '#web/studio/studio'
import { fingerprintOf, type SourceFile } from '../engine/fingerprint'
import type { ResumeRecord } from '../engine/resume-store'
import type { JobRecord, StoredVideo } from '../store/job-record'

/**
 * Creates the record of a new file, in a draft whose key begins with the account's ID. `copy` is the prepared
 * one, if it is here.
 */
export function newRecord(draft: string, chosen: SourceFile, copy: StoredVideo | null): JobRecord {
  return {
    id: crypto.randomUUID(),
    account: Number.parseInt(draft, 10),
    draft,
    videoId: null,
    // Copied, since a File's other properties can't be stored.
    chosen: { name: chosen.name, size: chosen.size, lastModified: chosen.lastModified },
    cut: null,
    ofPublished: false,
    uncut: copy,
    damage: null,
    source: null,
    made: [],
    ladder: 'making',
    minutes: null,
    missing: null,
  }
}

export function storedVideo({
  file,
  storedName,
  contentType,
  duration,
  isEncoded,
}: PreparedVideo): StoredVideo {
  return { storedName, contentType, size: file.size, duration, isEncoded }
}

/** Creates the record of a file that the server fetched and checked. */
export async function fetchedUpload(
  chosen: SourceFile,
  { id, size, contentType, duration }: FinishedUpload,
): Promise<ResumeRecord> {
  const fingerprint = await fingerprintOf(chosen, `fetched ${id}`)
  const about = { kind: 'video', size, contentType, duration, fileName: chosen.name.slice(-255) } as const
  return { ...about, fingerprint, uploadId: id, storedName: null }
}

/** Creates the record of the upload of a chosen file's video, before it is opened. */
export async function sourceUpload(
  chosen: SourceFile,
  { isEncoded, ...video }: StoredVideo,
  cut: Cut | null,
): Promise<ResumeRecord> {
  const treatment = treatmentOf(cut)
  // Encoders don't promise identical bytes: parts sent by another run must not be taken for this one's.
  const fingerprint = await fingerprintOf(
    chosen,
    isEncoded ? `${treatment} ${crypto.randomUUID()}` : treatment,
  )
  return { kind: 'video', ...video, fileName: chosen.name.slice(-255), fingerprint, uploadId: null }
}
