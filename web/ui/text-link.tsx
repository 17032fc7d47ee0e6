import clsx from 'clsx'
import { Link, type LinkProps } from 'react-router'

/** Renders a link within text. */
export function TextLink({ className, ...rest }: LinkProps) {
  return (
    <Link
      className={clsx(
        'rounded-badge text-text underline decoration-faint underline-offset-3 hover:decoration-text',
        className,
      )}
      {...rest}
    />
  )
}
