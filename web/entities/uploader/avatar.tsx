import clsx from 'clsx'
import type { ReactNode } from 'react'

export interface AvatarProps {
  /** The account's ID, which gives it a colour. */
  id: number
  username: string
  url: string | null
  /** Size and place, such as `size-10`. */
  className?: string
}

/** Degrees between two accounts' colours: the golden angle, so that neighbours differ. */
const turn = 137.5

/** Shows an account's picture, or the first letter of its name in a circle of its own colour. */
export function Avatar({ id, username, url, className }: AvatarProps): ReactNode {
  const shape = clsx('shrink-0 rounded-full', className)
  if (url)
    return <img src={url} alt="" draggable={false} className={clsx(shape, 'bg-surface-2 object-cover')} />
  return (
    <span
      aria-hidden="true"
      style={{ background: `oklch(0.42 0.09 ${(id * turn) % 360})` }}
      className={clsx(shape, 'grid place-items-center font-bold text-white uppercase')}
    >
      {[...username][0]}
    </span>
  )
}
