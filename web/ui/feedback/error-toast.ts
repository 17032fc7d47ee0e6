import { useEffect } from 'react'
import { errorDetail } from '../../lib/api-error'
import { errorToast } from './toast'

/** Says what an administrator wanted to do and why it didn't happen: `failedTo('approve video', error)`. */
export function failedTo(act: string, error: unknown): void {
  errorToast('Error', `Failed to ${act}. ${errorDetail(error)}`)
}

/** Says the same of what could not be loaded. */
export function useFailedTo(act: string, error: unknown): void {
  useEffect(() => {
    if (error) failedTo(act, error)
  }, [act, error])
}
