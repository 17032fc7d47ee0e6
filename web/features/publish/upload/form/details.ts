// Before the schemas, which look for eval as they are made.
import '../../../../lib/zod-without-eval'
import { type VideoDetails, videoDetails } from '../../../../../contract/schemas/videos/videos'

import { checkBy } from '../../../../lib/check-by'

export { type VideoDetails, videoDetails } from '../../../../../contract/schemas/videos/videos'

export const checkDetails = checkBy(videoDetails)

/** Category 0 is none: the schema asks for one. */
export const emptyDetails: VideoDetails = {
  title: '',
  description: '',
  categoryId: 0,
  isPremium: false,
  isPublic: true,
  allowDownload: false,
}
