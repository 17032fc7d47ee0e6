import clsx from 'clsx'
import { CircleCheck, CircleExclamationPoint, Info, TriangleExclamationPoint } from 'lucide-react'
import type { ReactNode } from 'react'

const tones = {
  info: { icon: Info, look: 'text-dim' },
  success: { icon: CircleCheck, look: 'text-success' },
  warning: { icon: TriangleExclamationPoint, look: 'text-warning' },
  danger: { icon: CircleExclamationPoint, look: 'text-danger' },
} as const

export interface AlertProps {
  tone?: keyof typeof tones
  title?: ReactNode
  className?: string
  children?: ReactNode
}

/** Renders a message that stays in place. A new failure is announced at once; the rest is only read. */
export function Alert({ tone = 'info', title, className, children }: AlertProps) {
  const { icon: Icon, look } = tones[tone]
  return (
    <div
      role={tone === 'danger' ? 'alert' : undefined}
      className={clsx('flex gap-3 rounded-card border border-line bg-surface-1 px-4 py-3', className)}
    >
      <Icon aria-hidden="true" className={clsx('mt-0.5 size-5 shrink-0', look)} />
      <div className="grid gap-0.5">
        {title ? <p className="font-medium">{title}</p> : null}
        {children ? <div className="text-dim text-meta">{children}</div> : null}
      </div>
    </div>
  )
}
