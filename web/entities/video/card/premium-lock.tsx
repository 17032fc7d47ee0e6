import clsx from 'clsx'
import { Lock } from 'lucide-react'

export interface PremiumLockProps {
  /** The lock alone, where a picture has no room for its label. */
  small?: boolean
}

/** Marks the poster of a video that the viewer can't play, and leaves the picture to be seen. */
export function PremiumLock({ small = false }: PremiumLockProps) {
  return (
    <span className="@container pointer-events-none absolute inset-0">
      <span
        className={clsx(
          'absolute bottom-2 left-2 flex items-center gap-1 rounded-badge bg-black/75 px-1.5 font-medium text-gold text-micro leading-5',
          // On a narrow card above the duration, on a wider one beside it. On the narrowest, that is the badge's place.
          small || '@min-[9.5rem]:bottom-8.5 @min-[13.5rem]:bottom-2 @min-[13.5rem]:text-xs',
        )}
      >
        <Lock aria-hidden="true" className="my-[3px] size-3.5 shrink-0" />
        <span className={small ? 'sr-only' : 'leading-5 @max-[9.5rem]:sr-only'}>Premium Content</span>
      </span>
    </span>
  )
}
