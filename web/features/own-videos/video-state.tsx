import { EyeOff } from 'lucide-react'
import type { Video } from '../../../contract/schemas/videos'
import { Badge } from '../../ui/badge'
import { Spinner } from '../../ui/spinner'

export interface VideoState {
  label: string
  tone: 'neutral' | 'warning' | 'danger'
  /** Why, where there is a reason to tell. */
  reason: string | null
}

/** What keeps a video from being seen, the gravest first; null when nothing does but its owner. */
export function stateOf({ status, review, hold, reason = null }: Video): VideoState | null {
  if (hold === 'quarantine')
    return { label: 'On hold', tone: 'danger', reason: 'It was reported and is being checked.' }
  if (hold) return { label: 'Removed', tone: 'danger', reason }
  if (status === 'failed') return { label: 'Failed', tone: 'danger', reason }
  if (review === 'rejected') return { label: 'Rejected', tone: 'danger', reason }
  if (status === 'processing') return { label: 'Processing', tone: 'neutral', reason: null }
  if (review === 'pending') return { label: 'Pending review', tone: 'warning', reason: null }
  return null
}

/** The badges on an own video's poster. */
export function StateBadges({ video }: { video: Video }) {
  const state = stateOf(video)
  return (
    <div className="absolute top-2 left-2 flex max-w-[calc(100%-1rem)] flex-wrap gap-1.5">
      {video.isPremium ? <Badge tone="gold">PREMIUM</Badge> : <Badge tone="dark">FREE</Badge>}
      {video.isPublic ? null : (
        <Badge tone="dark">
          <EyeOff aria-hidden="true" className="size-3" />
          Private
        </Badge>
      )}
      {state ? (
        <Badge tone="dark" className={tones[state.tone]}>
          {state.label === 'Processing' ? <Spinner className="size-2.5" /> : null}
          {state.label}
        </Badge>
      ) : null}
    </div>
  )
}

/** On a picture the badge stays dark; its words carry the colour. */
const tones = { neutral: '', warning: 'text-warning', danger: 'text-danger' } as const
