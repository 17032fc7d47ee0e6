import { type ComponentType, useEffect, useState } from 'react'
import type { VideoLimits } from '#web/studio/source/limits'
import { hasStore, onStored } from '../store/has-store'

/** The component of an account, by its ID. */
const noParts: Record<number, ComponentType> = {}

/**
 * Resumes the uploads of earlier pages and closed tabs. Returns the component that shows their progress in
 * the header. Loads nothing where nothing was ever uploaded. Looks again when an upload begins here, and on every page
 * and when the window gets the focus, since one may have begun in another tab.
 */
export function useUploadsGoOn(
  account: number | undefined = 0,
  limits: VideoLimits | undefined,
  pathname: string,
): ComponentType | undefined {
  const [parts, setParts] = useState(noParts)
  const Uploads = parts[account]
  // A new session looks again: the end of the one before stopped what was on its way.
  useEffect(() => {
    if (!account) setParts(noParts)
  }, [account])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page looks again
  useEffect(() => {
    if (!account || !limits || Uploads) return
    const look = async () => {
      if (!(await hasStore())) return
      const { resumeUploads } = await import('../queue/resume-uploads')
      if (!(await resumeUploads(account, limits))) return
      const { HeaderUploads } = await import('./header-uploads')
      setParts({ [account]: HeaderUploads })
    }
    // Without them, the upload page does all this.
    const lookAgain = () => void look().catch(() => {})
    lookAgain()
    // Another tab may have begun an upload meanwhile.
    addEventListener('focus', lookAgain)
    const forget = onStored(lookAgain)
    return () => {
      removeEventListener('focus', lookAgain)
      forget()
    }
  }, [account, limits, Uploads, pathname])
  return Uploads
}
