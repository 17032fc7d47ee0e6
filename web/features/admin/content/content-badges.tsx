import { Flag } from 'lucide-react'
import { Link } from 'react-router'
import type { AdminVideo } from '#contract/schemas/moderation/content'
import { holdNames } from '#contract/values/moderation/safety'
import { StateBadge } from '#web/entities/video/state/badge.tsx'
import { shownAs, shownNames, stateOf, type VideoState } from '#web/entities/video/state/video-state'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { Badge } from '#web/ui/badge.tsx'

const stateNames: Record<VideoState, string> = {
  held: 'On hold',
  failed: 'Failed',
  rejected: 'Rejected',
  processing: 'Processing',
  pending: 'Pending',
}

/** Names the reason why a video isn't public; in a table, a video without one is marked as public. */
export function ContentBadges({ video, isCard = false }: { video: AdminVideo; isCard?: boolean }) {
  const { hold } = video
  const state = stateOf(video)
  const shown = shownAs(video)
  const name = (text: string) => (isCard ? text.toUpperCase() : text)
  return (
    <>
      {shown === 'public' && (state || isCard) ? null : <Badge tone="dark">{name(shownNames[shown])}</Badge>}
      {state ? (
        <StateBadge state={state}>{name(hold ? holdNames[hold] : stateNames[state])}</StateBadge>
      ) : null}
    </>
  )
}

/** Links to the open reports of a video. */
export function OpenReports({ video: { id, title, openReports } }: { video: AdminVideo }) {
  if (openReports === 0) return null
  const text = `${openReports} open ${openReports === 1 ? 'report' : 'reports'}`
  return (
    <Link
      to={adminTab('reports', { video: String(id) })}
      aria-label={`${text} of ${title}`}
      className="inline-flex items-center gap-1.5 whitespace-nowrap text-danger text-meta tabular-nums hover:underline"
    >
      <Flag aria-hidden="true" className="size-4" />
      {text}
    </Link>
  )
}
