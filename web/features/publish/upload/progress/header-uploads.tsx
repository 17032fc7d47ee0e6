import { useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { CircleAlert, Layers, type LucideIcon, Upload } from 'lucide-react'
import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { Link, useLocation } from 'react-router'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { paths } from '#web/lib/navigation/paths'
import { onQueues, queuesOf } from '../queue/queues'
import { announce } from './announce'
import { useWork } from './use-work'
import { notes, type Work, type WorkAmount } from './work'

/** Shows the progress of uploads and qualities below the header, on every page but where it is shown anyway. */
export function HeaderUploads() {
  const { user } = useViewer()
  const slot = useHeaderSlot()
  return user && slot ? createPortal(<Progress account={user.id} />, slot) : null
}

function Progress({ account }: { account: number }) {
  const { here, elsewhere } = useWork(account)
  const { pathname } = useLocation()
  const isUploadPage = pathname === paths.uploadVideo
  useAnnouncements(account, !isUploadPage)
  const shown = isUploadPage ? withoutUploads(here) : here
  if (shown) return <WorkLink work={shown} />
  // Its uploads are listed on no page of this tab.
  if (!elsewhere) return null
  const work: Work = { ...elsewhere, note: 'elsewhere' }
  // This page has another queue.
  return isUploadPage && work.uploads ? (
    <p className="header-work pointer-events-none">
      <WorkText work={work} />
    </p>
  ) : (
    <WorkLink work={work} />
  )
}

/** The page of the uploads announces them itself. */
function useAnnouncements(account: number, active: boolean): void {
  const queryClient = useQueryClient()
  const count = useSyncExternalStore(onQueues, () => queuesOf(account).length)
  // biome-ignore lint/correctness/useExhaustiveDependencies: listens to each queue
  useEffect(() => {
    if (!active) return
    const stops = queuesOf(account).map(({ publisher }) =>
      publisher.onPublished((published) => void announce(published, queryClient)),
    )
    return () => {
      for (const stop of stops) stop()
    }
  }, [account, active, queryClient, count])
}

function withoutUploads(work: Work | null): Work | null {
  return work?.qualities ? { ...work, uploads: null } : null
}

function WorkLink({ work }: { work: Work }) {
  const { uploads } = work
  return (
    <Link
      to={uploads ? paths.uploadVideo : paths.myVideos}
      title={uploads ? 'Your uploads' : 'My Videos'}
      className="header-work"
    >
      <WorkText work={work} />
    </Link>
  )
}

function WorkText({ work }: { work: Work }) {
  const { uploads, qualities, asking, note } = work
  return (
    <>
      <span className="sr-only">{sentenceOf(work)}</span>
      <span aria-hidden="true" className="flex items-center gap-3">
        {uploads ? (
          <Amount icon={Upload}>
            <Progressed of={uploads} />
          </Amount>
        ) : null}
        {qualities ? (
          <Amount icon={Layers}>
            <Progressed of={qualities} />
          </Amount>
        ) : null}
        {asking > 0 ? (
          <Amount icon={CircleAlert} isUrgent>
            {asking}
          </Amount>
        ) : null}
        <span className={clsx('max-[25rem]:hidden', note === 'asking' ? 'text-danger' : 'text-dim')}>
          {notes[note]}
        </span>
      </span>
    </>
  )
}

function Amount({
  icon: Icon,
  isUrgent = false,
  children,
}: {
  icon: LucideIcon
  isUrgent?: boolean
  children: ReactNode
}) {
  return (
    <span className={clsx('flex items-center gap-1', isUrgent && 'text-danger')}>
      <Icon className={clsx('size-3.5', !isUrgent && 'text-accent')} />
      <span>{children}</span>
    </span>
  )
}

function Progressed({ of: { count, share } }: { of: WorkAmount }) {
  // As wide as `100 %`, so that what is beside it stays where it is.
  return (
    <>
      {count} · <span className="inline-block min-w-[3.5em]">{percent(share) ?? '…'}</span>
    </>
  )
}

/** Returns `Uploads: 3 videos, 42 %. Qualities: 1 video, 7 %. Keep this tab open.` */
function sentenceOf({ uploads, qualities, asking, note }: Work): string {
  const parts = [
    uploads && `Uploads: ${amountText(uploads)}`,
    qualities && `Qualities: ${amountText(qualities)}`,
    asking > 0 && note !== 'asking' && `${videos(asking)} ${asking === 1 ? 'needs' : 'need'} your attention`,
    notes[note],
  ]
  return parts.flatMap((part) => (part ? [`${part}.`] : [])).join(' ')
}

function amountText({ count, share }: WorkAmount): string {
  return [videos(count), percent(share)].filter((part) => part !== null).join(', ')
}

function videos(count: number): string {
  return count === 1 ? '1 video' : `${count} videos`
}

function percent(share: number | null): string | null {
  return share === null ? null : `${Math.floor(100 * share)} %`
}

/** Returns an element of its own in the header. What is in it lies over the page, and moves nothing. */
function useHeaderSlot(): HTMLElement | null {
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  useEffect(() => {
    const header = document.querySelector('header.site-header')
    if (!header) return
    const element = document.createElement('div')
    header.append(element)
    setSlot(element)
    return () => element.remove()
  }, [])
  return slot
}
