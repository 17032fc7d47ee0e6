import { useEffect, useRef, useState } from 'react'
import { removeStored } from '#web/studio/files/stored-files'
import type { VideoLimits } from '#web/studio/source/limits'
import { Refusal, stopped } from '#web/studio/source/refusal'
import { repairRecording } from '#web/studio/studio'

export interface Repaired {
  file: File
  /** Releases the file's bytes. */
  remove: () => Promise<void>
}

/** Turns the recorder's output into a file that can be played, seeked and published like any other. */
export function useRepair(limits: VideoLimits) {
  const [share, setShare] = useState<number | null>(null)
  const [error, setError] = useState<string | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])

  /** Returns null when the page was left, or when the repair fails, which leaves an error sentence. */
  async function repair(recording: File): Promise<Repaired | null> {
    const controller = new AbortController()
    running.current = controller
    const { signal } = controller
    setError(null)
    setShare(0)
    try {
      const { file, storedName, contentType } = await repairRecording(recording, {
        limits,
        signal,
        onProgress: setShare,
      })
      const extension = contentType === 'video/webm' ? 'webm' : 'mp4'
      const name = recording.name.replace(/\.\w+$/, `.${extension}`)
      // A file that was handed over outlives this component.
      running.current = null
      return {
        file: new File([file], name, { type: contentType, lastModified: recording.lastModified }),
        remove: async () => {
          if (storedName !== null) await removeStored(storedName)
        },
      }
    } catch (reason) {
      if (!signal.aborted) setError(reason instanceof Refusal ? reason.message : stopped)
      return null
    } finally {
      if (!signal.aborted) setShare(null)
    }
  }

  return { repair, progress: { share, error } }
}
