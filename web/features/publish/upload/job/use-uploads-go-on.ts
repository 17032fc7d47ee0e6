import { useEffect } from 'react'
import type { VideoLimits } from '../../../../studio/source/limits'

/** Resumes the uploads of earlier pages and closed tabs. Loads nothing where there are none. */
export function useUploadsGoOn(account: number | undefined, limits: VideoLimits | undefined): void {
  useEffect(() => {
    if (account === undefined || !limits) return
    const isLeft = Object.keys(localStorage).some((key) => key.startsWith(`job:${account}:`))
    if (isLeft) void import('./go-on').then(({ goOn }) => goOn(account, limits))
  }, [account, limits])
}
