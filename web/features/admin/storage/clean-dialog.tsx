import type { StorageScan } from '../../../../contract/schemas/site/storage'
import { formatBytes } from '../../../../contract/values/shared/bytes'
import { formatCount } from '../../../lib/format-count'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { useCleanOrphans } from './mutations'

export interface CleanDialogProps {
  scan: StorageScan
  onClose: () => void
}

export function CleanDialog({ scan: { orphans, orphanBytes }, onClose }: CleanDialogProps) {
  const { mutate, isPending } = useCleanOrphans()
  const what = orphans === 1 ? 'the orphan' : `${formatCount(orphans)} orphans`
  return (
    <ConfirmDialog
      title={`Remove ${what}?`}
      description={`${formatBytes(orphanBytes)} are deleted from R2 for good. Each is looked up once more first: what belongs to something by now stays, and what came within the last day does too.`}
      act={[`Remove ${what}`, 'Removing...']}
      destructive
      busy={isPending}
      onConfirm={() => mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    />
  )
}
