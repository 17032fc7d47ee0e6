import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'

export interface PublishDialogProps {
  title: string
  /** The number of the new version. */
  version: number
  busy: boolean
  onConfirm: () => void
  onClose: () => void
}

export function PublishDialog({ title, version, ...rest }: PublishDialogProps) {
  return (
    <ConfirmDialog
      title={`Publish version ${version} of ${title}?`}
      description="It takes effect right away, and anyone who signs up from now on agrees to it. A published version can't be changed or withdrawn, only replaced by a newer one."
      act={['Publish', 'Publishing...']}
      {...rest}
    />
  )
}
