// Before the schemas, which look for eval as they are made.
import '../../../../lib/zod-without-eval'
import type { VideoDetails } from '../../../../../contract/schemas/videos/videos'

export { type VideoDetails, videoDetails } from '../../../../../contract/schemas/videos/videos'

/** Category 0 is none: the schema asks for one. */
export const emptyDetails: VideoDetails = {
  title: '',
  description: '',
  categoryId: 0,
  isPremium: false,
  isPublic: true,
  allowDownload: false,
}
