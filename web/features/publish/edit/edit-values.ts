import '../../../lib/zod-without-eval'
import * as z from 'zod'
import {
  createVideoInput,
  type UpdateVideo,
  type Video,
  videoDetails,
} from '../../../../contract/schemas/videos/videos'
import { messages } from '../../../../contract/values/accounts/messages'
import { meantPublic } from '../../../entities/video/video-state'
import { checkBy } from '../../../lib/check-by'

const { videoUrl, thumbnailUrl } = createVideoInput.shape

/** An address as the API takes it, or none, while a video has no file yet. */
function addressField(rule: z.ZodType, message: string) {
  return z.string().refine((text) => text === '' || rule.safeParse(text).success, message)
}

/** What the form holds; the rules are the API's own. */
export const editSchema = videoDetails.extend({
  videoUrl: addressField(videoUrl, messages.videoUrlInvalid),
  thumbnailUrl: addressField(thumbnailUrl, messages.thumbnailUrlInvalid),
})
export type EditValues = z.output<typeof editSchema>
export const checkEdit = checkBy(editSchema)

export function editValuesOf(video: Video): EditValues {
  return {
    title: video.title,
    description: video.description,
    categoryId: video.categoryId,
    isPremium: video.isPremium,
    isPublic: meantPublic(video),
    allowDownload: video.allowDownload,
    videoUrl: video.videoUrl ?? '',
    thumbnailUrl: video.thumbnailUrl ?? '',
  }
}

export function isChanged(before: EditValues, after: EditValues): boolean {
  return Object.entries(after).some(([name, value]) => value !== before[name as keyof EditValues])
}

/** Only what was changed is sent, so that two tabs don't undo each other's work. */
export function changedValues(before: EditValues, after: EditValues): UpdateVideo {
  const changed = Object.entries(after).filter(
    ([name, value]) => value !== before[name as keyof EditValues] && value !== '',
  )
  const patch: UpdateVideo = Object.fromEntries(changed)
  // An empty description is a value; an empty address is none.
  return after.description === before.description ? patch : { ...patch, description: after.description }
}
