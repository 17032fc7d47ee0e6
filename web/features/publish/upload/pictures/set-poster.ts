import type { Video } from '#contract/schemas/videos/video'
import { call, client } from '#web/lib/api'
import { uploadBlurred, wantsBlurred } from './upload-blurred'
import { uploadPicture } from './upload-picture'

/** Makes a JPEG the poster of a published video. Throws PictureError and ApiError. */
export async function setPoster(video: Video, picture: Blob): Promise<Video> {
  const thumbnailFile = await uploadPicture(picture)
  const blurred = wantsBlurred(video) ? { blurredFile: await uploadBlurred(picture) } : {}
  const json = { thumbnailFile, ...blurred }
  return call(client.api.videos[':id'].$patch({ param: { id: String(video.id) }, json }))
}
