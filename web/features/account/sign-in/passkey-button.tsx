import { useMutation } from '@tanstack/react-query'
import { errorDetail } from '../../../lib/api-error'
import { Button } from '../../../ui/button'
import { toast } from '../../../ui/feedback/toast'
import { useWelcome } from './use-welcome'

/** Signs in without name and password. */
export function PasskeyButton() {
  const welcome = useWelcome()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await import('./passkey-sign-in')).passkeySignIn(),
    onSuccess: (answer) => (typeof answer === 'string' ? refuse(answer) : welcome(answer)),
    onError: (error) => refuse(errorDetail(error)),
  })
  return (
    <Button size="lg" busy={isPending} onClick={() => mutate()}>
      {isPending ? 'Waiting for your passkey...' : 'Sign in with a passkey'}
    </Button>
  )
}

function refuse(description: string): void {
  toast({ title: 'Sign in failed', description, variant: 'destructive' })
}
