import { useInfiniteQuery } from '@tanstack/react-query'
import { Bell, Check } from 'lucide-react'
import { type MouseEvent, useRef } from 'react'
import type { Notice } from '#contract/schemas/site/notices'
import { NoticeLine } from '#web/entities/notice/notice-line.tsx'
import { noticesQuery } from '#web/entities/notice/notice-queries'
import { useReadNotices } from '#web/entities/notice/use-read-notices'
import { paths } from '#web/lib/navigation/paths'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'

/** Lists the account's notifications, latest first. */
export function NoticeList({ unread }: { unread: number }) {
  const query = useInfiniteQuery(noticesQuery)
  const { mutate: read } = useReadNotices()
  const region = useRef<HTMLElement>(null)
  const latest = query.data?.pages.flatMap(({ items }) => items)[0]
  return (
    <section ref={region} tabIndex={-1} aria-label="All notifications">
      {unread > 0 && latest ? (
        <Button
          className="mb-4"
          onClick={() => {
            // The button goes.
            region.current?.focus()
            read({ upTo: latest.at })
          }}
        >
          Mark all as read
        </Button>
      ) : null}
      <PagedList
        query={query}
        skeleton={<NoticeSkeletons />}
        noneYet="Nothing new yet."
        empty={
          <EmptyState
            icon={<Bell />}
            title="Nothing new"
            text="New videos from people you follow, comments and our decisions appear here."
            action={
              <ButtonLink to={paths.trending} variant="primary">
                Find people to follow
              </ButtonLink>
            }
          />
        }
      >
        {(notices) => (
          <ul className="grid gap-1">
            {notices.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} onRead={() => read({ ids: [notice.id] })} />
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}

function NoticeRow({ notice, onRead }: { notice: Notice; onRead: () => void }) {
  function markRead({ currentTarget }: MouseEvent<HTMLElement>) {
    // The button goes.
    const link = currentTarget.closest('li')?.querySelector('a')
    const target: HTMLElement | null = link ?? currentTarget.closest('section')
    target?.focus()
    onRead()
  }

  return (
    <li className="flex items-center gap-2">
      <NoticeLine
        notice={notice}
        onOpen={() => {
          if (!notice.isRead) onRead()
        }}
      />
      {notice.isRead ? null : (
        <IconButton label="Mark as read" onClick={markRead}>
          <Check className="size-4" />
        </IconButton>
      )}
    </li>
  )
}

function NoticeSkeletons() {
  return (
    <div className="grid gap-2">
      {[1, 2, 3, 4, 5, 6].map((line) => (
        <Skeleton key={line} className="h-16 rounded-nav" />
      ))}
    </div>
  )
}
