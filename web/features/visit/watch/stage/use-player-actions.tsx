import { Image, PictureInPicture, Scissors } from 'lucide-react'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { usePlayer } from '#web/player/ui/player-context'
import { useSurface } from '#web/player/ui/player-surface'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { playsOnWhileBrowsing, setPlaysOnWhileBrowsing } from '../mini/mini-choice'

const ThumbnailDialog = lazyDialog(() => import('../dialogs/thumbnail-dialog'), 'ThumbnailDialog')
const CropDialog = lazyDialog(() => import('../dialogs/crop-dialog'), 'CropDialog')

export type SavePoster = (picture: Blob) => Promise<void>

/** Adds the actions on the video to the player's menu. Returns the open dialog. */
export function usePlayerActions(video: Video, savePoster: SavePoster): ReactNode {
  const player = usePlayer()
  const { setActions } = useSurface()
  const { user } = useViewer()
  const [open, setOpen] = useState<'thumbnail' | 'crop' | null>(null)
  const own = user?.id === video.userId
  const [playsOn, setPlaysOn] = useState(playsOnWhileBrowsing)

  useEffect(() => {
    function show(dialog: 'thumbnail' | 'crop'): void {
      if (!player.getSnapshot().paused) player.togglePlay()
      setOpen(dialog)
    }
    setActions([
      {
        label: 'Keep playing while you browse',
        icon: <PictureInPicture aria-hidden />,
        on: playsOn,
        onSelect() {
          setPlaysOnWhileBrowsing(!playsOn)
          setPlaysOn(!playsOn)
        },
      },
      { label: 'Generate Thumbnail', icon: <Image aria-hidden />, onSelect: () => show('thumbnail') },
      { label: 'Crop Video', icon: <Scissors aria-hidden />, onSelect: () => show('crop') },
    ])
    return () => setActions([])
  }, [player, setActions, playsOn])

  const onClose = () => setOpen(null)
  return (
    <Suspense>
      {open === 'thumbnail' ? (
        <ThumbnailDialog video={video} savePoster={own ? savePoster : null} onClose={onClose} />
      ) : null}
      {open === 'crop' ? <CropDialog video={video} own={own} onClose={onClose} /> : null}
    </Suspense>
  )
}
