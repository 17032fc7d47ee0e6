import { Check, ExternalLink, ScanEye, X } from 'lucide-react'
import type { AdminVideo } from '#contract/schemas/moderation/content'
import { DurationBadge } from '#web/entities/video/card/duration-badge.tsx'
import { Poster } from '#web/entities/video/card/poster.tsx'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { formatDate } from '#web/lib/format'
import { paths } from '#web/lib/navigation/paths'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'

export interface PendingCardProps {
  video: AdminVideo
  /** A decision is being sent. */
  busy: boolean
  onReview: () => void
  onApprove: () => void
  onReject: () => void
}

export function PendingCard({ video, busy, onReview, onApprove, onReject }: PendingCardProps) {
  const { can } = useViewer()
  const { id, title, uploader, waitingSince, createdAt } = video
  return (
    <article className="flex h-full flex-col gap-4 rounded-card border border-line bg-surface-1 p-3 sm:flex-row">
      <div className="relative shrink-0 self-start overflow-hidden rounded-nav max-sm:w-full sm:w-56">
        <Poster of={video} sizes="(min-width: 640px) 224px, 100vw" />
        <div className="absolute top-2 left-2 flex gap-1.5">
          <Badge tone="dark">PENDING</Badge>
          {video.isPremium ? <Badge tone="gold">PREMIUM</Badge> : null}
        </div>
        <DurationBadge seconds={video.duration} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h3 className="wrap-anywhere line-clamp-2 font-medium leading-5.25">{title}</h3>
        <p className="text-faint text-meta">
          {uploader.username} · {formatDate(waitingSince ?? createdAt)}
        </p>
        {video.description ? (
          <p className="wrap-anywhere line-clamp-3 text-dim text-meta">{video.description}</p>
        ) : null}
        <div className="mt-auto flex flex-wrap gap-2 pt-2">
          <Button onClick={onReview} aria-label={`Review ${title}`}>
            <ScanEye aria-hidden="true" className="size-4" />
            Review
          </Button>
          <Button onClick={onApprove} disabled={busy} aria-label={`Approve ${title}`}>
            <Check aria-hidden="true" className="size-4" />
            Approve
          </Button>
          <Button variant="ghost" onClick={onReject} disabled={busy} aria-label={`Reject ${title}`}>
            <X aria-hidden="true" className="size-4" />
            Reject
          </Button>
          {can('video.manageAny') ? (
            <ButtonLink
              to={paths.video(id)}
              variant="ghost"
              target="_blank"
              rel="noopener"
              aria-label={`Preview ${title}, opens in a new tab`}
            >
              <ExternalLink aria-hidden="true" className="size-4" />
              Preview
            </ButtonLink>
          ) : null}
        </div>
      </div>
    </article>
  )
}
