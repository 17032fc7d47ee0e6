import { useQueryClient } from '@tanstack/react-query'
import { settingsQuery } from '#web/entities/settings/settings-query'
import type { VideoLimits } from '#web/studio/source/limits'
import { errorToast } from '#web/ui/feedback/toast'

/**
 * Returns a function that runs work within the site's limits. A failure is shown, and resolves to undefined.
 */
export function useWithLimits() {
  const queryClient = useQueryClient()
  return async <Result>(work: (limits: VideoLimits) => Result): Promise<Awaited<Result> | undefined> => {
    try {
      return await work(await queryClient.ensureQueryData(settingsQuery))
    } catch (error) {
      errorToast('Upload Error', error)
      return undefined
    }
  }
}
