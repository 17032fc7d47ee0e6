// Imported before the schemas, which probe for eval when they are created.
import '../../../../lib/zod-without-eval'
import { type VideoDetails, videoDetails } from '../../../../../contract/schemas/videos/videos'

import { checkBy } from '../../../../lib/check-by'

export { type VideoDetails, videoDetails } from '../../../../../contract/schemas/videos/videos'

export const checkDetails = checkBy(videoDetails)

/** Category 0 means none, which the schema refuses. */
export const emptyDetails: VideoDetails = {
  title: '',
  description: '',
  categoryId: 0,
  isPremium: false,
  isPublic: true,
  allowDownload: false,
  posterStyle: 'clear',
}
