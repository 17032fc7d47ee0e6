import { useSendVerification } from '#web/entities/viewer/use-send-verification'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'

/** Explains the step needed before two-step sign-in or a passkey can be set up. */
export function ConfirmFirst() {
  const { mutate, isPending } = useSendVerification()
  return (
    <Alert tone="warning" title="Confirm your email address first">
      <div className="grid justify-items-start gap-3">
        <p>
          You can set up two-step sign-in and passkeys once your address is confirmed. Open the link we sent
          you, or request a new one.
        </p>
        <Button busy={isPending} onClick={() => mutate()}>
          {isPending ? 'Sending...' : 'Send the link again'}
        </Button>
      </div>
    </Alert>
  )
}
