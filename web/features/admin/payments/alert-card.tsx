import { TriangleExclamationPoint } from 'lucide-react'
import { useRef } from 'react'
import type { PaymentAlert } from '#contract/schemas/payments/payments'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { formatTime } from '#web/lib/format'
import { Button } from '#web/ui/button.tsx'
import { useResolveAlert } from './mutations'

export interface AlertCardProps {
  alert: PaymentAlert
  /** Shows a payment. */
  onOpen: (paymentId: string) => void
  /** Called once the alert was resolved by the pressed button, and is off the list. */
  onGone: (pressed: HTMLElement | null) => void
}

export function AlertCard({ alert, onOpen, onGone }: AlertCardProps) {
  const { id, at, kind, text, paymentId, orderId } = alert
  const { can } = useViewer()
  const pressed = useRef<HTMLButtonElement>(null)
  const { mutate, isPending } = useResolveAlert(id, () => onGone(pressed.current))
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-3 rounded-card border border-line bg-surface-1 px-4 py-3">
      <TriangleExclamationPoint aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-warning" />
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
        {can('payment.decide') ? (
          <Button ref={pressed} busy={isPending} aria-label={`Resolve alert ${id}`} onClick={() => mutate()}>
            Resolve
          </Button>
        ) : null}
      </div>
    </div>
  )
}
