import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string
  children: ReactNode
}

export function IconButton({ label, className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      className={clsx(
        'grid size-10 shrink-0 place-items-center rounded-full text-dim transition-colors pointer-coarse:size-11',
        'hover:bg-surface-2 hover:text-text disabled:pointer-events-none disabled:opacity-40 aria-disabled:opacity-40',
        className,
      )}
      {...rest}
    >
      {children}
    </button>
  )
}
