import { useMutation } from '@tanstack/react-query'
import type { SecondFactorNeeded } from '#contract/schemas/accounts/account'
import { call, client } from '#web/lib/api'
import { useWelcome } from './use-welcome'

const { $post } = client.api.auth['second-factor']

/** Sends the code of an authenticator app, or a recovery code. */
export function useSecondFactorCode({ ticket }: SecondFactorNeeded) {
  const welcome = useWelcome()
  return useMutation({
    mutationFn: (code: string) => call($post({ json: { ticket, code } })),
    onSuccess: welcome,
  })
}

export function useSecondFactorPasskey({ ticket, passkey: request }: SecondFactorNeeded) {
  const welcome = useWelcome()
  return useMutation({
    mutationFn: async () => {
      if (!request) throw new Error('The account has no passkey')
      const { signWithPasskey } = await import('#web/entities/viewer/passkey')
      const passkey = await signWithPasskey(request)
      return call($post({ json: { ticket, passkey } }))
    },
    onSuccess: welcome,
  })
}
