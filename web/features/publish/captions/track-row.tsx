import { Trash } from 'lucide-react'
import { useId } from 'react'
import type { Caption } from '#contract/schemas/videos/video'
import { IconButton } from '#web/ui/icon-button.tsx'
import { CaptionFileButton } from './caption-file-button'
import { usePutCaptions } from './mutations'
import { PutOutcome } from './put-outcome'

export interface TrackRowProps {
  videoId: number
  track: Caption
  onRemove: () => void
}

export function TrackRow({ videoId, track, onRemove }: TrackRowProps) {
  const errorId = useId()
  const put = usePutCaptions(videoId)
  const { mutate, isPending } = put
  const { language, label } = track
  return (
    <li className="py-2">
      <div className="flex items-center gap-2">
        <p className="min-w-0 flex-1 truncate">
          {label} <span className="text-faint text-meta">{language}</span>
        </p>
        <CaptionFileButton
          label={`New file for ${label}`}
          aria-label={`Replace ${label}`}
          variant="ghost"
          busy={isPending}
          onChoose={(file) => mutate({ language, file })}
        >
          Replace
        </CaptionFileButton>
        <IconButton label={`Remove ${label}`} onClick={onRemove}>
          <Trash aria-hidden="true" className="size-4.5" />
        </IconButton>
      </div>
      <PutOutcome put={put} errorId={errorId} />
    </li>
  )
}
