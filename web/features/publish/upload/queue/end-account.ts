import { removeStored } from '#web/studio/files/stored-files'
import { publishedDeliveries } from '../delivery/published'
import { forgetTurns } from '../delivery/turns'
import { endJobs } from '../job/video-jobs'
import { JobKeeper, loadJobs, removeFiles } from '../store/job-record'
import { keysOf, uploadStore } from '../store/upload-store'
import { namesInUse } from './names-in-use'
import { endQueues } from './queues'

/** Ends an account's uploads in this browser and removes its drafts, so that later users don't find them. */
export async function endAccount(account: number): Promise<void> {
  await uploadStore.open()
  const files = namesInUse(account)
  const ends = publishedDeliveries.get().map(({ delivery }) => delivery.cancel())
  await Promise.allSettled([...ends, endQueues(account), endJobs(account)])
  for (const record of loadJobs(account)) {
    // Jobs of closed tabs; an open tab notices the removal.
    new JobKeeper(record).remove()
    await removeFiles(record)
  }
  for (const key of [keysOf('draft', account), keysOf('queue', account)].flatMap(uploadStore.keys))
    uploadStore.remove(key)
  forgetTurns(account)
  await Promise.all([uploadStore.saved(), ...[...files].map((name) => removeStored(name))])
}
