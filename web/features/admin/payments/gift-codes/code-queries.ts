import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { GiftCodeBatch, MakeGiftCodes } from '#contract/schemas/payments/gift-codes'
import { withPassword } from '#web/entities/viewer/with-password'
import { call, client } from '#web/lib/api'
import { key } from '#web/lib/query/keys'
import { pagedQuery } from '#web/lib/query/paged'
import { refreshAdmin } from '#web/lib/query/refresh-admin'

const codes = client.api.admin['gift-codes']

/** Queries batches of gift codes, newest first. */
export const giftCodesQuery = pagedQuery<GiftCodeBatch>(key('admin', 'gift codes'), (query, options) =>
  codes.$get({ query }, options),
)

export function useMakeGiftCodes() {
  const queryClient = useQueryClient()
  return useMutation({
    // The codes in its response are shown once, and kept nowhere.
    gcTime: 0,
    mutationFn: (batch: MakeGiftCodes) => withPassword(() => call(codes.$post({ json: batch }))),
    onSettled: () => refreshAdmin(queryClient),
  })
}

export function useRevokeGiftCodes(id: string) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (reason: string) =>
      withPassword(() => call(codes[':id'].revoke.$post({ param: { id }, json: { reason } }))),
    onSettled: () => refreshAdmin(queryClient),
  })
}

export function useFindGiftCode() {
  return useMutation({ mutationFn: (code: string) => call(codes.find.$post({ json: { code } })) })
}
