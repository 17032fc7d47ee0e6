import { removePlaces } from '../entities/video/history/watch-log'
import { removeRecordings } from '../features/publish/camera/kept-recordings'
import { endAccount } from '../features/publish/upload/queue/end-account'

/** Removes drafts, recordings and watch history, so that the browser's next user doesn't find them. */
export async function removeLocalTraces(account: number): Promise<void> {
  removePlaces()
  await Promise.all([endAccount(account), removeRecordings(account)])
}
