import { useInfiniteQuery } from '@tanstack/react-query'
import { MessageSquare } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AdminComment } from '../../../../contract/schemas/moderation/comments'
import { type CommentQueue, commentQueues } from '../../../../contract/values/moderation/comments'
import { adminTab } from '../../../lib/admin-paths'
import { useFocusAfter } from '../../../lib/dom/use-focus-after'
import { countLoaded } from '../../../lib/query/count-loaded'
import { CardSkeletons } from '../../../ui/feedback/card-skeletons'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { lazyDialog } from '../../../ui/lazy-dialog'
import { PagedList } from '../../../ui/paged-list'
import { ViewLinks } from '../../../ui/view-links'
import { queuedCommentsQuery } from './queries'
import { QueuedComment } from './queued-comment'

const RemoveCommentDialog = lazyDialog(
  () => import('../../../entities/comment/remove-comment-dialog'),
  'RemoveCommentDialog',
)

const labels: Record<CommentQueue, string> = { reported: 'Reported', held: 'Held' }

const emptyTexts: Record<CommentQueue, { title: string; text: string }> = {
  reported: { title: 'No reported comments', text: 'Comments that people report will appear here.' },
  held: {
    title: 'No held comments',
    text: 'Comments with a link or a blocked term wait here until you show or remove them.',
  },
}

/** Lists the comments that wait for staff. The queue is in the address. */
export function CommentsPanel() {
  const [params] = useSearchParams()
  const queue = commentQueues.find((each) => each === params.get('view')) ?? 'reported'
  const reported = useInfiniteQuery(queuedCommentsQuery('reported'))
  const held = useInfiniteQuery(queuedCommentsQuery('held'))
  const queries = { reported, held }
  const [removing, setRemoving] = useState<AdminComment | null>(null)
  const region = useRef<HTMLElement>(null)
  const rememberOpener = useFocusAfter(removing !== null, region)
  return (
    <div className="grid gap-5">
      <ViewLinks
        label="Comments"
        value={queue}
        links={commentQueues.map((value) => ({
          value,
          label: labels[value],
          to: adminTab('comments', value === 'reported' ? undefined : { view: value }),
          count: countLoaded(queries[value]),
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
                    onRemove={() => {
                      rememberOpener()
                      setRemoving(comment)
                    }}
                  />
                </li>
              ))}
            </ul>
          )}
        </PagedList>
      </section>
      <Suspense>
        {removing ? (
          <RemoveCommentDialog
            key={removing.id}
            comment={removing}
            reason={removing.reports[0]?.reason}
            onClose={() => setRemoving(null)}
          />
        ) : null}
      </Suspense>
    </div>
  )
}
