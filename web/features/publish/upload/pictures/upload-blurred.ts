import type { VideoDetails } from '#contract/schemas/videos/video'
import type { Patience } from '../engine/retry'
import { blurPicture } from './blur-picture'
import { PictureError, uploadPicture } from './upload-picture'

/** Uploads a poster softly blurred, and returns the ID of the finished upload. Throws PictureError. */
export async function uploadBlurred(poster: Blob, patience?: Patience): Promise<string> {
  const blurred = await blurPicture(poster)
  if (!blurred) throw new PictureError("Couldn't blur the thumbnail. Please try again.")
  return uploadPicture(blurred, 'blurred', patience)
}

/** Does the same for the poster at one of our URLs. Throws PictureError. */
export async function uploadBlurredFrom(address: string): Promise<string> {
  const response = await fetch(address)
  if (!response.ok) throw new PictureError("Couldn't load the thumbnail. Please try again.")
  return uploadBlurred(await response.blob())
}

/** Tells whether others see such a video's poster blurred. */
export function wantsBlurred({ isPremium, posterStyle }: Pick<VideoDetails, 'isPremium' | 'posterStyle'>) {
  return isPremium && posterStyle === 'blurred'
}
