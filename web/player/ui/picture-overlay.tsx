import clsx from 'clsx'
import { LoaderCircle, Play } from 'lucide-react'
import { usePlayback } from './player-context'

/** Lies over the picture and takes no clicks: the loading veil, the spinner, and the first play button. */
export function PictureOverlay() {
  const ready = usePlayback((state) => state.ready)
  const waiting = usePlayback(({ status }) => status === 'loading' || status === 'buffering')
  const recovering = usePlayback((state) => state.recovering)
  const inviting = usePlayback((state) => state.ready && !state.started)
  return (
    <div
      aria-hidden
      className={clsx(
        'pointer-events-none absolute inset-0 grid place-items-center',
        !ready && waiting && 'bg-black/50',
      )}
    >
      <div
        className={clsx(
          'col-start-1 row-start-1 grid justify-items-center gap-2 transition-opacity',
          // A very short wait should cause no flicker.
          waiting || recovering ? 'opacity-100' : 'opacity-0',
          waiting && ready && 'delay-300',
        )}
      >
        <LoaderCircle
          className={clsx('size-14 max-sm:size-20', waiting && 'animate-spin')}
          strokeWidth={1.5}
        />
        {recovering ? <span className="rounded-badge bg-black/70 px-2 py-0.5">Reconnecting...</span> : null}
      </div>
      {inviting ? (
        <span className="col-start-1 row-start-1 grid size-18 place-items-center rounded-full bg-accent text-accent-ink max-sm:hidden">
          <Play className="size-8 translate-x-0.5 fill-current" />
        </span>
      ) : null}
    </div>
  )
}
