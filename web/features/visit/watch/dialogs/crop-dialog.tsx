import { Link2, Scissors } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Video } from '#contract/schemas/videos/video'
import { useSiteOrigin } from '#web/entities/settings/settings-query'
import { paths } from '#web/lib/navigation/paths'
import { formatSeconds } from '#web/lib/time/time-text'
import type { Cut } from '#web/studio/studio'
import { RangeSelector } from '#web/studio/ui/range-selector.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/feedback/toast'
import { Dialog } from '#web/ui/overlay/dialog.tsx'

export interface CropDialogProps {
  video: Video
  /** The viewer owns the video and can publish the selection in place of the whole. */
  own: boolean
  onClose: () => void
}

/** Seconds that an arrow key moves a handle by: one frame of most videos. */
const step = 1 / 30
const shortest = 1

/** Selects a part of the video, for a link that plays only that, or for its owner to publish. */
export function CropDialog({ video, own, onClose }: CropDialogProps) {
  const navigate = useNavigate()
  const origin = useSiteOrigin()
  const duration = video.duration ?? 0
  const [selection, setSelection] = useState<Cut>({ start: 0, end: duration })
  const [link, setLink] = useState<string | null>(null)
  if (video.videoUrl === null) return null

  async function copyLink() {
    const path = paths.videoPart(video.id, selection.start, selection.end, video.unlistedKey)
    const address = origin + path
    try {
      await navigator.clipboard.writeText(address)
      toast({ title: 'Link copied', description: `It plays ${times(selection)}.` })
      onClose()
    } catch {
      // Forbidden by the browser: the link is shown to be copied by hand.
      setLink(address)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="Crop Video"
      description={
        own
          ? 'Share part of the video, or publish just that part.'
          : 'Share a link that plays only this part.'
      }
      width="sm:max-w-2xl"
      footer={
        <>
          <Button variant={own ? 'secondary' : 'primary'} onClick={copyLink}>
            <Link2 aria-hidden="true" className="size-4" />
            Copy link
          </Button>
          {own ? (
            <Button
              variant="primary"
              onClick={() => navigate(paths.trimVideo(video.id, selection.start, selection.end))}
            >
              <Scissors aria-hidden="true" className="size-4" />
              Trim in editor
            </Button>
          ) : null}
        </>
      }
    >
      <RangeSelector
        video={video.videoUrl}
        duration={duration}
        frame={step}
        shortest={Math.min(shortest, duration)}
        value={selection}
        onChange={setSelection}
      />
      {link ? (
        <output className="mt-3 block select-all break-all rounded-nav bg-surface-2 px-3 py-2 text-meta">
          {link}
        </output>
      ) : null}
    </Dialog>
  )
}

function times({ start, end }: Cut): string {
  return `${formatSeconds(start)} to ${formatSeconds(end)}`
}
