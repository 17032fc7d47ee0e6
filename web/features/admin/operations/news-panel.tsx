import { useInfiniteQuery } from '@tanstack/react-query'
import { Newspaper } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import type { NewsIssue } from '#contract/schemas/site/newsletter'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { formatTime } from '#web/lib/format'
import type { Pages } from '#web/lib/query/paged'
import { Button } from '#web/ui/button.tsx'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { type Column, DataTable } from '#web/ui/table/data-table.tsx'
import { newsQuery } from './queries'

const NewsDialog = lazyDialog(() => import('./news-dialog'), 'NewsDialog')

const columns: Column<NewsIssue>[] = [
  {
    title: 'Written',
    cell: ({ createdAt }) => (
      <time dateTime={createdAt} className="tabular-nums">
        {formatTime(createdAt)}
      </time>
    ),
  },
  { title: 'Subject', cell: ({ subject }) => <span className="wrap-anywhere">{subject}</span> },
  { title: 'By', cell: ({ createdBy }) => createdBy },
  { title: 'Emails', align: 'right', cell: ({ queued }) => queued },
  {
    title: 'State',
    cell: ({ finishedAt }) => (finishedAt === null ? 'Going out' : `Queued ${formatTime(finishedAt)}`),
  },
]

/** Milliseconds between polls while a newsletter is going out. */
const sendingPoll = 5000

/** Shows the newsletters to confirmed subscribers, and how far the latest has come. */
export function NewsPanel() {
  const query = useInfiniteQuery({
    ...newsQuery(),
    refetchInterval: ({ state }) => sendingInterval(state.data),
  })
  const [isWriting, setIsWriting] = useState(false)
  const panel = useRef<HTMLDivElement>(null)
  const rememberOpener = useFocusAfter(isWriting, panel)
  return (
    <div ref={panel} tabIndex={-1} className="grid gap-5">
      <Button
        className="justify-self-start"
        onClick={() => {
          rememberOpener()
          setIsWriting(true)
        }}
      >
        New newsletter
      </Button>
      <PagedList
        query={query}
        skeleton={<CardSkeletons label="Loading newsletters" className="h-28 md:h-14" />}
        empty={
          <EmptyState
            icon={<Newspaper />}
            title="No newsletters yet"
            text="Newsletters you send to subscribers will appear here."
          />
        }
      >
        {(news) => <DataTable label="News" columns={columns} rows={news} rowKey={({ id }) => id} />}
      </PagedList>
      <Suspense>{isWriting ? <NewsDialog onClose={() => setIsWriting(false)} /> : null}</Suspense>
    </div>
  )
}

/** Returns the polling interval while the latest newsletter is going out, else false. */
function sendingInterval(data: Pages<NewsIssue> | undefined): number | false {
  return data?.pages[0]?.items[0]?.finishedAt === null && sendingPoll
}
