import clsx from 'clsx'

/**
 * Renders a grey box with the size and corners of the coming content; the region around it sets aria-busy.
 */
export function Skeleton({ className }: { className: string }) {
  return <div aria-hidden="true" className={clsx('animate-pulse bg-surface-2', className)} />
}
