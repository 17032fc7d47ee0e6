import { type ReactNode, useId } from 'react'
import type { OwnClaim } from '#contract/schemas/payments/payments'
import { ClaimCard } from '#web/entities/payment/claim-card.tsx'

export interface ClaimListProps {
  title: string
  claims: readonly OwnClaim[]
  /** Shown below the list. */
  children?: ReactNode
}

/** Lists the references that the member submitted, with their outcomes. */
export function ClaimList({ title, claims, children }: ClaimListProps) {
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
            <ClaimCard claim={claim} />
          </li>
        ))}
      </ul>
      {children}
    </section>
  )
}
