import type { AdminRemovalRequest } from '#contract/schemas/moderation/safety'

/**
 * Returns the effect of granting a request: removes a video, or closes the link of a shared list unless staff
 * name a video in it.
 */
export function actOf({ listKey, videoId }: AdminRemovalRequest): 'remove' | 'close' {
  return listKey !== null && videoId === null ? 'close' : 'remove'
}
