import type { CreateVideo, Video } from '../../../../../contract/schemas/videos/videos'
import { call, client } from '../../../../lib/api'
import { ApiError, errorDetail } from '../../../../lib/api-error'
import { limitDetail } from '../../../../lib/limit-detail'
import { PictureError } from '../poster/upload-picture'
import type { FurtherFiles } from './derived-files'

/** Publishes finished uploads as a video. A second request with the same file returns the same video. */
function publishVideo(video: Partial<CreateVideo> & Pick<CreateVideo, 'title' | 'categoryId'>) {
  return call(client.api.videos.$post({ json: video }))
}

/**
 * Publishes with the finished derived files. If the server refuses them, publishes without: publication
 * doesn't wait for them.
 */
export async function publishWith(
  video: Parameters<typeof publishVideo>[0],
  further: FurtherFiles | null,
): Promise<{ video: Video; further: FurtherFiles | null }> {
  try {
    return { video: await publishVideo({ ...video, ...further }), further }
  } catch (error) {
    if (!further || !refusesOnly(error, further)) throw error
    return { video: await publishVideo(video), further: null }
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
