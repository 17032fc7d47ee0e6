import type { Video } from '#contract/schemas/videos/video'
import { call, client } from '#web/lib/api'
import { uploadBlurredFrom, wantsBlurred } from './upload-blurred'

/** Videos that this page has tried, so that a refusal isn't repeated. */
const tried = new Set<number>()

/**
 * Makes the blurred posters that an account's own videos lack, one after the other: those from before there
 * was a choice, and those whose poster was imported. Until then others see a neutral picture. A failure
 * leaves it to the next visit.
 */
export async function makeMissingBlurred(videos: readonly Video[]): Promise<void> {
  for (const video of videos.filter(lacksBlurred)) {
    const { id, thumbnailUrl } = video
    if (!thumbnailUrl || tried.has(id)) continue
    tried.add(id)
    try {
      const blurredFile = await uploadBlurredFrom(thumbnailUrl)
      await call(client.api.videos[':id'].$patch({ param: { id: String(id) }, json: { blurredFile } }))
    } catch {
      return
    }
  }
}

function lacksBlurred(video: Video): boolean {
  return wantsBlurred(video) && video.blurredUrl === null && video.status === 'ready'
}
