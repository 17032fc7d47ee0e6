import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { AccountCare, ClosedList } from '#contract/schemas/moderation/account-care'
import type { AdminUserDetail } from '#contract/schemas/moderation/users'
import type { Gift } from '#contract/schemas/payments/gifts'
import { rolesBelow } from '#contract/values/accounts/appointments'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { Menu } from '#web/ui/overlay/menu.tsx'
import { BanDialog } from './ban-dialog'
import { type CareAct, offeredActs } from './care-acts'
import { CareDialog, RevokeGiftDialog } from './care-dialogs'
import { careQuery, giftsToQuery, unpaidOrdersQuery } from './care-queries'
import { userQuery } from './queries'
import { ReopenListDialog } from './reopen-list-dialog'
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

/** Shows an account at a glance, with the viewer's actions on it. */
export function UserDialog({ userId, viewerId, onClose }: UserDialogProps) {
  const { data: user, error, refetch } = useQuery(userQuery(userId))
  const [decision, setDecision] = useState<Decision | null>(null)
  const [act, setAct] = useState<{ as: CareAct; user: AdminUserDetail; care: AccountCare } | null>(null)
  const [revoking, setRevoking] = useState<Gift | null>(null)
  const [reopening, setReopening] = useState<ClosedList | null>(null)
  const viewer = useViewer()
  const { data: care, error: careError, refetch: refetchCare } = useQuery(careQuery(userId))
  const readsPayments = viewer.can('payment.read')
  const gifts = useQuery({ ...giftsToQuery(userId), enabled: readsPayments })
  const unpaid = useQuery({ ...unpaidOrdersQuery(userId), enabled: readsPayments })
  const staff = viewer.user?.staff
  const isBelow = user !== undefined && staff != null && rolesBelow(staff).includes(user.staff)
  const mayBan = isBelow && viewer.can('user.ban')
  const back = () => setDecision(null)
  const isPeer = user !== undefined && staff != null && user.staff === staff
  const acts =
    user && care && user.id !== viewerId
      ? offeredActs(user, care, { can: viewer.can, isBelow, isPeer, id: viewerId })
      : []
  if (act) return <CareDialog act={act.as} user={act.user} care={act.care} onBack={() => setAct(null)} />
  if (revoking) return <RevokeGiftDialog giftId={revoking.id} onBack={() => setRevoking(null)} />
  if (reopening) return <ReopenListDialog list={reopening} onBack={() => setReopening(null)} />
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
        user && user.id !== viewerId && (mayBan || acts.length > 0) ? (
          <>
            {care && acts.length > 0 ? (
              <Menu
                trigger={
                  <Button>
                    Actions
                    <ChevronDown aria-hidden="true" className="size-4" />
                  </Button>
                }
                items={acts}
                onSelect={(value) => {
                  const chosen = acts.find((each) => each.value === value)
                  if (chosen) setAct({ as: chosen.value, user, care })
                }}
              />
            ) : null}
            {mayBan ? (
              <Button onClick={() => setDecision({ as: user.ban ? 'unban' : 'ban', user })}>
                {user.ban ? 'Unban…' : 'Ban…'}
              </Button>
            ) : null}
          </>
        ) : user && user.id === viewerId ? (
          <p className="mr-auto text-faint text-meta">This is your account. You can't ban yourself.</p>
        ) : null
      }
    >
      {error && !user ? (
        <LoadError error={error} onRetry={refetch} />
      ) : user ? (
        <UserDetail
          user={user}
          care={care}
          careFailure={careError ? <LoadError error={careError} onRetry={refetchCare} /> : null}
          unpaid={unpaid.data ?? []}
          unpaidFailure={unpaid.error ? <LoadError error={unpaid.error} onRetry={unpaid.refetch} /> : null}
          gifts={gifts.data ?? []}
          giftsFailure={gifts.error ? <LoadError error={gifts.error} onRetry={gifts.refetch} /> : null}
          onRevokeGift={isBelow && viewer.can('premium.give') ? setRevoking : null}
          onReopenList={setReopening}
        />
      ) : (
        <div role="status" aria-busy="true" aria-label="Loading the account" className="grid gap-4 py-2">
          <Skeleton className="h-40 rounded-card" />
          <Skeleton className="h-40 rounded-card" />
        </div>
      )}
    </Dialog>
  )
}
