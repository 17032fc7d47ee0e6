import clsx from 'clsx'
import type { ComponentProps, ReactNode } from 'react'

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  label: string
  /** Why it does nothing now, for its title. It can still have the focus, which a disabled button would lose. */
  whyNot?: string | null
  children: ReactNode
}

export function IconButton({ label, whyNot, className, onClick, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={whyNot ?? label}
      aria-disabled={whyNot ? true : undefined}
      onClick={whyNot ? undefined : onClick}
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
