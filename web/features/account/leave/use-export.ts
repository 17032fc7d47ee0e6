import { useMutation } from '@tanstack/react-query'
import { withPassword } from '#web/entities/viewer/with-password'
import { client } from '#web/lib/api'
import { ApiError } from '#web/lib/api-error'
import { errorToast } from '#web/ui/feedback/toast'

/** Has the browser download all data about the account, once the server allows it after a recent password. */
export function useExport() {
  return useMutation({
    mutationFn: () => withPassword(askForFirstByte),
    onSuccess: () => {
      const link = document.createElement('a')
      link.href = '/api/account/export'
      link.download = ''
      link.click()
    },
    onError: (error) => errorToast('Download failed', error),
  })
}

/** Checks first: the browser's own download would show no refusal. */
async function askForFirstByte(): Promise<void> {
  const response = await client.api.account.export.$get({}, { headers: { range: 'bytes=0-0' } })
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  void response.body?.cancel()
}
