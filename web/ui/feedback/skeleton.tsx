import clsx from 'clsx'

/** A grey box of the size and roundness of what is to come; the region around it says aria-busy. */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={clsx('animate-pulse bg-surface-2', className)} />
}
