import clsx from 'clsx'
import type { ReactNode } from 'react'

const tones = {
  /** Over a picture: FREE, PRIVATE. */
  dark: 'bg-black/70 text-white',
  gold: 'bg-gold text-gold-ink',
  neutral: 'bg-surface-2 text-dim',
  success: 'bg-success/15 text-success',
  danger: 'bg-danger/15 text-danger',
  warning: 'bg-warning/15 text-warning',
} as const

export interface BadgeProps {
  tone?: keyof typeof tones
  className?: string
  children: ReactNode
}

export function Badge({ tone = 'neutral', className, children }: BadgeProps) {
  return (
    <span
      className={clsx(
        'inline-flex h-5 items-center gap-1 whitespace-nowrap rounded-badge px-1.5 font-bold text-micro tracking-[0.06em]',
        tones[tone],
        className,
      )}
    >
      {children}
    </span>
  )
}
