import type { Caption } from '#contract/schemas/videos/video'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/form/field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { sentenceOf } from './error-sentence'
import { useRemoveCaptions } from './mutations'

export interface RemoveTrackDialogProps {
  videoId: number
  track: Caption
  onClose: () => void
}

export function RemoveTrackDialog({ videoId, track, onClose }: RemoveTrackDialogProps) {
  const { mutate, isPending, error } = useRemoveCaptions(videoId)
  return (
    <Dialog
      alert
      open
      onOpenChange={(open) => {
        if (!open && !isPending) onClose()
      }}
      title="Remove captions"
      description={`Viewers will no longer see captions in ${track.label}. To bring them back, you'd have to add the file again.`}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Cancel
          </Button>
          <Button
            variant="danger"
            busy={isPending}
            onClick={() => mutate(track.language, { onSuccess: onClose })}
          >
            {isPending ? 'Removing...' : 'Remove'}
          </Button>
        </>
      }
    >
      <div role="alert">
        <FieldError id="captions-remove-error">{error ? sentenceOf(error) : undefined}</FieldError>
      </div>
    </Dialog>
  )
}
