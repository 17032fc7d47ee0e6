import { Crown, ShieldCheck } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import type { OwnPayment, Subscription } from '#contract/schemas/payments/payments'
import { can } from '#contract/values/accounts/permissions'
import type { StaffRole } from '#contract/values/accounts/roles'
import { staffNames } from '#contract/values/accounts/staff-names'
import { unpaidStatuses } from '#contract/values/payments/payments'
import { periodDays } from '#contract/values/payments/prices'
import { activeUntil, planNames } from '#web/entities/payment/payment-words'
import { formatDate } from '#web/lib/format'
import { Badge } from '#web/ui/badge.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'

interface CardProps {
  subscription: Subscription
  /** Lets the heading take the focus. */
  titleRef: Ref<HTMLHeadingElement>
}

interface PremiumCardProps extends CardProps {
  until: string
  /** Buttons below the facts. */
  children: ReactNode
}

export function StaffCard({ role }: { role: StaffRole }) {
  return (
    <section className="grid gap-2 rounded-panel border border-line bg-surface-1 p-5 sm:p-7">
      <h2 className="flex items-center gap-3 font-bold text-section">
        <ShieldCheck aria-hidden="true" className="size-6 shrink-0 text-dim" />
        {can(role, 'site.administer') ? 'Admin Account' : `${staffNames[role]} account`}
      </h2>
      {can(role, 'site.administer') ? (
        <>
          <p className="font-medium">Full Platform Access</p>
          <p className="text-dim">Administrators can watch premium videos without a subscription.</p>
        </>
      ) : (
        <p className="text-dim">
          You can watch premium videos without a subscription while you have this role.
        </p>
      )}
    </section>
  )
}

/** Shows the running term: the plan, the payment, and the end date. */
export function PremiumCard({ subscription, until, titleRef, children }: PremiumCardProps) {
  const { cancelled, gifts, premiumUntil, reminded } = subscription
  const gift = gifts.find(({ until: end }) => end !== null && end === premiumUntil)
  // The subscription's plan is the one bought last, which may have ended before the gift began.
  const plan = gift ? null : subscription.plan
  const paid = gift ? undefined : paidFor(subscription)
  return (
    <section className="grid gap-5 rounded-panel border border-gold/35 bg-gold/6 p-5 sm:p-7">
      <div className="grid gap-1">
        <div className="flex flex-wrap items-center gap-3">
          <Crown aria-hidden="true" className="size-6 shrink-0 text-gold" />
          <h2 ref={titleRef} tabIndex={-1} className="font-bold text-section">
            {plan ? planNames[plan] : 'Premium'}
          </h2>
          {/* On a narrow phone it takes two lines. */}
          <Badge tone="gold" className="h-auto! whitespace-normal! py-0.5">
            <time dateTime={until}>{activeUntil(until)}</time>
          </Badge>
        </div>
      </div>
      {paid ? (
        <p className="text-dim">
          <span className="font-medium text-text tabular-nums">{paid.amountText}</span> paid
          {paid.plan ? ` for ${periodDays[paid.plan]} days` : null} on{' '}
          <time dateTime={paid.at}>{formatDate(paid.at)}</time>
        </p>
      ) : null}
      <p className="max-w-prose text-dim text-meta">
        {cancelled
          ? "You've cancelled. You won't get a reminder, and nothing renews."
          : plan
            ? `Prepaid. You won't be charged when it ends. ${reminded ? "We'll email you a reminder first." : 'Reminders are off in your settings.'}`
            : `${gift?.reason === null ? 'From a gift code' : 'A gift from us'}. You won't be charged when it ends.`}
      </p>
      {children}
    </section>
  )
}

/** Shown without a running term: says why it ended, if there was one. */
export function FreeCard({ subscription, titleRef }: CardProps) {
  const { status, premiumUntil } = subscription
  return (
    <section className="grid gap-4 rounded-panel border border-line bg-surface-1 p-5 sm:p-7">
      <h2 ref={titleRef} tabIndex={-1} className="font-bold text-section">
        Current Plan: Free
      </h2>
      {status === 'suspended' ? (
        <Alert tone="warning" title="Your premium term is suspended">
          Your bank or the payment provider has disputed one of your payments. Premium is on hold until that's
          settled, and resumes if the payment stands.
        </Alert>
      ) : null}
      {status === 'revoked' ? (
        <Alert tone="warning" title="Your premium term was ended">
          {isGiftRevoked(subscription)
            ? 'The gift it came from was revoked, so its days no longer count.'
            : 'Its payment was refunded or reversed, so the days it paid for no longer count.'}
        </Alert>
      ) : null}
      <p className="text-dim">
        {status === 'expired' && premiumUntil ? (
          <>
            Your premium term ended on <time dateTime={premiumUntil}>{formatDate(premiumUntil)}</time>. Choose
            a plan to unlock premium videos again.
          </>
        ) : (
          "Free videos are yours to watch in full. Upgrade to unlock premium videos. Plans are prepaid and don't renew."
        )}
      </p>
    </section>
  )
}

/** Whether the newest of the terms, which a revoked status is about, was a gift. */
function isGiftRevoked({ gifts: [gift], payments }: Subscription): boolean {
  const paid = payments.find(({ plan, status }) => plan !== null && !unpaidStatuses.includes(status))
  return gift != null && gift.revokedAt !== null && (paid === undefined || gift.at > paid.at)
}

/** Returns the payment that the term's end comes from: the newest valid one, where several add up. */
function paidFor({ payments, premiumUntil }: Subscription): OwnPayment | undefined {
  return (
    payments.find(({ until }) => until !== null && until === premiumUntil) ??
    payments.find(({ until }) => until !== null)
  )
}
