import type { CreateVideo, Video } from '../../../../../contract/schemas/videos/videos'
import { call, client } from '../../../../lib/api'
import { ApiError, errorDetail } from '../../../../lib/api-error'
import { limitDetail } from '../../../../lib/limit-detail'
import { browserSurroundings } from '../engine/browser-surroundings'
import { parseRetryAfter } from '../engine/xhr-transport'
import { PictureError } from '../poster/upload-picture'
import type { FurtherFiles } from './derived-files'

type NewVideo = Partial<CreateVideo> & Pick<CreateVideo, 'title' | 'categoryId'>

/** The end of a limit is waited for; `onLimit` receives when that is, and null when it is over. */
export interface Patience {
  signal: AbortSignal
  onLimit: (until: number | null) => void
}

/** Publishes finished uploads as a video. A second request with the same file returns the same video. */
async function publishVideo(video: NewVideo, { signal, onLimit }: Patience): Promise<Video> {
  for (;;) {
    const response = await client.api.videos.$post({ json: video }, { init: { signal } })
    const wait = parseRetryAfter(response.headers.get('retry-after'))
    if (response.status !== statusOfLimit || wait === null) return call<Video>(Promise.resolve(response))
    onLimit(Date.now() + wait)
    await browserSurroundings.wait(wait, signal)
    onLimit(null)
  }
}

const statusOfLimit: number = 429

/**
 * Publishes with the finished derived files. If the server refuses them, publishes without: publication
 * doesn't wait for them.
 */
export async function publishWith(
  video: NewVideo,
  further: FurtherFiles | null,
  patience: Patience,
): Promise<{ video: Video; further: FurtherFiles | null }> {
  try {
    return { video: await publishVideo({ ...video, ...further }, patience), further }
  } catch (error) {
    if (!further || !refusesOnly(error, further)) throw error
    return { video: await publishVideo(video, patience), further: null }
  }
}

function refusesOnly(error: unknown, further: FurtherFiles): boolean {
  if (!(error instanceof ApiError)) return false
  const fields = Object.keys(error.fieldErrors)
  return fields.length > 0 && fields.every((field) => (field.split('.')[0] ?? '') in further)
}

/** Returns a sentence for any failure on the way to a published video. */
export function publishFailure(error: unknown): string {
  return error instanceof PictureError ? error.message : (limitDetail(error) ?? errorDetail(error))
}
