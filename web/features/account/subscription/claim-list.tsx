import { useId } from 'react'
import type { OwnClaim } from '../../../../contract/schemas/payments/payments'
import { type ClaimStatus, claimExpiry } from '../../../../contract/values/payments/payments'
import { claimStatusWords, methodName, planNames } from '../../../entities/payment/payment-words'
import { formatDate } from '../../../lib/format'
import { Badge } from '../../../ui/badge'

const expiryDays = claimExpiry / 86_400_000

/** The next step, or the meaning of the outcome. */
const meanings: Record<ClaimStatus, string> = {
  submitted: 'We are looking for it in our records. You will have a mail as soon as it is decided.',
  seen: 'The transfer was found. Premium starts when the network has confirmed it.',
  review: 'An administrator compares it with our records. You will have a mail as soon as it is decided.',
  granted: 'The payment was found and counts towards your premium term.',
  rejected: 'No premium term was started with it.',
  expired: `No matching payment came in within ${expiryDays} days.`,
}

/** Lists the references that the member submitted, with their outcomes. */
export function ClaimList({ title, claims }: { title: string; claims: readonly OwnClaim[] }) {
  const id = useId()
  if (claims.length === 0) return null
  return (
    <section aria-labelledby={id} className="grid gap-3">
      <h2 id={id} className="font-bold text-section">
        {title}
      </h2>
      <ul className="grid gap-3">
        {claims.map((claim) => (
          <li key={claim.id}>
            <Claim claim={claim} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Claim({ claim }: { claim: OwnClaim }) {
  const { label, tone } = claimStatusWords[claim.status]
  return (
    <article className="grid gap-1.5 rounded-card border border-line bg-surface-1 px-4 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h3 className="font-medium">
          {methodName(claim.method)}, reference ending in{' '}
          <span className="tabular-nums">{claim.reference}</span>
        </h3>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="text-dim text-meta">{meanings[claim.status]}</p>
      {claim.note ? <p className="wrap-anywhere text-meta">Reason: {claim.note}</p> : null}
      <p className="text-faint text-meta">
        {planNames[claim.plan]} · submitted on <time dateTime={claim.at}>{formatDate(claim.at)}</time>
      </p>
    </article>
  )
}
