import { ConfirmDialog } from '../../../ui/confirm-dialog'

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
      description="It is in force at once, and whoever signs up from now on agrees to it. A version that was published can’t be changed or taken back, only followed by another."
      act={['Publish', 'Publishing...']}
      {...rest}
    />
  )
}
