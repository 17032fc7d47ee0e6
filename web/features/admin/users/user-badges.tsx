import type { AdminUser } from '#contract/schemas/moderation/users'
import { staffNames } from '#contract/values/accounts/staff-names'
import { Badge } from '#web/ui/badge.tsx'

const roleBadges = { ...staffNames, administrator: 'Admin' }

/** Shows whether the account is banned and, to viewers who may know, Premium or Free. */
export function StatusBadges({ user: { isPremium, ban } }: { user: AdminUser }) {
  return (
    <span className="flex flex-wrap gap-1.5">
      {isPremium === null ? (
        ban ? null : (
          <Badge>Active</Badge>
        )
      ) : (
        <Badge tone={isPremium ? 'gold' : 'neutral'}>{isPremium ? 'Premium' : 'Free'}</Badge>
      )}
      {ban ? <Badge tone="danger">Banned</Badge> : null}
    </span>
  )
}

export function RoleBadge({ user: { staff } }: { user: AdminUser }) {
  return (
    <span className="flex">
      <Badge tone={staff ? 'success' : 'neutral'}>{staff ? roleBadges[staff] : 'User'}</Badge>
    </span>
  )
}
