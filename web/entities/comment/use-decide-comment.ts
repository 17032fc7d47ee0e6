import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import type { decideCommentInput } from '#contract/schemas/moderation/comments'
import { call, client } from '../../lib/api'
import { key } from '../../lib/query/keys'
import { refreshAdmin } from '../../lib/query/refresh-admin'

export function useDecideComment(id: number) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (json: z.input<typeof decideCommentInput>) =>
      call<unknown>(client.api.admin.comments[':id'].decide.$post({ param: { id: String(id) }, json })),
    onSettled: () =>
      Promise.all([refreshAdmin(queryClient), queryClient.invalidateQueries({ queryKey: key('comments') })]),
  })
}
