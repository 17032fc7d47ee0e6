import type { CheckoutBoot } from '#contract/schemas/payments/checkout'
import { ClaimCard } from '../entities/payment/claim-card'
import { paths } from '../lib/navigation/paths'
import { Button } from '../ui/button'
import { Alert } from '../ui/feedback/alert'
import { PlainLink } from './plain-link'
import { signInFrom } from './steps'

/** The reason why nothing can be paid: the server's, or `late` when its answer is too old. */
type Reason = NonNullable<CheckoutBoot['refusal']> | 'late'

const sentences: Record<Reason, { title: string; text: string }> = {
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
  nothing_to_play: {
    title: 'No premium videos right now',
    // Also for a buyer who reloads the page while a payment is being processed.
    text: "We don't sell Premium while there's nothing to watch. If you've already paid, your membership starts automatically.",
  },
  unavailable: {
    title: "This payment method isn't available right now",
    text: "You haven't been charged. Please choose another method.",
  },
  late: {
    title: 'This checkout expired',
    text: "If you've already paid, your membership starts automatically. Otherwise, choose your payment method again.",
  },
}

/** Explains why payment isn't possible here, and where to go instead. */
export function Refusal({
  boot,
  reason,
  onLeave,
}: {
  boot: CheckoutBoot
  reason: Reason
  onLeave: () => void
}) {
  const { title, text } = sentences[reason]
  const waits = reason === 'waiting'
  return (
    <div className="grid gap-4">
      <Alert tone={waits || reason === 'late' ? 'warning' : 'danger'} title={title}>
        {text}
      </Alert>
      {boot.claims.map((claim) => (
        <ClaimCard key={claim.id} claim={claim} />
      ))}
      {waits ? (
        <PlainLink button href={paths.subscription}>
          View my payments
        </PlainLink>
      ) : reason === 'signed_out' ? (
        <PlainLink button href={signInFrom(boot.from)}>
          Sign In
        </PlainLink>
      ) : (
        <Button onClick={onLeave}>
          {reason === 'nothing_to_play' ? 'Go back' : 'Try Another Payment Method'}
        </Button>
      )}
    </div>
  )
}
