import { useObjectUrl } from '../../../lib/dom/use-object-url'
import { Button } from '../../../ui/button'
import { Alert } from '../../../ui/feedback/alert'
import { ProgressBar } from '../../../ui/feedback/progress-bar'

export interface RecordingReviewProps {
  file: File
  /** It comes from a tab that was lost while it was made. */
  interrupted: boolean
  /** Between 0 and 1 while it is repaired. */
  share: number | null
  error: string | null
  onDiscard: () => void
  onUse: () => void
}

export function RecordingReview({ file, interrupted, share, error, onDiscard, onUse }: RecordingReviewProps) {
  const url = useObjectUrl(file)
  return (
    <div className="grid gap-4">
      {interrupted ? (
        <Alert tone="info" title="An earlier recording is still here">
          It wasn’t used or discarded, perhaps because its tab was closed.
        </Alert>
      ) : null}
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
      {error === null ? null : <Alert tone="danger">{error}</Alert>}
      {share === null ? null : <ProgressBar label="Preparing the recording" value={share} />}
      <div className="flex flex-wrap gap-3">
        <Button onClick={onUse} busy={share !== null}>
          Use Video
        </Button>
        <Button variant="ghost" onClick={onDiscard} disabled={share !== null}>
          Discard
        </Button>
      </div>
    </div>
  )
}
