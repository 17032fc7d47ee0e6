import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { NoticeLine } from '#web/entities/notice/notice-line.tsx'
import { latestNoticesQuery } from '#web/entities/notice/notice-queries'
import { useReadNotices } from '#web/entities/notice/use-read-notices'
import { paths } from '#web/lib/navigation/paths'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { TextLink } from '#web/ui/text/link.tsx'

export interface NoticePanelProps {
  unread: number
  onClose: () => void
}

/** Renders the latest notifications under the bell. Loaded on demand. */
export function NoticePanel({ unread, onClose }: NoticePanelProps) {
  const { data, error, refetch } = useQuery(latestNoticesQuery)
  const { mutate: read } = useReadNotices()
  const panel = useRef<HTMLElement>(null)
  const latest = data?.items[0]

  useEffect(() => {
    function closeOnPress({ target }: PointerEvent) {
      // The bell itself closes it by its click.
      if (target instanceof Node && !panel.current?.parentElement?.contains(target)) onClose()
    }
    document.addEventListener('pointerdown', closeOnPress)
    return () => document.removeEventListener('pointerdown', closeOnPress)
  }, [onClose])

  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Notifications"
      className="absolute inset-x-0 top-full z-50 max-h-[calc(100dvh-7.5rem)] animate-fade overflow-y-auto border-line border-b bg-bg p-2 shadow-2xl md:right-0 md:left-auto md:w-96 md:rounded-card md:border"
    >
      <div className="flex min-h-10 items-center justify-between gap-3 px-3">
        <h2 className="font-bold">Notifications</h2>
        {unread > 0 && latest ? (
          <Button
            variant="ghost"
            className="-mr-3"
            onClick={() => {
              // The button goes, and Escape closes the panel from within.
              panel.current?.focus()
              read({ upTo: latest.at })
            }}
          >
            Mark all as read
          </Button>
        ) : null}
      </div>
      {error && !data ? <LoadError error={error} onRetry={refetch} /> : null}
      {data || error ? null : (
        <div className="grid h-20 place-items-center text-faint">
          <Spinner />
        </div>
      )}
      {data?.items.length === 0 ? (
        <p className="px-3 py-6 text-center text-dim">
          {data.nextCursor === null
            ? 'New videos from people you follow and updates for you appear here.'
            : 'Nothing new yet.'}
        </p>
      ) : null}
      <ul>
        {data?.items.map((notice) => (
          <li key={notice.id}>
            <NoticeLine
              notice={notice}
              onOpen={() => {
                if (!notice.isRead) read({ ids: [notice.id] })
              }}
            />
          </li>
        ))}
      </ul>
      <p className="flex justify-between gap-3 px-3 py-2">
        <TextLink to={paths.notifications}>See all</TextLink>
        <TextLink to={paths.settings}>Settings</TextLink>
      </p>
    </section>
  )
}
