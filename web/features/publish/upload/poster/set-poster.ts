import type { Video } from '../../../../../contract/schemas/videos/videos'
import { call, client } from '../../../../lib/api'
import { uploadPicture } from './upload-picture'

/** Makes a JPEG the poster of a published video. Throws PictureError and ApiError. */
export async function setPoster(id: number, picture: Blob): Promise<Video> {
  const thumbnailFile = await uploadPicture(picture)
  return call(client.api.videos[':id'].$patch({ param: { id: String(id) }, json: { thumbnailFile } }))
}
