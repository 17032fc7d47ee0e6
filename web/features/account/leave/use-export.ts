import { useMutation } from '@tanstack/react-query'
import { withPassword } from '../../../entities/viewer/with-password'
import { client } from '../../../lib/api'
import { ApiError } from '../../../lib/api-error'
import { errorToast } from '../../../ui/feedback/toast'

/** Has the browser download everything about the account, once the server has let it: with the password typed just now. */
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

/** A refusal would be the browser's to show, which shows none. */
async function askForFirstByte(): Promise<void> {
  const response = await client.api.account.export.$get({}, { headers: { range: 'bytes=0-0' } })
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  void response.body?.cancel()
}
