import { formatDuration } from '#contract/values/shared/duration'
import { Button } from '../../ui/button'
import type { PlaybackFailure } from '../core/playback-state'
import { usePlayback, usePlayer } from './player-context'

/** `onTryAgain` is called before the panel goes, while its button still has the focus. */
export function FailurePanel({ failure, onTryAgain }: { failure: PlaybackFailure; onTryAgain: () => void }) {
  const player = usePlayer()
  const place = usePlayback((state) => state.currentTime)
  return (
    <div
      role="alert"
      className="absolute inset-0 grid place-content-center justify-items-center gap-3 bg-black/85 p-4 text-center"
    >
      <p className="font-bold text-lead text-text">
        {failure === 'unsupported' ? "This browser can't play this video" : 'Playback stopped'}
      </p>
      {failure === 'unsupported' ? (
        <p className="max-w-sm text-dim">This browser doesn't support the format. Try another one.</p>
      ) : (
        <>
          <p className="max-w-sm text-dim">
            We lost the connection. Check your network
            {place >= 1 ? `; your place at ${formatDuration(place)} is kept` : ''}.
          </p>
          <Button
            onClick={() => {
              onTryAgain()
              player.tryAgain()
            }}
          >
            Try again
          </Button>
        </>
      )}
    </div>
  )
}
