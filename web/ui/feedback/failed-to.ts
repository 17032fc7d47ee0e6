import { useEffect } from 'react'
import { errorDetail } from '../../lib/api-error'
import { errorToast } from './toast'

/** Shows which action of an administrator failed, and why: `failedTo('approve video', error)`. */
export function failedTo(act: string, error: unknown): void {
  errorToast('Error', `Failed to ${act}. ${errorDetail(error)}`)
}

/** Shows the same toast for something that couldn't be loaded. */
export function useFailedTo(act: string, error: unknown): void {
  useEffect(() => {
    if (error) failedTo(act, error)
  }, [act, error])
}
