import type { VideoLimits } from '#web/studio/source/limits'
import { keysOf, uploadStore } from '../store/upload-store'
import { hasSession, stopOthers } from './one-account'

/** The account of which this page has told the other tabs. */
let told: number | null = null

/**
 * Resumes an account's uploads from earlier pages: no page of theirs has to be open. Returns whether there are any;
 * loads no more where there are none, and nothing where the session isn't this account's any more.
 */
export async function resumeUploads(account: number, limits: VideoLimits): Promise<boolean> {
  await uploadStore.open()
  const isLeft = [keysOf('job', account), keysOf('queue', account)].some(
    (start) => uploadStore.keys(start).length > 0,
  )
  if (!isLeft && told === account) return false
  if (!(await hasSession(account)) || stopOthers(account)) return false
  told = account
  if (!isLeft) return false
  const { goOn } = await import('./go-on')
  await goOn(account, limits)
  return true
}
