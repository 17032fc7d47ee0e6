import type { CheckoutBoot } from '../../contract/schemas/payments/checkout'
import { ClaimCard } from '../entities/payment/claim-card'
import { paths } from '../lib/paths'
import { Button } from '../ui/button'
import { Alert } from '../ui/feedback/alert'
import { PlainLink } from './plain-link'
import { signInFrom } from './steps'

const sentences: Record<NonNullable<CheckoutBoot['refusal']>, { title: string; text: string }> = {
  address: {
    title: "This checkout link isn't valid",
    text: "You haven't been charged. Choose your plan and payment method again.",
  },
  signed_out: {
    title: 'Please sign in first',
    text: "You need an account to become a member. You haven't been charged.",
  },
  waiting: {
    title: 'Payment submitted',
    text: "We're checking your payment. No need to pay again.",
  },
  unavailable: {
    title: "This payment method isn't available right now",
    text: "You haven't been charged. Please choose another method.",
  },
}

/** Explains why payment isn't possible here, and where to go instead. */
export function Refusal({ boot, onLeave }: { boot: CheckoutBoot; onLeave: () => void }) {
  const { title, text } = sentences[boot.refusal ?? 'address']
  const waits = boot.refusal === 'waiting'
  return (
    <div className="grid gap-4">
      <Alert tone={waits ? 'warning' : 'danger'} title={title}>
        {text}
      </Alert>
      {boot.claims.map((claim) => (
        <ClaimCard key={claim.id} claim={claim} />
      ))}
      {waits ? (
        <PlainLink button href={paths.subscription}>
          View my payments
        </PlainLink>
      ) : boot.refusal === 'signed_out' ? (
        <PlainLink button href={signInFrom(boot.from)}>
          Sign In
        </PlainLink>
      ) : (
        <Button onClick={onLeave}>Try Another Payment Method</Button>
      )}
    </div>
  )
}
