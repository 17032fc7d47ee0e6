import { isAtWork } from '../delivery/at-work'
import type { JobState } from './job-state'

/** Returns whether a job is being worked on in this tab now, and would stop with it. */
export function isJobAtWork(state: JobState): boolean {
  // Without a share, it waits for another video.
  if (state.step === 'preparing') return state.share !== null
  return state.step === 'fetching' || (state.step === 'uploading' && isAtWork(state))
}
