import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { errorToast } from '#web/ui/feedback/toast'
import type { QueueItem } from '../queue/queue-item'
import { queueOf } from '../queue/queues'
import type { UploadQueue } from '../queue/upload-queue'

export interface QueueUse {
  queue: UploadQueue
  items: readonly QueueItem[]
  add: (files: readonly File[]) => Promise<void>
}

/** Holds the queue of this tab, and resumes what an earlier page left. */
export function useQueue(queueKey: string): QueueUse {
  const queryClient = useQueryClient()
  const queue = useMemo(() => queueOf(queueKey), [queueKey])

  useEffect(() => {
    queryClient.ensureQueryData(settingsQuery).then(
      (limits) => queue.restore(limits),
      // The next visit resumes it.
      () => {},
    )
  }, [queue, queryClient])

  return {
    queue,
    items: useSyncExternalStore(queue.subscribe, queue.getItems),
    add: async (files) => {
      try {
        queue.add(files, await queryClient.ensureQueryData(settingsQuery))
      } catch (error) {
        errorToast('Upload Error', error)
      }
    },
  }
}
