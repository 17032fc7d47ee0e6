import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { passkeyFailure } from '#web/entities/viewer/passkey-failure'
import { securityQuery } from '#web/entities/viewer/security-query'
import { withPassword } from '#web/entities/viewer/with-password'
import { call, client } from '#web/lib/api'
import { refreshAdmin } from '#web/lib/query/refresh-admin'
import { errorToast, toast } from '#web/ui/feedback/toast'

const { totp, passkeys, 'recovery-codes': recoveryCodes } = client.api.account.security
const onePasskey = passkeys[':id']

/** Also refreshes the control panel, whose checklist includes the administrator's two-step sign-in. */
function refreshSecurity(queryClient: QueryClient): Promise<unknown> {
  return Promise.all([queryClient.invalidateQueries(securityQuery), refreshAdmin(queryClient)])
}

/** Creates a secret for an authenticator app, and the content of its QR code. */
export function useBeginTotp() {
  return useMutation({
    mutationFn: () => withPassword(() => call(totp.$post())),
    onError: (error) => errorToast("Couldn't turn on two-step sign-in", error),
  })
}

/** Confirms the app's first code. Returns the recovery codes. */
export function useConfirmTotp() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (code: string) => call(totp.confirm.$post({ json: { code } })),
    onSettled: () => refreshSecurity(queryClient),
  })
}

export function useTurnTotpOff() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => withPassword(() => call(totp.$delete())),
    onSuccess: () =>
      toast({
        title: 'Two-step sign-in is off',
        description: 'You can now sign in with just your password.',
      }),
    onError: (error) => errorToast("Couldn't turn off two-step sign-in", error),
    onSettled: () => refreshSecurity(queryClient),
  })
}

export function useNewRecoveryCodes() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => withPassword(() => call(recoveryCodes.$post())),
    onError: (error) => errorToast("Couldn't make new codes", error),
    onSettled: () => refreshSecurity(queryClient),
  })
}

export function useAddPasskey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (name: string) => {
      const creation = await withPassword(() => call(passkeys.challenge.$post()))
      const { makePasskey } = await import('#web/entities/viewer/passkey')
      const { challenge } = creation
      const credential = await makePasskey(creation)
      return call(passkeys.$post({ json: { challenge, credential, name } }))
    },
    onSuccess: ({ name }) =>
      toast({ title: 'Passkey added', description: `“${name}” signs you in from now on.` }),
    onError: (error) => errorToast("Couldn't add the passkey", passkeyFailure(error)),
    onSettled: () => refreshSecurity(queryClient),
  })
}

export function useRenamePasskey(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(onePasskey.$patch({ param: { id }, json: { name } })),
    onSuccess: ({ name }) => toast({ title: 'Passkey renamed', description: `It is “${name}” now.` }),
    onSettled: () => refreshSecurity(queryClient),
  })
}

export function useRemovePasskey() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ id }: { id: string; name: string }) =>
      withPassword(() => call(onePasskey.$delete({ param: { id } }))),
    onSuccess: (_, { name }) =>
      toast({ title: 'Passkey removed', description: `“${name}” no longer signs you in.` }),
    onError: (error) => errorToast("Couldn't remove the passkey", error),
    onSettled: () => refreshSecurity(queryClient),
  })
}
