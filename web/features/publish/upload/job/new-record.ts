import { type Cut, type PreparedVideo, type Sounds, treatmentOf } from '#web/studio/studio'
import { browserSurroundings } from '../engine/browser-surroundings'
import { fingerprintOf, type SourceFile } from '../engine/fingerprint'
import type { ResumeRecord } from '../engine/resume-record'
import { withRetry } from '../engine/retry'
import { transportFor } from '../engine/xhr-transport'
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

/** Returns a file that the server has fetched and checked, as a chosen file and the record of its upload. */
export async function fetchedUpload(
  account: number,
  name: string,
  uploadId: string,
  signal: AbortSignal,
): Promise<{ chosen: SourceFile; source: ResumeRecord }> {
  const complete = () => transportFor(account).complete(uploadId, signal)
  const { id, size, contentType, duration } = await withRetry(complete, {
    signal,
    surroundings: browserSurroundings,
  })
  const chosen = { name, size, lastModified: 0 }
  const fingerprint = await fingerprintOf(chosen, `fetched ${id}`)
  const about = { kind: 'video', size, contentType, duration, fileName: name.slice(-255) } as const
  return { chosen, source: { ...about, fingerprint, uploadId: id, storedName: null } }
}

/** Creates the record of the upload of a chosen file's video, before it is opened. */
export async function sourceUpload(
  chosen: SourceFile,
  { isEncoded, ...video }: StoredVideo,
  cut: Cut | null,
  sounds: Sounds | undefined,
): Promise<ResumeRecord> {
  const treatment = treatmentOf(cut, sounds ?? { taken: null })
  // Encoders don't promise identical bytes: parts sent by another run must not be taken for this one's.
  const fingerprint = await fingerprintOf(
    chosen,
    isEncoded ? `${treatment} ${crypto.randomUUID()}` : treatment,
  )
  return { kind: 'video', ...video, fileName: chosen.name.slice(-255), fingerprint, uploadId: null }
}
