import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminUserDetail } from '../../../../contract/schemas/moderation/users'
import { rolesBelow } from '../../../../contract/values/accounts/appointments'
import { useViewer } from '../../../entities/viewer/viewer-query'
import { Button } from '../../../ui/button'
import { Dialog } from '../../../ui/dialog'
import { LoadError } from '../../../ui/feedback/load-error'
import { Skeleton } from '../../../ui/feedback/skeleton'
import { BanDialog } from './ban-dialog'
import { userQuery } from './queries'
import { UnbanDialog } from './unban-dialog'
import { UserDetail } from './user-detail'

/** The state when the button was pressed: a later response must not turn one question into the other. */
interface Decision {
  as: 'ban' | 'unban'
  user: AdminUserDetail
}

export interface UserDialogProps {
  userId: number
  viewerId: number
  onClose: () => void
}

/** Shows an account at a glance, with buttons to ban and unban it. */
export function UserDialog({ userId, viewerId, onClose }: UserDialogProps) {
  const { data: user, error, refetch } = useQuery(userQuery(userId))
  const [decision, setDecision] = useState<Decision | null>(null)
  const viewer = useViewer()
  const staff = viewer.user?.staff
  const isBelow = user !== undefined && staff != null && rolesBelow(staff).includes(user.staff)
  const mayBan = isBelow && viewer.can('user.ban')
  const back = () => setDecision(null)
  if (decision?.as === 'ban') return <BanDialog user={decision.user} onBack={back} />
  if (decision?.as === 'unban') return <UnbanDialog user={decision.user} onBack={back} />
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={user?.username ?? 'Account'}
      width="sm:max-w-2xl"
      footer={
        user && user.id !== viewerId && mayBan ? (
          <Button onClick={() => setDecision({ as: user.ban ? 'unban' : 'ban', user })}>
            {user.ban ? 'Unban...' : 'Ban...'}
          </Button>
        ) : user && user.id === viewerId ? (
          <p className="mr-auto text-faint text-meta">This is your account. You can't ban yourself.</p>
        ) : null
      }
    >
      {error && !user ? (
        <LoadError error={error} onRetry={refetch} />
      ) : user ? (
        <UserDetail user={user} />
      ) : (
        <div role="status" aria-busy="true" aria-label="Loading the account" className="grid gap-4 py-2">
          <Skeleton className="h-40 rounded-card" />
          <Skeleton className="h-40 rounded-card" />
        </div>
      )}
    </Dialog>
  )
}
