import { VideoJob } from './video-job'

const jobs = new Map<string, VideoJob>()

/** Returns a draft's job. It outlives the page, so that an upload continues while the user browses. */
export function jobOf(draftKey: string): VideoJob {
  const job = jobs.get(draftKey) ?? new VideoJob(draftKey)
  jobs.set(draftKey, job)
  return job
}

/** Returns the jobs of an account's drafts. */
export function jobsOf(account: number): VideoJob[] {
  return [...jobs].flatMap(([key, job]) => (key.startsWith(`${account}:`) ? [job] : []))
}

/** Called when a draft is gone, or published. */
export function forgetJob(draftKey: string): void {
  jobs.delete(draftKey)
}

/** Ends the jobs of an account's drafts. */
export async function endJobs(account: number): Promise<void> {
  for (const [draftKey, job] of jobs) {
    if (!draftKey.startsWith(`${account}:`)) continue
    jobs.delete(draftKey)
    await job.cancel()
  }
}
