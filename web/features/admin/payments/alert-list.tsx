import { BellOff } from 'lucide-react'
import { useRef } from 'react'
import type { PaymentAlert } from '#contract/schemas/payments/payments'
import { takeFocus } from '#web/lib/dom/take-focus'
import type { PagedResult } from '#web/lib/query/paged'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { AlertCard } from './alert-card'

export interface AlertListProps {
  query: PagedResult<PaymentAlert>
  /** Shows a payment. */
  onOpen: (paymentId: string) => void
}

/** Lists differences from the providers' books, and money without an order. */
export function AlertList({ query, onOpen }: AlertListProps) {
  const region = useRef<HTMLElement>(null)
  return (
    <section ref={region} tabIndex={-1} aria-label="Alerts">
      <PagedList
        query={query}
        skeleton={<CardSkeletons label="Loading alerts" className="h-28" />}
        empty={
          <EmptyState
            icon={<BellOff />}
            title="No alerts"
            text="Mismatches with a provider's records, and payments without an order, will appear here."
          />
        }
      >
        {(alerts) => (
          <ul className="grid gap-3">
            {alerts.map((alert) => (
              <li key={alert.id}>
                <AlertCard
                  alert={alert}
                  onOpen={onOpen}
                  onGone={(pressed) => takeFocus(region.current, pressed)}
                />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}
