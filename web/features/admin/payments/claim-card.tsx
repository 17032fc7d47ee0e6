import { SearchCheck, SearchX, UsersRound } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import type { AdminClaim } from '#contract/schemas/payments/payments'
import { providerNames } from '#contract/values/payments/method-names'
import { banks } from '#contract/values/payments/payments'
import {
  claimMethodName,
  claimStatusWords,
  paymentStatusWords,
  planNames,
} from '#web/entities/payment/payment-words'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { formatTime } from '#web/lib/format'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'

export interface ClaimCardProps {
  claim: AdminClaim
  /** The administrator's own claim, which another one has to decide. */
  own: boolean
  onDecide: (as: 'approve' | 'reject') => void
  /** Shows the matched payment. */
  onOpen: (paymentId: string) => void
}

export function ClaimCard({ claim, own, onDecide, onOpen }: ClaimCardProps) {
  const { can } = useViewer()
  const { user, status, reference, rivals } = claim
  const why = useId()
  return (
    <article className="flex h-full flex-col gap-4 rounded-card border border-line bg-surface-1 p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 className="font-bold text-lead">{user.username}</h2>
        <Badge tone={claimStatusWords[status].tone}>{claimStatusWords[status].label}</Badge>
      </div>
      <dl className="grid gap-x-6 gap-y-1.5 sm:grid-cols-[7rem_1fr]">
        <Fact term="Claims">{planNames[claim.plan]}</Fact>
        <Fact term="Paid by">{paidBy(claim)}</Fact>
        <Fact term="Reference">
          <span className="wrap-anywhere tabular-nums">{reference}</span>
        </Fact>
        <Fact term="Submitted">
          <time dateTime={claim.at}>{formatTime(claim.at)}</time>
        </Fact>
      </dl>
      <Finding claim={claim} onOpen={onOpen} />
      {rivals > 0 ? (
        <p className="flex gap-2.5 text-meta text-warning">
          <UsersRound aria-hidden="true" className="size-5 shrink-0" />
          {rivals === 1 ? 'Another member gave' : `${rivals} other members gave`} the same reference. It can
          only count once.
        </p>
      ) : null}
      {can('payment.decide') ? (
        <div className="mt-auto grid gap-2">
          <div className="flex flex-wrap gap-2">
            <Button
              disabled={own}
              aria-describedby={own ? why : undefined}
              onClick={() => onDecide('approve')}
            >
              Approve
            </Button>
            <Button
              variant="ghost"
              disabled={own}
              aria-describedby={own ? why : undefined}
              onClick={() => onDecide('reject')}
            >
              Reject
            </Button>
          </div>
          {own ? (
            <p id={why} className="text-dim text-meta">
              This is your own claim. Another administrator has to decide it.
            </p>
          ) : null}
        </div>
      ) : null}
    </article>
  )
}

/** Shows the check's result: the matched payment and how it differs, or why there is none. */
function Finding({
  claim: { payment, match, user },
  onOpen,
}: Pick<ClaimCardProps, 'onOpen'> & { claim: AdminClaim }) {
  const Icon = payment ? SearchCheck : SearchX
  return (
    <div className="flex gap-3 rounded-nav border border-line bg-bg px-3 py-2.5">
      <Icon aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-dim" />
      <div className="grid gap-1">
        <h3 className="font-medium">{payment ? 'Payment found' : 'No payment found'}</h3>
        {match ? <p className="wrap-anywhere text-dim text-meta">{match}</p> : null}
        {payment ? (
          <>
            <p className="wrap-anywhere text-meta tabular-nums">
              {payment.amountText}, {paymentStatusWords[payment.status].label.toLowerCase()},{' '}
              <time dateTime={payment.at}>{formatTime(payment.at)}</time>, {providerNames[payment.provider]}{' '}
              {payment.providerPaymentId}
            </p>
            <Button
              variant="ghost"
              className="-ml-5 justify-self-start"
              aria-label={`Details of the payment that ${user.username} names`}
              onClick={() => onOpen(payment.id)}
            >
              Details
            </Button>
          </>
        ) : null}
      </div>
    </div>
  )
}

function Fact({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="contents max-sm:grid">
      <dt className="text-faint max-sm:text-meta">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  )
}

/** Returns the method with its bank or coin. */
function paidBy(claim: AdminClaim): string {
  const bank = banks.find(({ id }) => id === claim.bankId)?.name
  return bank ? `${claimMethodName(claim)}, ${bank}` : claimMethodName(claim)
}
