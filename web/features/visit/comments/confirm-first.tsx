import { useSendVerification } from '#web/entities/viewer/use-send-verification'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'

/** Explains the step needed before the account can comment. */
export function ConfirmFirst() {
  const { mutate, isPending } = useSendVerification()
  return (
    <Alert tone="warning" title="Confirm your email address to comment">
      <div className="grid justify-items-start gap-3">
        <p>Open the link we sent you, or request a new one.</p>
        <Button busy={isPending} onClick={() => mutate()}>
          {isPending ? 'Sending...' : 'Send the link again'}
        </Button>
      </div>
    </Alert>
  )
}
