import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { pruneStored } from '#web/studio/files/stored-files'
import type { VideoLimits } from '#web/studio/source/limits'
import type { Cut } from '#web/studio/studio'
import { errorToast } from '#web/ui/feedback/toast'
import { type FileLoader, fileFrom } from '../job/download-file'
import type { JobState } from '../job/job-state'
import type { VideoJob } from '../job/video-job'
import { jobOf } from '../job/video-jobs'
import { namesInUse } from '../queue/names-in-use'

/** What can become of a file that the server fetched. */
export interface FetchedUse {
  /** Takes the server's file, to publish it as it is. Resolves to whether it was accepted. */
  chooseAsIs: (uploadId: string, name: string) => Promise<boolean>
  /** Prepares a copy, from an address of ours. Resolves when that is no longer needed. */
  prepare: (address: string, name: string) => Promise<void>
}

export interface VideoJobUse {
  job: VideoJob
  state: JobState
  /** Prepares a file within the settings' limits, and resolves to whether it was accepted. */
  choose: (file: File) => Promise<boolean>
  /** Selects a part of the chosen video, or the whole again. */
  setCut: (cut: Cut | null) => Promise<void>
  fetched: FetchedUse
  /** Prepares a part of the published video. */
  cutPublished: (name: string, load: FileLoader, cut: Cut) => Promise<void>
}

/** `take` prepares a chosen file, where that is more than the job's own business. */
export function useVideoJob(
  draftKey: string,
  take = (job: VideoJob, file: File, limits: VideoLimits) => job.choose(file, limits),
): VideoJobUse {
  const queryClient = useQueryClient()
  const [job] = useState(() => jobOf(draftKey))

  useEffect(() => {
    // Only a cut that a reload interrupted needs the limits; without them it waits for the next visit.
    queryClient.ensureQueryData(settingsQuery).then(
      (limits) => job.restore(limits),
      () => {},
    )
    void pruneStored(namesInUse(), Date.now())
  }, [job, queryClient])

  async function withLimits(work: (limits: VideoLimits) => Promise<void>) {
    try {
      await work(await queryClient.ensureQueryData(settingsQuery))
    } catch (error) {
      errorToast('Upload Error', error)
    }
  }

  return {
    job,
    state: useSyncExternalStore(job.subscribe, job.getState),
    choose: async (file) => {
      await withLimits((limits) => take(job, file, limits))
      return job.has(file)
    },
    setCut: (cut) => withLimits((limits) => job.setCut(cut, limits)),
    fetched: {
      chooseAsIs: async (uploadId, name) => {
        await job.chooseFetched(name, uploadId)
        return job.isOf(uploadId)
      },
      prepare: (address, name) =>
        withLimits((limits) => job.chooseFrom(name, fileFrom(address, name), limits)),
    },
    cutPublished: (name, load, cut) => withLimits((limits) => job.cutPublished(name, load, cut, limits)),
  }
}
