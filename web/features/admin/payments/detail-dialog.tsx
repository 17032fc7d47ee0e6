import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AdminPaymentDetail } from '#contract/schemas/payments/payments'
import { providerNames } from '#contract/values/payments/method-names'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { Button } from '#web/ui/button.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { PaymentDetail } from './payment-detail'
import { paymentQuery } from './queries'
import { RefundDialog } from './refund-dialog'

export interface DetailDialogProps {
  paymentId: string
  onClose: () => void
}

/** Shows a payment with all its details, and a refund button for viewers who may use it. */
export function DetailDialog({ paymentId, onClose }: DetailDialogProps) {
  const { can } = useViewer()
  const { data: payment, error, refetch } = useQuery(paymentQuery(paymentId))
  /**
   * The payment as it was when the refund began. After the refund nothing is left of it, while the dialog
   * still shows the question.
   */
  const [refunding, setRefunding] = useState<AdminPaymentDetail | null>(null)
  if (refunding) return <RefundDialog payment={refunding} onBack={() => setRefunding(null)} />
  return (
    <Dialog
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
      title={payment ? titleOf(payment) : 'Payment'}
      width="sm:max-w-3xl"
      footer={
        !can('payment.decide') ? null : payment?.refundable ? (
          <Button onClick={() => setRefunding(payment)}>Refund…</Button>
        ) : payment ? (
          <p className="mr-auto text-faint text-meta">{whyNot(payment)}</p>
        ) : null
      }
    >
      {error && !payment ? (
        <LoadError error={error} onRetry={refetch} />
      ) : payment ? (
        <PaymentDetail payment={payment} onRetry={refetch} />
      ) : (
        <div role="status" aria-busy="true" aria-label="Loading the payment" className="grid gap-4 py-2">
          <Skeleton className="h-40 rounded-card" />
          <Skeleton className="h-64 rounded-card" />
        </div>
      )}
    </Dialog>
  )
}

function whyNot({ provider, refunds, status }: AdminPaymentDetail): string {
  return refunds === 'manual' && status === 'captured'
    ? `Refund it on ${providerNames[provider]}'s site.`
    : "This payment can't be refunded from here."
}

function titleOf({ amountText, user }: AdminPaymentDetail): string {
  return user ? `${amountText} from ${user.username}` : `${amountText} from no one yet`
}
