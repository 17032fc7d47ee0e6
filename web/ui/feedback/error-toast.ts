import { useEffect } from 'react'
import { errorDetail } from '../../lib/api-error'
import { toast } from './toast'

/** Says what an administrator wanted to do and why it didn't happen: `errorToast('approve video', error)`. */
export function errorToast(act: string, error: unknown): void {
  toast({ title: 'Error', description: `Failed to ${act}. ${errorDetail(error)}`, variant: 'destructive' })
}

/** The same of what could not be loaded. */
export function useErrorToast(act: string, error: unknown): void {
  useEffect(() => {
    if (error) errorToast(act, error)
  }, [act, error])
}
