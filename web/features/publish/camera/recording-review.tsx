import { useObjectUrl } from '#web/lib/dom/use-object-url'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { ProgressBar } from '#web/ui/feedback/progress-bar.tsx'

export interface RecordingReviewProps {
  file: File
  /** It comes from a tab that was lost while recording. */
  interrupted: boolean
  /** Progress of the repair, between 0 and 1; null when none is running. */
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
        <Alert tone="info" title="You have an unfinished recording">
          You didn't use or discard it, perhaps because the tab was closed.
        </Alert>
      ) : null}
      {url ? (
        // biome-ignore lint/a11y/useMediaCaption: a new recording has no captions yet
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
