import { Clock, EyeOff, Link2 } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { StateBadge } from '#web/entities/video/state/badge.tsx'
import {
  type ShownAs,
  shownAs,
  shownNames,
  stateOf,
  type VideoState,
} from '#web/entities/video/state/video-state'
import { Badge } from '#web/ui/badge.tsx'
import { Spinner } from '#web/ui/feedback/spinner.tsx'

const labels: Record<VideoState, string> = {
  held: 'Removed',
  failed: 'Failed',
  rejected: 'Rejected',
  processing: 'Processing',
  pending: 'Pending review',
}

const icons: Record<Exclude<ShownAs, 'public'>, ReactNode> = {
  unlisted: <Link2 aria-hidden="true" className="size-3" />,
  scheduled: <Clock aria-hidden="true" className="size-3" />,
  private: <EyeOff aria-hidden="true" className="size-3" />,
}

/**
 * Renders an own video's badges: on a poster, or in a row of the table, where a public video with no other
 * state says so.
 */
export function StateBadges({ video, inRow = false }: { video: Video; inRow?: boolean }) {
  const state = stateOf(video)
  const shown = shownAs(video)
  return (
    <div
      className={
        inRow
          ? 'flex flex-wrap gap-1.5'
          : 'absolute top-2 left-2 flex max-w-[calc(100%-1rem)] flex-wrap gap-1.5'
      }
    >
      {video.isPremium ? <Badge tone="gold">PREMIUM</Badge> : <Badge tone="dark">FREE</Badge>}
      {shown === 'public' ? (
        inRow && !state && <Badge tone="dark">{shownNames.public}</Badge>
      ) : (
        <Badge tone="dark">
          {icons[shown]}
          {shownNames[shown]}
        </Badge>
      )}
      {state ? (
        <StateBadge state={state}>
          {state === 'processing' ? <Spinner className="size-2.5" /> : null}
          {heldName(video) ?? labels[state]}
        </StateBadge>
      ) : null}
    </div>
  )
}

/** Returns the reason for a video's state, where there is one to show. */
export function reasonOf(video: Video): string | null {
  if (isChecked(video)) return 'This video was reported and is under review.'
  const state = stateOf(video)
  const isFinal = state === 'held' || state === 'failed' || state === 'rejected'
  return (isFinal && video.reason) || null
}

function isChecked({ hold }: Video): boolean {
  return hold === 'quarantine'
}

function heldName(video: Video): string | null {
  if (isChecked(video)) return 'On hold'
  return video.hold === 'trash' ? 'Deleted' : null
}
