// Imported before the schemas, which probe for eval when they are created.
import '#web/lib/zod-without-eval'
import { type VideoDetails, videoDetails } from '#contract/schemas/videos/video'
import { videoMessages } from '#contract/values/videos/messages'

import { checkBy } from '#web/lib/form/check-by'

export { type VideoDetails, videoDetails } from '#contract/schemas/videos/video'

/** Also checks that a time to publish lies ahead. For a video that the server has, the server checks that. */
export const checkDetails = checkBy(
  videoDetails.extend({
    publishAt: videoDetails.shape.publishAt.refine(
      (at) => at === null || Date.parse(at) > Date.now(),
      videoMessages.publishAtPast,
    ),
  }),
)

/** Category 0 means none, which the schema refuses. */
export const emptyDetails: VideoDetails = {
  title: '',
  description: '',
  tags: [],
  categoryId: 0,
  isPremium: false,
  visibility: 'public',
  publishAt: null,
  allowDownload: false,
  posterStyle: 'clear',
}
