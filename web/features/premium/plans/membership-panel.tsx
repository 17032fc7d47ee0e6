import { useQuery } from '@tanstack/react-query'
import { BadgeCheck } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { viewerQuery } from '#web/entities/viewer/viewer-query'
import { paths } from '#web/lib/navigation/paths'
import type { SoldVideo } from '#web/lib/navigation/sold-video'
import { ButtonLink } from '#web/ui/button.tsx'
import { FeatureList } from './feature-list'

/** Milliseconds after which a return to the page checks again: a payment may have been refunded. */
const freshMs = 30_000

export interface MembershipPanelProps {
  /** Takes over the focus from the widget that it replaces. */
  focused: boolean
  /** The locked video that led here. */
  video: SoldVideo | undefined
}

/** Shown to members in place of the subscribe widget. */
export function MembershipPanel({ focused, video }: MembershipPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useQuery({ ...viewerQuery, staleTime: freshMs })
  useEffect(() => {
    // Focus that moved elsewhere while a payment was being checked stays there.
    if (focused && document.activeElement === document.body) heading.current?.focus()
  }, [focused])
  return (
    <div className="grid gap-5 rounded-panel border border-gold/35 bg-gold/6 p-5">
      <h2 ref={heading} tabIndex={-1} className="flex items-center gap-3 font-bold text-lead">
        <BadgeCheck aria-hidden="true" className="size-6 shrink-0 text-gold" />
        Premium Membership Active
      </h2>
      <FeatureList className="grid gap-2.5" />
      {video === undefined ? null : (
        <ButtonLink to={paths.video(video.id, video.key)} variant="gold">
          Watch the video
        </ButtonLink>
      )}
      <ButtonLink to={paths.subscription}>Manage Subscription</ButtonLink>
    </div>
  )
}
