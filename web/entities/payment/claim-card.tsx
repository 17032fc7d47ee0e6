import type { OwnClaim } from '#contract/schemas/payments/payments'
import { type ClaimStatus, claimExpiry } from '#contract/values/payments/payments'
import { formatDate } from '../../lib/format'
import { Badge } from '../../ui/badge'
import { claimMethodName, claimStatusWords, planNames } from './payment-words'

const expiryDays = claimExpiry / 86_400_000

/** The next step, or the meaning of the outcome. */
const meanings: Record<ClaimStatus, string> = {
  submitted: "We're matching it with our records and will email you the result.",
  seen: "We've seen the transfer. Premium starts once the network has confirmed it.",
  review: "An administrator is matching it with our records. We'll email you the result.",
  granted: 'We found the payment, and it counts towards your premium term.',
  rejected: "It didn't start a premium term.",
  expired: `No matching payment arrived within ${expiryDays} days.`,
}

/** Shows a reference that the member submitted: its status, its date, and the next step. */
export function ClaimCard({ claim, level: Heading = 'h3' }: { claim: OwnClaim; level?: 'h3' | 'h4' }) {
  const { label, tone } = claimStatusWords[claim.status]
  return (
    <article className="grid gap-1.5 rounded-card border border-line bg-surface-1 px-4 py-3 text-left">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Heading className="font-medium">
          {claimMethodName(claim)}, reference ending in{' '}
          <span className="tabular-nums">{claim.reference}</span>
        </Heading>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="text-dim text-meta">{meanings[claim.status]}</p>
      {claim.note ? <p className="wrap-anywhere text-meta">Reason: {claim.note}</p> : null}
      <p className="text-faint text-meta">
        {planNames[claim.plan]} · submitted <time dateTime={claim.at}>{formatDate(claim.at)}</time>
      </p>
    </article>
  )
}
