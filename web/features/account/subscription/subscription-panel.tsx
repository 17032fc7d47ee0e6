import { useQuery, useQueryClient } from '@tanstack/react-query'
import clsx from 'clsx'
import { type ReactNode, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { User } from '#contract/schemas/accounts/auth'
import type { OwnPayment, Subscription } from '#contract/schemas/payments/payments'
import { unpaidStatuses } from '#contract/values/payments/payments'
import { type Currency, currencies } from '#contract/values/payments/prices'
import { isWaiting, subscriptionQuery } from '#web/entities/payment/payment-queries'
import { formatDate } from '#web/lib/format'
import { paths } from '#web/lib/navigation/paths'
import { ButtonLink } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { ClaimList } from './claim-list'
import { GiftHistory } from './gift-history'
import { PanelSkeleton } from './panel-skeleton'
import { PaymentHistory } from './payment-history'
import { FreeCard, PremiumCard, StaffCard } from './plan-card'
import { runningUntil } from './running-until'
import { TermActions } from './term-actions'
import { useViewerInStep } from './use-viewer-in-step'

export interface SubscriptionPanelProps {
  user: User
  /** Renders the subscribe widget, in the last term's currency; `onBought` must be called after a purchase. */
  renderSubscribe: (onBought: () => void, currency: Currency | undefined) => ReactNode
  /** The way to redeem a gift code. */
  redeem: ReactNode
}

/** Shows the account's plan and payments, and offers to buy more. */
export function SubscriptionPanel(props: SubscriptionPanelProps) {
  const { data, error, refetch } = useQuery(subscriptionQuery)
  useViewerInStep(props.user, data)
  if (error && !data) return <LoadError error={error} onRetry={refetch} />
  return data ? <LoadedPanel {...props} subscription={data} /> : <PanelSkeleton />
}

function LoadedPanel({
  user,
  subscription,
  renderSubscribe,
  redeem,
}: SubscriptionPanelProps & { subscription: Subscription }) {
  const queryClient = useQueryClient()
  const [params] = useSearchParams()
  // Returning from a payment page without having paid shows the plans as they were.
  const [buying, setBuying] = useState(() => params.has('plan'))
  const title = useRef<HTMLHeadingElement>(null)
  const shop = useRef<HTMLElement>(null)
  const { payments, claims } = subscription
  const until = runningUntil(subscription)
  const waiting = claims.filter(isWaiting)
  // A payment that is being checked must not be paid again.
  const sells = !user.staff && waiting.length === 0
  const offers = sells && (buying || until === null)

  async function onBought() {
    await queryClient.invalidateQueries(subscriptionQuery)
    const { activeElement } = document
    setBuying(false)
    // The clicked button is gone, and the result is at the top. Focus that has moved elsewhere meanwhile
    // stays there.
    if (activeElement === document.body || shop.current?.contains(activeElement)) title.current?.focus()
  }

  return (
    <div
      className={clsx(
        'grid grid-cols-1 items-start gap-8',
        offers ? 'lg:grid-cols-[minmax(0,1fr)_380px] lg:grid-rows-[auto_1fr]' : 'max-w-5xl',
      )}
    >
      <div className="grid gap-8">
        {user.staff ? <StaffCard role={user.staff} /> : null}
        {until ? (
          <PremiumCard subscription={subscription} until={until} titleRef={title}>
            <TermActions
              until={until}
              cancelled={subscription.cancelled}
              buying={buying}
              onBuy={sells ? () => setBuying(!buying) : null}
            />
          </PremiumCard>
        ) : user.staff ? null : (
          <FreeCard subscription={subscription} titleRef={title} />
        )}
        {redeem}
        <ClaimList title="Payments being checked" claims={waiting}>
          {until || user.staff ? null : (
            <ButtonLink to={paths.premium} variant="ghost" className="justify-self-start">
              Correct the reference
            </ButtonLink>
          )}
        </ClaimList>
      </div>
      {offers ? (
        <aside
          ref={shop}
          data-sells
          aria-label="Buy a plan"
          className="grid gap-3 lg:col-start-2 lg:row-span-2"
        >
          {until ? (
            <p className="text-dim">
              Time you buy now starts when your current term ends, on {formatDate(until)}.
            </p>
          ) : null}
          {renderSubscribe(() => void onBought(), lastCurrency(payments))}
        </aside>
      ) : null}
      <div className="grid gap-8 lg:col-start-1">
        {user.staff && payments.length === 0 ? null : <PaymentHistory payments={payments} />}
        <GiftHistory gifts={subscription.gifts} />
        <ClaimList title="Reviewed payments" claims={claims.filter((claim) => !isWaiting(claim))} />
      </div>
    </div>
  )
}

/** Returns the currency of the newest payment that bought a term; coins leave the choice open. */
function lastCurrency(payments: readonly OwnPayment[]): Currency | undefined {
  const last = payments.find(({ plan, status }) => plan !== null && !unpaidStatuses.includes(status))
  return currencies.find((each) => each === last?.currency)
}
