import { useQueryClient } from '@tanstack/react-query'
import { Upload } from 'lucide-react'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from 'react-router'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { paths } from '#web/lib/navigation/paths'
import { isBare } from '../queue/queue-item'
import { onQueues, queueOfAccount } from '../queue/queues'
import type { UploadQueue } from '../queue/upload-queue'
import { announce } from './announce'
import { totalShare } from './item-state'

/** Shows the progress of the uploads in the header of every page but theirs. */
export function HeaderUploads() {
  const { user } = useViewer()
  const queue = useSyncExternalStore(onQueues, () => (user ? queueOfAccount(user.id) : null))
  const { pathname } = useLocation()
  const slot = useHeaderSlot()
  if (!queue || !slot || pathname === paths.uploadVideo) return null
  return createPortal(<Progress queue={queue} />, slot)
}

function Progress({ queue }: { queue: UploadQueue }) {
  const queryClient = useQueryClient()
  const items = useSyncExternalStore(queue.subscribe, queue.getItems)
  // Renders again when one of their jobs changes.
  useSyncExternalStore(queue.subscribe, queue.getStates)
  useEffect(
    () => queue.publisher.onPublished((published) => void announce(published, queryClient)),
    [queue, queryClient],
  )
  const states = items.filter((item) => !isBare(item)).map(({ job }) => job.getState())
  const { length } = states
  if (length === 0) return null
  const share = totalShare(states, queue.publisher.count)
  const percent = share === null ? null : `${Math.floor(100 * share)} %`
  const count = length === 1 ? '1 video' : `${length} videos`
  return (
    <Link
      to={paths.uploadVideo}
      aria-label={`Uploads: ${count}${percent === null ? '' : `, ${percent} uploaded`}`}
      title="Your uploads"
      className="flex h-10 shrink-0 items-center gap-2 rounded-full bg-surface-2 px-3 font-medium text-meta tabular-nums max-md:ml-auto"
    >
      <Upload aria-hidden="true" className="size-4 text-accent" />
      <span>
        {length} · {percent ?? 'waiting'}
      </span>
    </Link>
  )
}

/** Returns an element of its own in the header, which reserves no room for something so rarely shown. */
function useHeaderSlot(): HTMLElement | null {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const row = document.querySelector('header > .page')
    if (!row) return
    const element = document.createElement('div')
    element.className = 'contents'
    row.insertBefore(element, row.lastElementChild)
    setSlot(element)
    return () => element.remove()
  }, [])
  return slot
}
