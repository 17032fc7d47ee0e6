import { Download, Image } from 'lucide-react'
import { useId, useState } from 'react'
import type { Video } from '#contract/schemas/videos/video'
import { posterPosition } from '#contract/values/shared/limits'
import { saveFile } from '#web/lib/dom/save-file'
import { grabFrame } from '#web/studio/studio'
import { FramePreview, FrameSlider } from '#web/studio/ui/frame-slider.tsx'
import { Button } from '#web/ui/button.tsx'
import { errorToast } from '#web/ui/feedback/toast'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

export interface ThumbnailDialogProps {
  video: Video
  /** Makes a picture the video's poster; null for another member's video. */
  savePoster: ((picture: Blob) => Promise<void>) | null
  onClose: () => void
}

/** Grabs a frame of the video: for its owner as the new poster, for everyone as a picture to save. */
export function ThumbnailDialog({ video, savePoster, onClose }: ThumbnailDialogProps) {
  const id = useId()
  const duration = video.duration ?? 0
  const [second, setSecond] = useState(duration * posterPosition)
  const [busy, setBusy] = useState<'save' | 'poster' | null>(null)
  const source = video.videoUrl
  if (source === null) return null

  async function withPicture(work: 'save' | 'poster', use: (picture: Blob) => Promise<void> | void) {
    setBusy(work)
    try {
      const picture = await grabFrame(source ?? '', second, new AbortController().signal)
      if (!picture) throw new Error("This browser can't capture frames from this video.")
      await use(picture)
      onClose()
    } catch (error) {
      errorToast('Action failed', error)
    } finally {
      setBusy(null)
    }
  }

  const name = `${video.title.replaceAll(/[^\p{L}\p{N}]+/gu, '-')}-${Math.floor(second)}s`
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Generate Thumbnail"
      description="Choose a frame."
      width="sm:max-w-2xl"
      footer={
        <>
          <Button
            busy={busy === 'save'}
            disabled={busy !== null}
            onClick={() =>
              withPicture('save', (picture) => saveFile(picture, `${name}.${extensionOf(picture)}`))
            }
          >
            <Download aria-hidden="true" className="size-4" />
            Save image
          </Button>
          {savePoster ? (
            <Button
              variant="primary"
              busy={busy === 'poster'}
              disabled={busy !== null}
              onClick={() => withPicture('poster', savePoster)}
            >
              <Image aria-hidden="true" className="size-4" />
              Use as thumbnail
            </Button>
          ) : null}
        </>
      }
    >
      <p id={id} className="sr-only">
        Time of the frame
      </p>
      <div className="mb-3 aspect-video overflow-hidden rounded-card bg-black">
        <FramePreview video={source} second={second} />
      </div>
      <FrameSlider
        video={source}
        duration={duration}
        second={second}
        labelledBy={id}
        onMove={setSecond}
        onCommit={() => {}}
      />
    </Dialog>
  )
}

function extensionOf({ type }: Blob): string {
  return type === 'image/webp' ? 'webp' : 'jpg'
}
