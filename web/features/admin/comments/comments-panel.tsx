import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AdminComment } from '#contract/schemas/moderation/comments'
import { type CommentQueue, commentQueues } from '#contract/values/moderation/comments'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { countLoaded } from '#web/lib/query/count-loaded'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { ViewLinks } from '#web/ui/view-links.tsx'
import { queuedCommentsQuery } from './queries'
import { QueuedComment } from './queued-comment'

const RemoveCommentDialog = lazyDialog(
  () => import('#web/entities/comment/remove-comment-dialog.tsx'),
  'RemoveCommentDialog',
)

const RestoreCommentDialog = lazyDialog(() => import('./restore-comment-dialog'), 'RestoreCommentDialog')

const labels: Record<CommentQueue, string> = { reported: 'Reported', held: 'Held', removed: 'Removed' }

const emptyTexts: Record<CommentQueue, { title: string; text: string }> = {
  reported: { title: 'No reported comments', text: 'Comments that people report will appear here.' },
  held: {
    title: 'No held comments',
    text: 'Comments with a link or a blocked term wait here until you show or remove them.',
  },
  removed: {
    title: 'No removed comments',
    text: 'Comments that staff or uploaders remove will appear here.',
  },
}

/** Lists the comments that wait for staff, and the removed ones. The queue is in the address. */
export function CommentsPanel() {
  const [params] = useSearchParams()
  const queue = commentQueues.find((each) => each === params.get('view')) ?? 'reported'
  const reported = useInfiniteQuery(queuedCommentsQuery('reported'))
  const held = useInfiniteQuery(queuedCommentsQuery('held'))
  const removed = useInfiniteQuery({ ...queuedCommentsQuery('removed'), enabled: queue === 'removed' })
  const queries = { reported, held, removed }
  const [opened, setOpened] = useState<{ comment: AdminComment; act: 'remove' | 'restore' } | null>(null)
  const region = useRef<HTMLElement>(null)
  const rememberOpener = useFocusAfter(opened !== null, region)

  function open(comment: AdminComment, act: 'remove' | 'restore') {
    rememberOpener()
    setOpened({ comment, act })
  }

  return (
    <div className="grid gap-5">
      <ViewLinks
        label="Comments"
        value={queue}
        links={commentQueues.map((value) => ({
          value,
          label: labels[value],
          to: adminTab('comments', value === 'reported' ? undefined : { view: value }),
          // The number means nothing for comments that wait for no one.
          count: value === 'removed' ? null : countLoaded(queries[value]),
        }))}
      />
      <section ref={region} tabIndex={-1} aria-label={`${labels[queue]} comments`}>
        <PagedList
          query={queries[queue]}
          skeleton={<CardSkeletons label="Loading comments" className="h-40" />}
          empty={<EmptyState icon={<MessageSquare />} {...emptyTexts[queue]} />}
        >
          {(comments) => (
            <ul className="grid grid-cols-1 gap-4">
              {comments.map((comment) => (
                <li key={comment.id}>
                  <QueuedComment
                    comment={comment}
                    onDecided={() => region.current?.focus()}
                    onRemove={() => open(comment, 'remove')}
                    onRestore={() => open(comment, 'restore')}
                  />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </section>
      <Suspense>
        {opened?.act === 'remove' ? (
          <RemoveCommentDialog
            key={opened.comment.id}
            comment={opened.comment}
            reason={opened.comment.reports[0]?.reason}
            onClose={() => setOpened(null)}
          />
        ) : null}
        {opened?.act === 'restore' ? (
          <RestoreCommentDialog comment={opened.comment} onClose={() => setOpened(null)} />
        ) : null}
      </Suspense>
    </div>
  )
}
