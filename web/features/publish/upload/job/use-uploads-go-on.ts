import { useEffect } from 'react'
import type { VideoLimits } from '../../../../studio/source/limits'

/** Goes on with the uploads that earlier pages or closed tabs left. Loads nothing where nothing was left. */
export function useUploadsGoOn(account: number | undefined, limits: VideoLimits | undefined): void {
  useEffect(() => {
    if (account === undefined || !limits) return
    const isLeft = Object.keys(localStorage).some((key) => key.startsWith(`job:${account}:`))
    if (isLeft) void import('./go-on').then(({ goOn }) => goOn(account, limits))
  }, [account, limits])
}
