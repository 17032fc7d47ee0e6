import type { AdminUserDetail } from '#contract/schemas/moderation/users'
import { failedTo } from '#web/ui/feedback/failed-to'
import { toast } from '#web/ui/feedback/toast'
import { ConfirmDialog } from '#web/ui/overlay/confirm-dialog.tsx'
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
      title={`End ban of ${username}?`}
      description="The account can sign in again and its videos are visible again. Removed videos stay removed."
      act={['End ban', 'Ending...']}
      cancel="Back"
      busy={isPending}
      onConfirm={unban}
      onClose={onBack}
    />
  )
}
