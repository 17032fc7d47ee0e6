import { useEffect, useState, useSyncExternalStore } from 'react'
import { sweepStored } from '../../studio/stored-files'
import { storedNames } from './engine/resume-store'
import { type JobState, VideoJob } from './video-job'

const jobs = new Map<string, VideoJob>()

/** The job of a draft. It outlives the page, so that an upload goes on while its owner looks around. */
function jobOf(draftKey: string): VideoJob {
  const job = jobs.get(draftKey) ?? new VideoJob(draftKey)
  jobs.set(draftKey, job)
  return job
}

export function useVideoJob(draftKey: string): { job: VideoJob; state: JobState } {
  const [job] = useState(() => jobOf(draftKey))
  useEffect(() => {
    void job.restore()
    void sweepStored(storedNames(), Date.now())
  }, [job])
  return { job, state: useSyncExternalStore(job.subscribe, job.getState) }
}
