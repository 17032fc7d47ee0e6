import type { ReactNode } from 'react'
import type { AccountCare, ClosedList } from '#contract/schemas/moderation/account-care'
import type { Gift } from '#contract/schemas/payments/gifts'
import type { UnpaidOrder } from '#contract/schemas/payments/payments'
import { giftName } from '#contract/values/payments/gifts'
import { providerNames } from '#contract/values/payments/method-names'
import { formatBytes } from '#contract/values/shared/bytes'
import { formatMoney } from '#contract/values/shared/money'
import { orderErrorText, orderStatusWords } from '#web/entities/payment/order-words'
import { planNames } from '#web/entities/payment/payment-words'
import { formatShortDate, formatTime } from '#web/lib/format'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Fact, FactList } from '#web/ui/fact-list.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'

const columns = 'grid-cols-2 gap-x-6 gap-y-2.5 sm:grid-cols-3'

/** Says that a reset waits for another administrator. */
export function FactorResetAlert({ care: { factorReset } }: { care: AccountCare }) {
  if (!factorReset) return null
  return (
    <Alert tone="warning" title="Reset of two-step sign-in requested">
      {factorReset.by.username} asked for it: {factorReset.reason} Another administrator can confirm it until{' '}
      <time dateTime={factorReset.expiresAt}>{formatTime(factorReset.expiresAt)}</time>.
    </Alert>
  )
}

export function UploaderFacts({ care: { trustedAt, allowance, limits, twoStep } }: { care: AccountCare }) {
  return (
    <FactList layout="cells" className={columns}>
      <Fact term="Review">{trustedAt ? <Badge tone="success">Trusted</Badge> : 'Same as everyone'}</Fact>
      <Fact term="Videos a day" note={noteOf(limits.publishesPerDay)}>
        {allowance.publishesPerDay}
      </Fact>
      <Fact term="Uploads at once" note={noteOf(limits.openUploads)}>
        {allowance.openUploads}
      </Fact>
      <Fact term="Storage limit" note={noteOf(limits.quotaBytes)}>
        {formatBytes(allowance.quotaBytes)}
      </Fact>
      {twoStep === null ? null : <Fact term="Two-step sign-in">{twoStep ? 'On' : 'Off'}</Fact>}
    </FactList>
  )
}

function noteOf(own: number | null): string | undefined {
  return own === null ? undefined : 'Only this account'
}

export function WarningList({ warnings }: { warnings: AccountCare['warnings'] }) {
  return (
    <Entries
      entries={warnings.map(({ id, at, by, text, acknowledgedAt }) => ({
        id,
        line: `${formatShortDate(at)}, ${by}. ${acknowledgedAt ? 'Acknowledged' : 'Not acknowledged yet'}`,
        text,
      }))}
    />
  )
}

export function NoteList({ notes }: { notes: AccountCare['notes'] }) {
  return (
    <Entries
      entries={notes.map(({ id, at, by, text }) => ({ id, line: `${formatShortDate(at)}, ${by}`, text }))}
    />
  )
}

interface GiftListProps {
  gifts: readonly Gift[]
  /** Null for viewers who may not revoke. */
  onRevoke: ((gift: Gift) => void) | null
}

export function GiftList({ gifts, onRevoke }: GiftListProps) {
  return (
    <Entries
      entries={gifts.map((gift) => ({
        id: gift.id,
        line: `${giftName(gift.days)}. ${formatShortDate(gift.at)}, ${gift.givenBy}. Not paid`,
        text: gift.reason ?? `Gift code of “${gift.batch}”`,
        action: gift.revokedAt ? (
          <Badge>Revoked</Badge>
        ) : onRevoke && gift.batch === null ? (
          <Button
            variant="ghost"
            aria-label={`Revoke the gift of ${formatShortDate(gift.at)}`}
            onClick={() => onRevoke(gift)}
          >
            Revoke…
          </Button>
        ) : null,
      }))}
    />
  )
}

export function UnpaidOrders({ orders }: { orders: readonly UnpaidOrder[] }) {
  return (
    <Entries
      entries={orders.map(({ id, at, provider, plan, currency, amountMinor, status, lastError }) => ({
        id,
        line: `${planNames[plan]}, ${formatMoney(amountMinor, currency)}, ${providerNames[provider]}. ${formatTime(at)}. ${id}`,
        text: [`${orderStatusWords[status]}.`, lastError && orderErrorText(lastError)]
          .filter(Boolean)
          .join(' '),
      }))}
    />
  )
}

interface ClosedListsProps {
  lists: readonly ClosedList[]
  onReopen: (list: ClosedList) => void
}

export function ClosedLists({ lists, onReopen }: ClosedListsProps) {
  return (
    <Entries
      entries={lists.map((list) => ({
        id: list.id,
        line: `Closed on ${formatShortDate(list.closedAt)}`,
        text: list.name,
        action: (
          <Button
            variant="ghost"
            aria-label={`Allow sharing again: ${list.name}`}
            onClick={() => onReopen(list)}
          >
            Allow sharing again…
          </Button>
        ),
      }))}
    />
  )
}

interface Entry {
  id: number | string
  line: string
  text: string
  action?: ReactNode
}

function Entries({ entries }: { entries: readonly Entry[] }) {
  return (
    <ul className="grid gap-3">
      {entries.map(({ id, line, text, action }) => (
        <li key={id} className="flex items-center justify-between gap-3">
          <div className="min-w-0">
            <p className="text-faint text-meta">{line}</p>
            <p className="wrap-anywhere">{text}</p>
          </div>
          {action}
        </li>
      ))}
    </ul>
  )
}
