import { type ComponentType, useEffect, useState } from 'react'
import type { VideoLimits } from '../../../../studio/source/limits'
import { uploadsDatabase } from '../store/database-name'

/**
 * Resumes the uploads of earlier pages and closed tabs. Returns what shows their progress in the header. Loads
 * nothing where nothing was ever uploaded. Looks again on every page, since an upload may have begun on the last.
 */
export function useUploadsGoOn(
  account: number | undefined,
  limits: VideoLimits | undefined,
  pathname: string,
): ComponentType | null {
  const [part, setPart] = useState<{ of: number; Uploads: ComponentType } | null>(null)
  const isFound = part?.of === account
  // biome-ignore lint/correctness/useExhaustiveDependencies: each page looks again
  useEffect(() => {
    if (account === undefined || !limits || isFound) return
    void (async () => {
      const databases = await indexedDB.databases()
      if (!databases.some(({ name }) => name === uploadsDatabase)) return
      const Uploads = await (await import('./look-for-uploads')).lookForUploads(account, limits)
      if (Uploads) setPart({ of: account, Uploads })
      // Without them, the upload page does all this.
    })().catch(() => {})
  }, [account, limits, isFound, pathname])
  return isFound && part ? part.Uploads : null
}
