import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { OwnWarning } from '#contract/schemas/moderation/account-care'
import { call, client } from '#web/lib/api'
import { formatDate } from '#web/lib/format'
import { Button } from '#web/ui/button.tsx'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { failedTo } from '#web/ui/feedback/failed-to'
import { warningsQuery } from './queries'

/** Shows the warnings from staff until the viewer acknowledges them. */
export function WarningList() {
  const { data: warnings = [] } = useQuery(warningsQuery)
  return warnings.map((warning) => <Warning key={warning.id} warning={warning} />)
}

function Warning({ warning: { id, at, text } }: { warning: OwnWarning }) {
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(client.api.account.warnings[':id'].acknowledge.$post({ param: { id: String(id) } })),
    onSuccess: () => queryClient.invalidateQueries(warningsQuery),
    onError: (error) => failedTo('confirm the warning', error),
  })
  return (
    <Alert tone="warning" className="mb-4" title={`A warning from us, ${formatDate(at)}`}>
      <p className="wrap-anywhere">{text}</p>
      <Button className="mt-3" busy={isPending} onClick={() => mutate()}>
        {isPending ? 'Saving...' : "I've read this"}
      </Button>
    </Alert>
  )
}
