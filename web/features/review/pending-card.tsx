import { ExternalLink, ScanEye } from 'lucide-react'
import type { Video } from '../../../contract/schemas/videos'
import { formatDate } from '../../lib/format'
import { paths } from '../../lib/paths'
import { Badge } from '../../ui/badge'
import { Button, ButtonLink } from '../../ui/button'
import { DurationBadge } from '../../ui/duration-badge'
import { Poster } from '../../ui/poster'

export function PendingCard({ video, onReview }: { video: Video; onReview: () => void }) {
  return (
    <article className="flex h-full flex-col gap-4 rounded-card border border-line bg-surface-1 p-3 sm:flex-row">
      <div className="relative shrink-0 self-start overflow-hidden rounded-nav max-sm:w-full sm:w-56">
        <Poster src={video.thumbnailUrl} />
        <div className="absolute top-2 left-2 flex gap-1.5">
          <Badge tone="dark">PENDING</Badge>
          {video.isPremium ? <Badge tone="gold">PREMIUM</Badge> : null}
        </div>
        <DurationBadge seconds={video.duration} />
      </div>
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <h3 className="line-clamp-2 font-medium leading-[21px]">{video.title}</h3>
        <p className="text-faint text-meta">
          {video.uploader.username} · {formatDate(video.createdAt)}
        </p>
        {video.description ? <p className="line-clamp-3 text-dim text-meta">{video.description}</p> : null}
        <div className="mt-auto flex flex-wrap gap-2 pt-2">
          <Button onClick={onReview} aria-label={`Review ${video.title}`}>
            <ScanEye aria-hidden="true" className="size-4" />
            Review
          </Button>
          <ButtonLink
            to={paths.video(video.id)}
            variant="ghost"
            target="_blank"
            rel="noopener"
            aria-label={`Preview ${video.title}, opens in a new tab`}
          >
            <ExternalLink aria-hidden="true" className="size-4" />
            Preview
          </ButtonLink>
        </div>
      </div>
    </article>
  )
}
