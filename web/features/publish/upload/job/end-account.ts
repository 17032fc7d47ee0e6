import { removeStored } from '../../../../studio/files/stored-files'
import { JobKeeper, loadJobs, namesInUse, removeFiles } from './job-record'
import { getPublished } from './published'
import { endJobs } from './video-jobs'

/** Ends an account's uploads in this browser and removes its drafts, so that later users don't find them. */
export async function endAccount(account: number): Promise<void> {
  const files = namesInUse(account)
  const ends = getPublished().map(({ delivery }) => delivery.cancel())
  await Promise.allSettled([...ends, endJobs(account)])
  for (const record of loadJobs(account)) {
    // Jobs of closed tabs; an open tab notices the removal.
    new JobKeeper(record).remove()
    await removeFiles(record)
  }
  for (const key of Object.keys(localStorage)) {
    if (key.startsWith(`draft:${account}:`)) localStorage.removeItem(key)
  }
  await Promise.all([...files].map((name) => removeStored(name)))
}
