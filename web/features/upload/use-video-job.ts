import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { errorDetail } from '../../lib/api-error'
import { settingsQuery } from '../../lib/queries/settings'
import { sweepStored } from '../../studio/stored-files'
import { toast } from '../../ui/toast'
import { storedNames } from './engine/resume-store'
import { type JobState, VideoJob } from './video-job'

const jobs = new Map<string, VideoJob>()

/** The job of a draft. It outlives the page, so that an upload goes on while its owner looks around. */
function jobOf(draftKey: string): VideoJob {
  const job = jobs.get(draftKey) ?? new VideoJob(draftKey)
  jobs.set(draftKey, job)
  return job
}

export interface VideoJobUse {
  job: VideoJob
  state: JobState
  /** Takes a file within the limits of the settings. */
  choose: (file: File) => Promise<void>
}

export function useVideoJob(draftKey: string): VideoJobUse {
  const queryClient = useQueryClient()
  const [job] = useState(() => jobOf(draftKey))
  useEffect(() => {
    void job.restore()
    void sweepStored(storedNames(), Date.now())
  }, [job])

  async function choose(file: File) {
    try {
      await job.choose(file, await queryClient.ensureQueryData(settingsQuery))
    } catch (error) {
      toast({ title: 'Upload Error', description: errorDetail(error), variant: 'destructive' })
    }
  }

  return { job, state: useSyncExternalStore(job.subscribe, job.getState), choose }
}
