import type { AdminUser } from '../../../../contract/schemas/moderation/users'
import { Badge } from '../../../ui/badge'

/** Shows Premium or Free, and whether the account is banned. */
export function StatusBadges({ user: { isPremium, ban } }: { user: AdminUser }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      <Badge tone={isPremium ? 'gold' : 'neutral'}>{isPremium ? 'Premium' : 'Free'}</Badge>
      {ban ? <Badge tone="danger">Banned</Badge> : null}
    </span>
  )
}

export function RoleBadge({ user: { isAdmin } }: { user: AdminUser }) {
  return (
    <span className="flex">
      <Badge tone={isAdmin ? 'success' : 'neutral'}>{isAdmin ? 'Admin' : 'User'}</Badge>
    </span>
  )
}
