import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { formatMoney } from '#contract/values/shared/money'
import { refreshMembership } from '#web/entities/payment/payment-queries'
import { settingsQuery } from '#web/entities/settings/settings-query'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { premiumPathFor } from '#web/lib/navigation/sold-video'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { LockedTrailer } from './locked-trailer'
import { StageFrame } from './stage'

export interface LockedPanelProps {
  video: Pick<Video, 'id' | 'title' | 'thumbnailUrl' | 'poster' | 'trailerUrl' | 'unlistedKey'>
  /** The viewer could play it until now, as a premium video. */
  isEnded: boolean
  /** A link for members who are signed out. */
  signInLink?: ReactNode
}

/**
 * Replaces the player for viewers who may not play a premium video: its picture, a trailer and the offer,
 * which is below the picture on a phone. Loaded on demand.
 */
export function LockedPanel({ video, isEnded, signInLink }: LockedPanelProps) {
  const { id, title, trailerUrl, unlistedKey } = video
  const queryClient = useQueryClient()
  const { data: settings } = useQuery(settingsQuery)
  const member = useViewer().can('video.playPremium')
  useEffect(() => {
    // An apparent member with nothing to play either became one just now, or was refunded since.
    if (member) void refreshMembership(queryClient)
  }, [member, queryClient])

  return (
    <div className="relative">
      <StageFrame poster={video}>
        {trailerUrl ? <LockedTrailer key={trailerUrl} src={trailerUrl} /> : null}
        <p className="absolute inset-x-0 top-0 flex items-center gap-2.5 bg-linear-to-b from-black/70 to-transparent py-3 pr-16 pb-8 pl-4 sm:py-5 sm:pl-5">
          <Badge tone="gold">PREMIUM</Badge>
          <span className="truncate font-medium">{title}</span>
        </p>
      </StageFrame>
      <div className="grid min-h-48 content-center gap-x-8 gap-y-1 max-sm:pt-4 sm:absolute sm:inset-x-0 sm:bottom-0 sm:min-h-0 sm:grid-cols-[1fr_auto] sm:items-end sm:rounded-b-panel sm:bg-linear-to-t sm:from-black/90 sm:via-black/65 sm:to-transparent sm:p-6 sm:pt-[min(5rem,8dvh)]">
        <div className="grid gap-0.5">
          <h2 className="flex items-center gap-2 font-bold text-lead sm:text-title">
            <Lock aria-hidden="true" className="size-5 shrink-0 text-gold" />
            Premium Content
          </h2>
          <p className="text-text/85" role={isEnded ? 'alert' : undefined}>
            {!isEnded
              ? 'Subscribe to unlock this video'
              : signInLink
                ? "You've been signed out. Sign in to keep watching."
                : 'Your membership has ended. Upgrade again to keep watching.'}
          </p>
          {settings ? (
            <p>
              <span className="font-bold tabular-nums">
                {formatMoney(settings.prices.USD.monthly, 'USD')}/month
              </span>{' '}
              for every premium video
            </p>
          ) : null}
        </div>
        <div className="grid justify-items-start sm:justify-items-center">
          <ButtonLink to={premiumPathFor(id, unlistedKey)} variant="gold" className="mt-2">
            Upgrade to Premium
          </ButtonLink>
          {signInLink}
        </div>
      </div>
    </div>
  )
}
