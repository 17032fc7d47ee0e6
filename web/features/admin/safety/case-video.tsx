import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AdminReport } from '#contract/schemas/moderation/safety'
import { holdNames } from '#contract/values/moderation/safety'
import { RemovedWith } from '#web/entities/case/removed-with.tsx'
import { Poster } from '#web/entities/video/card/poster.tsx'
import { caseQuery } from '#web/lib/navigation/admin-paths'
import { Badge } from '#web/ui/badge.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { TextLink } from '#web/ui/text/link.tsx'

export interface CaseVideoProps {
  video: AdminReport['video']
  /** The title when the case was opened. */
  title: string
  uploader: string
}

/** Shows the video of a case. Its picture is blurred until it is revealed. */
export function CaseVideo({ video, title, uploader }: CaseVideoProps) {
  const [shown, setShown] = useState(false)
  const [params] = useSearchParams()
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
      {video ? (
        <div className="relative w-40 shrink-0 overflow-hidden rounded-nav">
          <Poster of={video} sizes="160px" blurred={!shown} />
          {video.thumbnailUrl ? (
            <IconButton
              label={shown ? `Blur the picture of ${video.title}` : `Show picture of ${video.title}`}
              aria-pressed={shown}
              onClick={() => setShown(!shown)}
              className="absolute inset-0 m-auto bg-black/60 text-white"
            >
              {shown ? <EyeOff className="size-4.5" /> : <Eye className="size-4.5" />}
            </IconButton>
          ) : null}
        </div>
      ) : null}
      <div className="grid min-w-0 flex-1 basis-48 gap-1">
        <h2 className="wrap-anywhere font-bold text-lead">
          {video ? <TextLink to={caseQuery(params, video.id)}>{video.title}</TextLink> : title}
        </h2>
        <p className="text-dim text-meta">by {uploader}</p>
        {video && video.title !== title ? (
          <p className="wrap-anywhere text-faint text-meta">Its title was “{title}” at the time.</p>
        ) : null}
        <p className="flex flex-wrap gap-1.5">
          {video ? <States video={video} /> : <Badge>This video no longer exists</Badge>}
        </p>
        {video?.hold === 'removed' ? <RemovedWith videoId={video.id} title={video.title} /> : null}
      </div>
    </div>
  )
}

function States({
  video: { hold, isPremium, isPublic, review },
}: {
  video: NonNullable<CaseVideoProps['video']>
}) {
  return (
    <>
      {hold ? <Badge tone={hold === 'removed' ? 'danger' : 'warning'}>{holdNames[hold]}</Badge> : null}
      {isPremium ? <Badge tone="gold">PREMIUM</Badge> : null}
      {isPublic ? null : <Badge>PRIVATE</Badge>}
      {review === 'approved' ? null : <Badge>{review === 'pending' ? 'Pending review' : 'Rejected'}</Badge>}
      {hold === null && isPublic && review === 'approved' ? <Badge tone="success">Live</Badge> : null}
    </>
  )
}
