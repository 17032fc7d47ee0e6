import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { News } from '#contract/schemas/site/newsletter'
import { withPassword } from '#web/entities/viewer/with-password'
import { call, client } from '#web/lib/api'
import { refreshAdmin } from '#web/lib/query/refresh-admin'
import { failedTo } from '#web/ui/feedback/failed-to'
import { toast } from '#web/ui/feedback/toast'

export function useRetryMail() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(client.api.admin.mail[':id'].retry.$post({ param: { id: String(id) } })),
    onSuccess: () => toast({ title: 'Queued again', description: 'It will go out with the next run.' }),
    onError: (error) => failedTo('retry the email', error),
    onSettled: () => refreshAdmin(queryClient),
  })
}

/** The form shows the server's refusals. */
export function useSendNews() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (news: News) => withPassword(() => call(client.api.admin.news.$post({ json: news }))),
    onSuccess: () =>
      toast({ title: 'Newsletter is being sent', description: 'A few emails go out every minute.' }),
    onSettled: () => refreshAdmin(queryClient),
  })
}

export type JobDecision = 'retry' | 'dismiss'

/**
 * Decides a failed job. `onGone` is called when it is off the list, together with the component that asked.
 */
export function useDecideJob(id: string, onGone: () => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (as: JobDecision) => {
      const job = client.api.admin.jobs[':id']
      return as === 'retry'
        ? call<unknown>(job.retry.$post({ param: { id } }))
        : call<unknown>(job.dismiss.$post({ param: { id } }))
    },
    onSuccess: (_, as) =>
      toast(
        as === 'retry'
          ? { title: 'Job retried', description: 'If it fails again, it will come back to this list.' }
          : { title: 'Job dismissed', description: 'You can find it under Resolved.' },
      ),
    onError: (error, as) => failedTo(`${as} the job`, error),
    onSettled: async (_, error) => {
      await refreshAdmin(queryClient)
      if (!error) onGone()
    },
  })
}
