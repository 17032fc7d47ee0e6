import clsx from 'clsx'
import { Link, type LinkProps } from 'react-router'
import { linkLook } from './link-look'

/** Renders a link within text. */
export function TextLink({ className, ...rest }: LinkProps) {
  return <Link className={clsx(linkLook, className)} {...rest} />
}
