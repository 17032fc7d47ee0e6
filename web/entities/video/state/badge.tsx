import type { ReactNode } from 'react'
import { Badge } from '#web/ui/badge.tsx'
import type { VideoState } from './video-state'

/** On a picture the badge stays dark; its words carry the colour. */
const tones: Record<VideoState, string> = {
  held: 'text-danger!',
  failed: 'text-danger!',
  rejected: 'text-danger!',
  processing: '',
  pending: 'text-warning!',
}

export function StateBadge({ state, children }: { state: VideoState; children: ReactNode }) {
  return (
    <Badge tone="dark" className={tones[state]}>
      {children}
    </Badge>
  )
}
