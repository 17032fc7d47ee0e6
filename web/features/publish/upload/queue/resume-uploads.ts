import type { VideoLimits } from '#web/studio/source/limits'
import { keysOf, uploadStore } from '../store/upload-store'
import { stopOthers } from './one-account'

/**
 * Resumes an account's uploads from earlier pages: no page of theirs has to be open. Returns whether there are any;
 * loads no more where there are none.
 */
export async function resumeUploads(account: number, limits: VideoLimits): Promise<boolean> {
  if (stopOthers(account)) return false
  await uploadStore.open()
  const isLeft = [keysOf('job', account), keysOf('queue', account)].some(
    (start) => uploadStore.keys(start).length > 0,
  )
  if (!isLeft) return false
  const { goOn } = await import('./go-on')
  await goOn(account, limits)
  return true
}
