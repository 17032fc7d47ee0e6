import { BadgeCheck } from 'lucide-react'
import { paths } from '../../lib/paths'
import { ButtonLink } from '../../ui/button'
import { FeatureList } from './feature-list'

/** For members, in the place of the subscribe widget. */
export function MembershipPanel() {
  return (
    <div className="grid gap-5 rounded-panel border border-gold/35 bg-gold/6 p-5">
      <h2 className="flex items-center gap-3 font-bold text-lead">
        <BadgeCheck aria-hidden="true" className="size-6 shrink-0 text-gold" />
        Premium Membership Active
      </h2>
      <FeatureList className="grid gap-2.5" />
      <ButtonLink to={paths.account}>Manage Subscription</ButtonLink>
    </div>
  )
}
