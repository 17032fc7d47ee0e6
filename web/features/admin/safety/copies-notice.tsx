import { useQuery } from '@tanstack/react-query'
import type { OtherVideo } from '#contract/schemas/moderation/safety'
import { isUnlawful, type ReportReason } from '#contract/values/moderation/reasons'
import { copiesQuery } from '#web/entities/case/copies-query'
import { VideoNames } from '#web/entities/case/video-names.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'

export interface CopiesNoticeProps {
  videoId: number
  /** Null until one is chosen. */
  reason: ReportReason | null
}

/**
 * Lists, before the decision, the other videos that a removal takes down, or hides until someone has looked.
 */
export function CopiesNotice({ videoId, reason }: CopiesNoticeProps) {
  const { data, error, refetch } = useQuery(copiesQuery(videoId))
  if (error) return <LoadError error={error} onRetry={refetch} />
  if (!data) return <p className="text-dim text-meta">Looking for copies...</p>
  const { copies, likenesses } = data
  return (
    <div className="grid gap-3" aria-live="polite">
      {copies.length + likenesses.length === 0 ? (
        <p className="text-dim text-meta">No other video has the same file.</p>
      ) : null}
      <Group title={`These hold the same film${fateOf(reason)}:`} videos={copies} />
      <Group
        title="These share a quality, preview or trailer with it and will be quarantined for review:"
        videos={likenesses}
      />
      {data.hasMore ? (
        <p className="text-dim text-meta">
          There are more than the ones listed. The same will happen to them.
        </p>
      ) : null}
      {data.isUnread ? (
        <p className="text-dim text-meta">Its files are still being checked, so more copies may be found.</p>
      ) : null}
    </div>
  )
}

function fateOf(reason: ReportReason | null): string {
  if (reason === null) return ', and will be removed or quarantined, depending on the reason'
  return isUnlawful(reason) ? ' and will be removed too' : ' and will be quarantined for review'
}

function Group({ title, videos }: { title: string; videos: readonly OtherVideo[] }) {
  if (videos.length === 0) return null
  return (
    <div className="rounded-nav border border-line bg-bg p-3">
      <p className="font-medium text-meta">{title}</p>
      <VideoNames videos={videos} />
    </div>
  )
}
