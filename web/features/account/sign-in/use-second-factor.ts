import { useMutation } from '@tanstack/react-query'
import type { SecondFactorNeeded } from '../../../../contract/schemas/accounts/account'
import { insistOnCookie } from '../../../entities/viewer/insist-on-cookie'
import { call, client } from '../../../lib/api'
import { useWelcome } from './use-welcome'

const { $post } = client.api.auth['second-factor']

/** Sends the code of an authenticator app, or a recovery code. */
export function useSecondFactorCode({ ticket }: SecondFactorNeeded) {
  const welcome = useWelcome()
  return useMutation({
    mutationFn: async (code: string) => {
      const user = await call($post({ json: { ticket, code } }))
      await insistOnCookie()
      return user
    },
    onSuccess: welcome,
  })
}

export function useSecondFactorPasskey({ ticket, passkey: request }: SecondFactorNeeded) {
  const welcome = useWelcome()
  return useMutation({
    mutationFn: async () => {
      if (!request) throw new Error('The account has no passkey')
      const { signWithPasskey } = await import('../../../entities/viewer/passkey')
      const passkey = await signWithPasskey(request)
      const user = await call($post({ json: { ticket, passkey } }))
      await insistOnCookie()
      return user
    },
    onSuccess: welcome,
  })
}
