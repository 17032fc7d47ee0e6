import type { AdminUser } from '../../../../contract/schemas/moderation/users'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { failedTo } from '../../../ui/feedback/failed-to'
import { toast } from '../../../ui/feedback/toast'
import { useChangeRole } from './mutations'

export interface RoleDialogProps {
  user: AdminUser
  onClose: () => void
}

/** Asks for confirmation before someone gains or loses the role of administrator. */
export function RoleDialog({ user, onClose }: RoleDialogProps) {
  const { username, isAdmin } = user
  const { mutate, isPending } = useChangeRole(user)

  function change() {
    mutate(undefined, {
      onSuccess: () =>
        toast({
          title: 'User role updated',
          description: isAdmin
            ? `${username} is no longer an administrator.`
            : `${username} is now an administrator.`,
        }),
      onError: (error) => failedTo('update user role', error),
      onSettled: onClose,
    })
  }

  return (
    <ConfirmDialog
      title={isAdmin ? `Remove ${username} as an administrator?` : `Make ${username} an administrator?`}
      description={
        isAdmin
          ? "They lose access to this panel right away. Their account, videos and premium aren't affected."
          : 'Administrators can do everything you can: remove videos, ban accounts, see email addresses and payments, change settings, and add or remove administrators.'
      }
      act={[isAdmin ? 'Remove Admin' : 'Make Admin', 'Saving...']}
      destructive={isAdmin}
      busy={isPending}
      onConfirm={change}
      onClose={onClose}
    />
  )
}
