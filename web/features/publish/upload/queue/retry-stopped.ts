import { publishedDeliveries } from '../delivery/published'
import type { VideoJob } from '../job/video-job'
import { jobsOf } from '../job/video-jobs'

/** Resumes all of an account's work that stopped for a reason that may be over, such as the end of its session. */
export function retryStopped(account: number): void {
  retryJobs(jobsOf(account))
  for (const { delivery } of publishedDeliveries.get())
    if (delivery.getState().error !== null) delivery.resume()
}

/** Resumes the jobs whose files couldn't be sent. */
export function retryJobs(jobs: readonly VideoJob[]): void {
  for (const job of jobs) {
    const state = job.getState()
    if (state.step !== 'uploading' || job.isHeld) continue
    const { phase, canRetry, isLost } = state.upload
    const hasFailed = phase === 'failed' && canRetry && !isLost
    if (hasFailed || state.error !== null) job.resume()
  }
}
