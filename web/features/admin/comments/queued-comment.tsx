import type { AdminComment } from '#contract/schemas/moderation/comments'
import { commentReasonNames } from '#contract/values/moderation/comments'
import type { CommentHold } from '#contract/values/videos/comments'
import { ReportClock } from '#web/entities/case/report-clock.tsx'
import { reporterName } from '#web/entities/case/reporter-name'
import { useDecideComment } from '#web/entities/comment/use-decide-comment'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { paths } from '#web/lib/navigation/paths'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { errorToast, toast } from '#web/ui/feedback/toast'
import { Ago } from '#web/ui/text/ago.tsx'
import { TextLink } from '#web/ui/text/link.tsx'

const holds: Record<CommentHold, string> = { link: 'CONTAINS A LINK', term: 'BLOCKED TERM' }

/** Says who deleted or removed a comment. */
function goneBy({ state, removedBy }: AdminComment): string {
  if (state === 'deleted') return 'DELETED BY ITS AUTHOR'
  if (removedBy === 'uploader') return 'REMOVED BY UPLOADER'
  return removedBy === 'staff' ? 'REMOVED BY STAFF' : 'REMOVED'
}

export interface QueuedCommentProps {
  comment: AdminComment
  onRemove: () => void
  onRestore: () => void
  /** The comment has left the queue. */
  onDecided: () => void
}

/** Renders a comment that waits for staff, with its reports, or a removed comment. */
export function QueuedComment({ comment, onRemove, onRestore, onDecided }: QueuedCommentProps) {
  const {
    id,
    author,
    body,
    state,
    heldFor,
    repliesTo,
    video,
    at,
    editedAt,
    reports,
    openReports,
    dueAt,
    removedBy,
    reason,
  } = comment
  const { mutate, isPending } = useDecideComment(id)
  const isHeld = state === 'held'
  const isGone = state === 'removed' || state === 'deleted'
  const waits = isHeld || openReports > 0

  function keep() {
    mutate(
      { decision: 'keep', editedAt, seen: lastOf(comment) },
      {
        onSuccess: () => {
          toast({ title: isHeld ? 'Comment shown' : 'Reports dismissed' })
          onDecided()
        },
        onError: (error) => errorToast("Couldn't decide on the comment", error),
      },
    )
  }

  return (
    <article
      aria-label={`Comment ${id}`}
      className="grid grid-cols-1 gap-3 rounded-panel border border-line bg-surface-1 p-4 sm:p-5"
    >
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-meta">
        {author ? (
          <TextLink to={adminTab('users', { user: String(author.id) })}>{author.username}</TextLink>
        ) : (
          <span>A deleted account</span>
        )}
        <span className="text-faint">
          <Ago at={at} />
          {editedAt ? ' (edited)' : null}
        </span>
        {isHeld && heldFor ? <Badge tone="warning">{holds[heldFor]}</Badge> : null}
        {isGone ? <Badge>{goneBy(comment)}</Badge> : null}
        {dueAt === null ? null : <ReportClock dueAt={dueAt} />}
        {state === 'removed' && reason ? (
          <span className="text-faint">{commentReasonNames[reason]}</span>
        ) : null}
      </p>
      {repliesTo ? (
        <p className="wrap-anywhere line-clamp-2 text-faint text-meta">Reply to “{repliesTo}”</p>
      ) : null}
      {body === '' ? null : <p className="wrap-anywhere whitespace-pre-line">{body}</p>}
      <p className="text-meta">
        {video ? (
          <>
            On <TextLink to={`${paths.video(video.id)}#comments`}>{video.title}</TextLink>
          </>
        ) : (
          'On a deleted video'
        )}
      </p>
      {reports.length > 0 ? <Reports comment={comment} /> : null}
      {openReports > reports.length ? (
        <p className="text-faint text-meta">And {openReports - reports.length} more reports.</p>
      ) : null}
      {waits ? (
        <div className="flex flex-wrap gap-2">
          <Button busy={isPending} onClick={keep}>
            {isHeld ? 'Show comment' : 'Dismiss reports'}
          </Button>
          <Button disabled={isPending} onClick={onRemove}>
            {isGone ? 'Uphold reports' : 'Remove comment'}
          </Button>
        </div>
      ) : null}
      {state === 'removed' && removedBy === 'staff' ? (
        <Button className="justify-self-start" onClick={onRestore}>
          Restore comment
        </Button>
      ) : null}
    </article>
  )
}

function Reports({ comment: { reports, body } }: { comment: AdminComment }) {
  return (
    <ul aria-label="Reports" className="grid gap-2">
      {reports.map((report) => (
        <li key={report.id} className="grid gap-1 rounded-nav border border-line px-3 py-2">
          <p className="flex flex-wrap items-center gap-x-2 text-meta">
            <span className="font-medium">{commentReasonNames[report.reason]}</span>
            <span className="text-faint">
              {reporterName(report)}, <Ago at={report.at} />
            </span>
          </p>
          {report.details === '' ? null : <p className="wrap-anywhere text-dim">{report.details}</p>}
          {report.body === body ? null : (
            <p className="wrap-anywhere whitespace-pre-line text-faint text-meta">
              When it was reported: “{report.body}”
            </p>
          )}
        </li>
      ))}
    </ul>
  )
}

/** Returns the ID of the newest report shown; undefined, which decides all, if more are open than shown. */
function lastOf({ reports, openReports }: AdminComment): number | undefined {
  return reports.length === 0 || openReports > reports.length
    ? undefined
    : Math.max(...reports.map(({ id }) => id))
}
