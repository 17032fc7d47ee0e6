import type { ComponentType } from 'react'
import type { VideoLimits } from '#web/studio/source/limits'
import { uploadStore } from '../store/upload-store'

/** Resumes an account's uploads, and returns what shows them; null, and loads no more, where there are none. */
export async function lookForUploads(account: number, limits: VideoLimits): Promise<ComponentType | null> {
  await uploadStore.open()
  const isLeft = [`job:${account}:`, `queue:${account}:`].some((start) => uploadStore.keys(start).length > 0)
  if (!isLeft) return null
  const { goOn, HeaderUploads } = await import('../queue/go-on')
  await goOn(account, limits)
  return HeaderUploads
}
