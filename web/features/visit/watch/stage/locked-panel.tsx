import { useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { refreshMembership } from '../../../../entities/payment/payment-queries'
import { useViewer } from '../../../../entities/viewer/viewer-query'
import { paths } from '../../../../lib/paths'
import { Badge } from '../../../../ui/badge'
import { ButtonLink } from '../../../../ui/button'
import { Stage } from './stage'

export interface LockedPanelProps {
  title: string
  poster: string | null
  /** A link for members who are signed out. */
  signInLink?: ReactNode
}

/** Replaces the player for viewers who may not play a premium video. Loaded on demand. */
export function LockedPanel({ title, poster, signInLink }: LockedPanelProps) {
  const queryClient = useQueryClient()
  const member = useViewer().can('video.playPremium')
  useEffect(() => {
    // An apparent member with nothing to play either became one just now, or was refunded since.
    if (member) void refreshMembership(queryClient)
  }, [member, queryClient])

  return (
    <Stage poster={poster} blurred>
      <p className="absolute inset-x-4 top-3 flex items-center gap-2.5 sm:inset-x-5 sm:top-5">
        <Badge tone="gold">PREMIUM</Badge>
        <span className="truncate font-medium">{title}</span>
      </p>
      <span
        aria-hidden="true"
        className="mb-2 grid size-14 place-items-center rounded-full bg-black/50 text-gold ring-1 ring-gold/50 ring-inset max-sm:hidden"
      >
        <Lock className="size-6" />
      </span>
      <h2 className="font-bold text-lead sm:text-title">Premium Content</h2>
      <p className="text-dim">Subscribe to unlock this video</p>
      <ButtonLink to={paths.premium} variant="gold" className="mt-2 sm:mt-3">
        Upgrade to Premium
      </ButtonLink>
      {signInLink}
    </Stage>
  )
}
