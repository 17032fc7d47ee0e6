import { type Cut, type PreparedVideo, treatmentOf } from '../../../../studio/studio'
import { fingerprintOf, type SourceFile } from '../engine/fingerprint'
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
    ofPublished: false,
    uncut: copy,
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

/** The upload of a video that was made of a chosen file, before it is opened. */
export async function sourceUpload(
  chosen: SourceFile,
  { isEncoded, ...video }: StoredVideo,
  cut: Cut | null,
): Promise<ResumeRecord> {
  const treatment = treatmentOf(cut)
  // Encoders don't promise equal bytes: what another run has sent must not be taken for a part of this one.
  const fingerprint = await fingerprintOf(
    chosen,
    isEncoded ? `${treatment} ${crypto.randomUUID()}` : treatment,
  )
  return { kind: 'video', ...video, fileName: chosen.name.slice(-255), fingerprint, uploadId: null }
}
