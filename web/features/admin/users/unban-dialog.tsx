import type { AdminUserDetail } from '../../../../contract/schemas/moderation/users'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { failedTo } from '../../../ui/feedback/failed-to'
import { toast } from '../../../ui/feedback/toast'
import { useUnban } from './mutations'

export interface UnbanDialogProps {
  user: AdminUserDetail
  /** Returns to the account, banned or not. */
  onBack: () => void
}

export function UnbanDialog({ user: { id, username }, onBack }: UnbanDialogProps) {
  const { mutate, isPending } = useUnban(id)

  function unban() {
    mutate(undefined, {
      onSuccess: () => toast({ title: 'Ban ended', description: `${username} can sign in again.` }),
      onError: (error) => failedTo('end the ban', error),
      onSettled: onBack,
    })
  }

  return (
    <ConfirmDialog
      title={`End the ban of ${username}?`}
      description="The account can sign in again, and its videos are seen by whom they were seen before. Videos that were removed stay removed."
      act={['End the ban', 'Ending...']}
      cancel="Back"
      busy={isPending}
      onConfirm={unban}
      onClose={onBack}
    />
  )
}
