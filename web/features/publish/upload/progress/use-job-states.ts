import { useMemo, useSyncExternalStore } from 'react'
import type { JobState } from '../job/job-state'
import type { QueueItem } from '../queue/queue-item'

/** Returns the state of each item's job. */
export function useJobStates(items: readonly QueueItem[]): readonly JobState[] {
  const source = useMemo(() => {
    let states = items.map(({ job }) => job.getState())
    return {
      get: () => states,
      subscribe: (listener: () => void) => {
        const note = () => {
          states = items.map(({ job }) => job.getState())
          listener()
        }
        // It may have changed since it was rendered.
        note()
        const stops = items.map(({ job }) => job.subscribe(note))
        return () => {
          for (const stop of stops) stop()
        }
      },
    }
  }, [items])
  return useSyncExternalStore(source.subscribe, source.get)
}
