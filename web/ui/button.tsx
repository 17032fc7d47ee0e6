import clsx from 'clsx'
import type { ComponentProps } from 'react'
import { Link, type LinkProps } from 'react-router'
import { Spinner } from './feedback/spinner'

const variants = {
  /** The view's main action. */
  primary: 'bg-accent text-accent-ink hover:bg-accent-bright',
  secondary: 'bg-surface-2 text-text hover:bg-surface-3',
  ghost: 'text-dim hover:bg-surface-2 hover:text-text',
  gold: 'bg-gold text-gold-ink hover:brightness-108',
  /** Only inside the dialog that confirms. */
  danger: 'bg-danger text-accent-ink hover:brightness-108',
} as const

const sizes = {
  md: 'h-10 px-5 text-body pointer-coarse:h-11',
  lg: 'h-12 px-6 text-lead',
} as const

interface Look {
  variant?: keyof typeof variants
  size?: keyof typeof sizes
}

export interface ButtonProps extends ComponentProps<'button'>, Look {
  /** Ignores clicks and shows a spinner; pass the text beside it as children. */
  busy?: boolean
}

export function Button({ variant, size, busy, onClick, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      // Not `disabled`, which would drop the focus from the button that was just pressed.
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      // Enter in one of its form's fields is a click, too.
      onClick={busy ? (event) => event.preventDefault() : onClick}
      className={clsx(look({ variant, size }), className)}
      {...rest}
    >
      {busy ? <Spinner className="size-4" /> : null}
      {children}
    </button>
  )
}

export function ButtonLink({ variant, size, className, ...rest }: LinkProps & Look) {
  return <Link className={clsx(look({ variant, size }), className)} {...rest} />
}

function look({
  variant = 'secondary',
  size = 'md',
}: { [Key in keyof Look]: Look[Key] | undefined }): string {
  return clsx(
    'inline-flex shrink-0 select-none items-center justify-center gap-2 whitespace-nowrap rounded-full font-bold',
    'transition-[background-color,color,scale,filter] active:scale-[.98] disabled:pointer-events-none disabled:opacity-55',
    'aria-disabled:pointer-events-none aria-disabled:opacity-55',
    '[&_svg]:shrink-0',
    variants[variant],
    sizes[size],
  )
}
