import clsx from 'clsx'
import type { Ref } from 'react'
import { Button } from '../button'

export interface LoadMoreProps {
  busy: boolean
  /** The last attempt failed. */
  failed: boolean
  onMore: () => void
  className?: string
  ref?: Ref<HTMLDivElement>
}

/** Loads further pages at the end of a list of videos. */
export function LoadMore({ busy, failed, onMore, className, ref }: LoadMoreProps) {
  return (
    <div ref={ref} className={clsx('grid justify-items-center gap-3', className)}>
      {failed ? (
        <p role="alert" className="text-dim">
          Couldn't load more videos.
        </p>
      ) : null}
      <Button busy={busy} onClick={onMore}>
        Load more
      </Button>
    </div>
  )
}
