import { useObjectUrl } from '../../lib/use-object-url'
import { Button } from '../../ui/button'

export interface RecordingReviewProps {
  file: File
  onDiscard: () => void
  onUse: () => void
}

export function RecordingReview({ file, onDiscard, onUse }: RecordingReviewProps) {
  const url = useObjectUrl(file)
  return (
    <div className="grid gap-4">
      {url ? (
        // biome-ignore lint/a11y/useMediaCaption: nobody has written captions for what was recorded a moment ago
        <video
          src={url}
          controls
          playsInline
          aria-label="Your recording"
          className="aspect-video w-full rounded-card bg-black object-contain"
        />
      ) : (
        <div className="aspect-video rounded-card bg-black" />
      )}
      <div className="flex flex-wrap gap-3">
        <Button onClick={onUse}>Use Video</Button>
        <Button variant="ghost" onClick={onDiscard}>
          Discard
        </Button>
      </div>
    </div>
  )
}
