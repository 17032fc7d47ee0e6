import { JobKeeper, type JobRecord } from '#web/features/publish/upload/store/job-record'
import { uploadStore } from '#web/features/publish/upload/store/upload-store'
import { stored } from './browser/stored-files'

/** Stores the job of a page that was closed after publishing: what finds it looks first for a database. */
export async function leaveJobOf(account: number, over: Partial<JobRecord> = {}): Promise<JobRecord> {
  const video = { storedName: 'source', contentType: 'video/mp4', size: 6, duration: 100 }
  const record: JobRecord = {
    id: `job-${account}`,
    account,
    draft: null,
    videoId: 9,
    chosen: { name: 'a.mp4', size: 6, lastModified: 1 },
    cut: null,
    ofPublished: false,
    uncut: null,
    damage: null,
    source: { ...video, kind: 'video', fileName: 'a.mp4', fingerprint: 'f', uploadId: 'u1' },
    made: [],
    ladder: 'making',
    minutes: null,
    missing: null,
    ...over,
  }
  stored.set('source', new Blob(['source']))
  new JobKeeper(record).save()
  await uploadStore.saved()
  return record
}
