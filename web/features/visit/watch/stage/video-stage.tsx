import { EyeOff } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { lazyExtra } from '#web/lib/lazy-part'
import { Spinner } from '#web/ui/feedback/spinner.tsx'
import { Stage, StageFrame } from './stage'
import { StageSlot } from './stage-slot'
import type { SavePoster } from './use-player-actions'

const LockedPanel = lazyExtra(() => import('./locked-panel'), 'LockedPanel')

export interface VideoStageProps {
  video: Video
  signInLink: ReactNode
  /** Makes a picture the video's poster; for its owner. */
  savePoster: SavePoster
}

/** Renders the player, or the panel in its place. */
export function VideoStage({ video, signInLink, savePoster }: VideoStageProps) {
  const { user } = useViewer()
  const isPlayable = Boolean(video.sources?.length)
  /**
   * ID of the last premium video that could be played here: locked since, its viewer lost a membership or a
   * session. A free video that became premium took nothing from anyone.
   */
  const [played, setPlayed] = useState<number | null>(null)
  if (isPlayable && video.isPremium && played !== video.id) setPlayed(video.id)
  if (isPlayable) return <StageSlot video={video} savePoster={savePoster} />
  // Its owner and administrators receive the status, and if they lack the file, payment isn't the reason.
  if (video.isPremium && video.status === undefined) {
    return (
      <Suspense fallback={<LockedSkeleton poster={video} />}>
        <LockedPanel video={video} isEnded={played === video.id} signInLink={user ? undefined : signInLink} />
      </Suspense>
    )
  }
  return (
    <Stage poster={video}>
      {video.status === 'processing' ? (
        <Spinner className="size-10" />
      ) : (
        <EyeOff aria-hidden="true" className="size-10 text-dim" />
      )}
      <p className="mt-3 font-medium">
        {video.status === 'processing' ? 'Processing' : 'There is nothing to play'}
      </p>
    </Stage>
  )
}

/** As high as the locked panel, so that nothing below moves when it arrives. */
function LockedSkeleton({ poster }: { poster: Video }) {
  return (
    <>
      <StageFrame poster={poster} />
      <div className="h-48 sm:hidden" />
    </>
  )
}
