import type { CreateVideo } from '../../../contract/schemas/videos'
import { call, client } from '../../lib/api'
import { errorDetail } from '../../lib/api-error'
import { PictureError } from './upload-picture'

/** Publishes finished uploads as a video. Asked twice with the same file, the server answers the same video. */
export function publishVideo(video: Partial<CreateVideo> & Pick<CreateVideo, 'title' | 'categoryId'>) {
  return call(client.api.videos.$post({ json: video }))
}

/** A sentence for whatever went wrong on the way to a published video. */
export function publishFailure(error: unknown): string {
  return error instanceof PictureError ? error.message : errorDetail(error)
}
