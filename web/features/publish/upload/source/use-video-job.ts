import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { pruneStored } from '#web/studio/files/stored-files'
import type { Cut } from '#web/studio/studio'
import { type FileLoader, fileFrom } from '../job/download-file'
import type { JobState } from '../job/job-state'
import type { VideoJob } from '../job/video-job'
import { jobOf } from '../job/video-jobs'
import { namesInUse } from '../queue/names-in-use'
import { useWithLimits } from './use-with-limits'

/** The uses of a file that the server fetched. */
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
  /** Publishes a file with a flaw nevertheless. */
  accept: () => Promise<void>
  /** Takes another sound of the chosen file, by its place. */
  chooseSound: (place: number) => Promise<void>
  fetched: FetchedUse
  /** Prepares a part of the published video. */
  cutPublished: (name: string, load: FileLoader, cut: Cut) => Promise<void>
}

/** Holds a draft's job, and resumes it after an earlier page. Calls `onAnother` before it takes another file. */
export function useVideoJob(draftKey: string, onAnother: () => void): VideoJobUse {
  const queryClient = useQueryClient()
  const withLimits = useWithLimits()
  const [job] = useState(() => jobOf(draftKey))

  useEffect(() => {
    // Only a cut that a reload interrupted needs the limits; without them it waits for the next visit.
    queryClient.ensureQueryData(settingsQuery).then(
      (limits) => job.restore(limits),
      () => {},
    )
    void pruneStored(namesInUse(), Date.now())
  }, [job, queryClient])

  return {
    job,
    state: useSyncExternalStore(job.subscribe, job.getState),
    choose: async (file) => {
      onAnother()
      return (await withLimits((limits) => job.choose(file, limits))) ?? false
    },
    setCut: (cut) => withLimits((limits) => job.setCut(cut, limits)),
    accept: () => withLimits((limits) => job.accept(limits)),
    chooseSound: async (place) => {
      const file = job.chosenFile
      if (file) await withLimits((limits) => job.choose(file, limits, place))
    },
    fetched: {
      chooseAsIs: (uploadId, name) => {
        onAnother()
        return job.chooseFetched(name, uploadId)
      },
      prepare: async (address, name) => {
        onAnother()
        await withLimits((limits) => job.chooseFrom(name, fileFrom(address, name), limits))
      },
    },
    cutPublished: async (name, load, cut) => {
      await withLimits((limits) => job.chooseFrom(name, load, limits, cut))
    },
  }
}
