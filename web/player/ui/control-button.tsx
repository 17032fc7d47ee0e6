import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

export interface ControlButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string
  /** The equivalent key, shown in the tooltip. */
  hotkey?: string
  children: ReactNode
}

export function ControlButton({ label, hotkey, className, children, ...rest }: ControlButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={hotkey ? `${label} (${hotkey})` : label}
      className={clsx(
        'pointer-events-auto grid h-10 min-w-10 place-items-center rounded-full text-text',
        'transition-colors hover:bg-white/15',
        'pointer-coarse:h-11 pointer-coarse:min-w-11',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  )
}
