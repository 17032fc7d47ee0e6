import type { InfiniteData, UseInfiniteQueryResult } from '@tanstack/react-query'
import { BellOff, TriangleAlert } from 'lucide-react'
import { useRef } from 'react'
import type { Page } from '../../../contract/schemas/boot'
import type { PaymentAlert } from '../../../contract/schemas/payments'
import { formatTime } from '../../lib/format'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { CardSkeletons } from './card-skeletons'
import { useResolveAlert } from './mutations'
import { PagedList } from './paged-list'

export interface AlertListProps {
  query: UseInfiniteQueryResult<InfiniteData<Page<PaymentAlert>>>
  /** Shows a payment. */
  onOpen: (paymentId: string) => void
}

/** Books that differ, and money that nobody ordered. */
export function AlertList({ query, onOpen }: AlertListProps) {
  const { mutate, variables, isPending } = useResolveAlert()
  const region = useRef<HTMLElement>(null)

  function resolve(id: number, button: HTMLElement) {
    mutate(id, {
      onSuccess: () => {
        // The button goes with its alert; whoever has moved on in the meantime stays there.
        const focused = document.activeElement
        if (focused === button || focused === document.body) region.current?.focus()
      },
    })
  }

  return (
    <section ref={region} tabIndex={-1} aria-label="Alerts">
      <PagedList
        query={query}
        skeleton={<CardSkeletons label="Loading alerts" className="h-28" />}
        empty={
          <EmptyState
            icon={<BellOff />}
            title="No alerts"
            text="If our books and those of a provider differ, or money comes that nobody ordered, it will stand here."
          />
        }
      >
        {(alerts) => (
          <ul className="grid gap-3">
            {alerts.map(({ id, at, kind, text, paymentId, orderId }) => (
              <li
                key={id}
                className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-card border border-line bg-surface-1 px-4 py-3"
              >
                <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warning" />
                <div className="grid min-w-60 flex-1 gap-0.5">
                  <p className="wrap-anywhere">{text}</p>
                  <p className="wrap-anywhere text-faint text-meta">
                    {kind.replaceAll(/[_-]/g, ' ')} · <time dateTime={at}>{formatTime(at)}</time>
                    {orderId ? ` · order ${orderId}` : null}
                  </p>
                </div>
                <div className="flex gap-2 max-sm:pl-9">
                  {paymentId ? (
                    <Button
                      variant="ghost"
                      aria-label={`Details of the payment of alert ${id}`}
                      onClick={() => onOpen(paymentId)}
                    >
                      Details
                    </Button>
                  ) : null}
                  <Button
                    busy={isPending && variables === id}
                    aria-label={`Resolve alert ${id}`}
                    onClick={(event) => resolve(id, event.currentTarget)}
                  >
                    Resolve
                  </Button>
                </div>
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </section>
  )
}
