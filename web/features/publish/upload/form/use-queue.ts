import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { askBeforeClosing } from '../queue/ask-before-closing'
import type { QueueItem } from '../queue/queue-item'
import { isTabBusy, queueOf } from '../queue/queues'
import type { UploadQueue } from '../queue/upload-queue'
import { useWithLimits } from '../source/use-with-limits'

export interface QueueUse {
  queue: UploadQueue
  items: readonly QueueItem[]
  add: (files: readonly File[]) => Promise<void>
}

/** Holds the queue of this tab, and resumes the uploads that an earlier page left. */
export function useQueue(queueKey: string): QueueUse {
  const queryClient = useQueryClient()
  const withLimits = useWithLimits()
  const queue = useMemo(() => queueOf(queueKey), [queueKey])

  useEffect(() => {
    askBeforeClosing(isTabBusy)
    queryClient.ensureQueryData(settingsQuery).then(
      (limits) => queue.restore(limits),
      // The next visit resumes it.
      () => {},
    )
  }, [queue, queryClient])

  return {
    queue,
    items: useSyncExternalStore(queue.subscribe, queue.getItems),
    add: (files) => withLimits((limits) => queue.add(files, limits)),
  }
}
