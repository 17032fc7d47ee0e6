import '#web/lib/zod-without-eval'
import * as z from 'zod'
import { createVideoInput, type UpdateVideo, type Video, videoDetails } from '#contract/schemas/videos/video'
import { videoMessages } from '#contract/values/videos/messages'
import { checkBy } from '#web/lib/form/check-by'

const { thumbnailUrl } = createVideoInput.shape

/** The form's values, validated by the API's own rules. An empty address keeps the picture that there is. */
export const editSchema = videoDetails.extend({
  allowComments: z.boolean(),
  thumbnailUrl: z
    .string()
    .refine((text) => text === '' || thumbnailUrl.safeParse(text).success, videoMessages.thumbnailUrlInvalid),
})
export type EditValues = z.output<typeof editSchema>
export const checkEdit = checkBy(editSchema)

export function editValuesOf(video: Video): EditValues {
  return {
    title: video.title,
    description: video.description,
    tags: video.tags?.map(({ name }) => name) ?? [],
    categoryId: video.categoryId,
    isPremium: video.isPremium,
    visibility: video.visibility,
    publishAt: video.publishAt ?? null,
    allowDownload: video.allowDownload,
    allowComments: video.allowComments ?? true,
    posterStyle: video.posterStyle,
    // Never the URL at which the site serves it, which means nothing to the uploader.
    thumbnailUrl: '',
  }
}

export function isChanged(before: EditValues, after: EditValues): boolean {
  return Object.entries(after).some(([name, value]) => differs(value, before[name as keyof EditValues]))
}

/** Returns the changed values only, so that two tabs don't undo each other's work. An empty address means none. */
export function changedValues(before: EditValues, after: EditValues): UpdateVideo {
  const changed = Object.entries(after).filter(
    ([name, value]) =>
      differs(value, before[name as keyof EditValues]) && !(name === 'thumbnailUrl' && value === ''),
  )
  return Object.fromEntries(changed)
}

/** Tags are a list of their own in each version of the values. */
function differs(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) !== JSON.stringify(other)
}
