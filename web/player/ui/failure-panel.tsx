import { type ComponentType, Suspense } from 'react'
import { formatDuration } from '#contract/values/shared/duration'
import { lazyPart, loadPatiently } from '../../lib/lazy-part'
import { Button } from '../../ui/button'
import type { PlaybackFailure } from '../core/playback-state'
import { FailureFrame } from './failure-frame'
import { usePlayback, usePlayer } from './player-context'
import type { RefusalPanelProps } from './refusal-panel'

const RefusalPanel = lazyPart(
  (): Promise<{ RefusalPanel: ComponentType<RefusalPanelProps> }> =>
    loadPatiently(() => import('./refusal-panel')).catch(() => ({ RefusalPanel: UntoldRefusal })),
  'RefusalPanel',
)

export interface FailurePanelProps {
  failure: PlaybackFailure
  /** Called before the panel goes, while its button still has the focus. */
  onTryAgain: () => void
  onConfirmAge: (() => void) | undefined
}

export function FailurePanel({ failure, onTryAgain, onConfirmAge }: FailurePanelProps) {
  const player = usePlayer()
  const place = usePlayback((state) => state.currentTime)
  function tryAgain(): void {
    onTryAgain()
    player.tryAgain()
  }
  if (failure === 'unsupported') {
    return (
      <FailureFrame
        title="This browser can't play this video"
        text="This browser doesn't support the format. Try another one."
      />
    )
  }
  if (failure === 'stopped') {
    const kept = place >= 1 ? `; your place at ${formatDuration(place)} is kept` : ''
    return (
      <FailureFrame title="Playback stopped" text={`We lost the connection. Check your network${kept}.`}>
        <Button onClick={tryAgain}>Try again</Button>
      </FailureFrame>
    )
  }
  return (
    <Suspense fallback={<UntoldRefusal onTryAgain={tryAgain} />}>
      <RefusalPanel refusal={failure} onTryAgain={tryAgain} onConfirmAge={onConfirmAge} />
    </Suspense>
  )
}

/** Stands in for the panel until it is loaded, which may be never: the picture stays covered either way. */
function UntoldRefusal({ onTryAgain }: Pick<RefusalPanelProps, 'onTryAgain'>) {
  return (
    <FailureFrame title="Playback stopped" text="Please try again.">
      <Button onClick={onTryAgain}>Try again</Button>
    </FailureFrame>
  )
}
