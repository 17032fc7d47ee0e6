import type { StorageScan } from '#contract/schemas/site/storage'
import { formatBytes } from '#contract/values/shared/bytes'
import { formatCount } from '#web/lib/format-count'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
import { useCleanOrphans } from './mutations'

export interface CleanDialogProps {
  scan: StorageScan
  onClose: () => void
}

export function CleanDialog({ scan: { orphans, orphanBytes }, onClose }: CleanDialogProps) {
  const { mutate, isPending } = useCleanOrphans()
  const what = orphans === 1 ? 'orphan' : `${formatCount(orphans)} orphans`
  return (
    <ConfirmDialog
      title={`Remove ${what}?`}
      description={`${formatBytes(orphanBytes)} will be permanently deleted from R2. Each is checked once more first: files now in use, or uploaded within the last day, are kept.`}
      act={[`Remove ${what}`, 'Removing...']}
      destructive
      busy={isPending}
      onConfirm={() => mutate(undefined, { onSettled: onClose })}
      onClose={onClose}
    />
  )
}
