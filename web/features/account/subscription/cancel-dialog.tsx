import { errorDetail } from '#web/lib/api-error'
import { formatDate } from '#web/lib/format'
import { Button } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/form/field.tsx'
import { Dialog } from '#web/ui/overlay/dialog.tsx'
import { useCancelSubscription } from './mutations'

export function CancelDialog({ until, onClose }: { until: string; onClose: () => void }) {
  const { mutate, isPending, error } = useCancelSubscription()
  return (
    <Dialog
      alert
      open
      onOpenChange={(open) => {
        if (!open && !isPending) onClose()
      }}
      title="Cancel Subscription"
      description={`You keep premium until ${formatDate(until)}. Cancelling changes nothing before that.`}
      footer={
        <>
          <Button onClick={onClose} disabled={isPending}>
            Keep subscription
          </Button>
          <Button variant="danger" busy={isPending} onClick={() => mutate(undefined, { onSuccess: onClose })}>
            {isPending ? 'Cancelling...' : 'Cancel Subscription'}
          </Button>
        </>
      }
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-dim marker:text-faint">
        <li>You won't get reminder emails any more.</li>
        <li>Nothing is charged or refunded. Your term is prepaid and doesn't renew.</li>
        <li>You can undo this here until your term ends.</li>
      </ul>
      <div role="alert" className="mt-3">
        <FieldError id="cancel-subscription-error">{error ? errorDetail(error) : undefined}</FieldError>
      </div>
    </Dialog>
  )
}
