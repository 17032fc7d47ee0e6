import clsx from 'clsx'
import { Lock } from 'lucide-react'

export interface PremiumLockProps {
  /** The lock alone, where a picture has no room for its label. */
  small?: boolean
}

/** Marks the poster of a video that the viewer can't play, and leaves the picture to be seen. */
export function PremiumLock({ small = false }: PremiumLockProps) {
  return (
    <span className="@container pointer-events-none absolute inset-0 flex items-end">
      {/* On a narrow card above the duration, on a wider one beside it. */}
      <span
        className={clsx(
          'flex w-full items-center gap-1 bg-linear-to-t from-black/75 to-transparent px-2 pt-7 font-medium text-gold text-micro leading-5',
          '@min-[13.5rem]:gap-1.5 @min-[13.5rem]:pb-2 @min-[13.5rem]:text-xs',
          small ? 'pb-2' : 'pb-8',
        )}
      >
        <Lock aria-hidden="true" className="size-3.5 shrink-0" />
        <span className={small ? 'sr-only' : undefined}>Premium Content</span>
      </span>
    </span>
  )
}
