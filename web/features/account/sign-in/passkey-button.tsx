import { useMutation } from '@tanstack/react-query'
import { Button } from '#web/ui/button.tsx'
import { errorToast } from '#web/ui/feedback/toast'
import { useWelcome } from './use-welcome'

/** Signs in without username and password. */
export function PasskeyButton() {
  const welcome = useWelcome()
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await import('./passkey-sign-in')).passkeySignIn(),
    onSuccess: (answer) =>
      typeof answer === 'string' ? errorToast('Sign in failed', answer) : welcome(answer),
    onError: (error) => errorToast('Sign in failed', error),
  })
  return (
    <Button size="lg" busy={isPending} onClick={() => mutate()}>
      {isPending ? 'Waiting for your passkey...' : 'Sign in with a passkey'}
    </Button>
  )
}
