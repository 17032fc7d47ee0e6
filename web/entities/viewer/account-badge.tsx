import type { User } from '#contract/schemas/accounts/auth'
import { staffNames } from '#contract/values/accounts/staff-names'
import { Badge } from '../../ui/badge'

/** Shows what an account is: its role first. */
export function AccountBadge({ user }: { user: User }) {
  if (user.staff) return <Badge>{staffNames[user.staff]}</Badge>
  return user.isPremium ? <Badge tone="gold">Premium</Badge> : <Badge>Free</Badge>
}
