import type { AdminRemovalRequest } from '#contract/schemas/moderation/safety'

/** Returns what granting a request does: removes a video, or closes the link of a shared list, unless staff name a video in it. */
export function actOf({ listKey, videoId }: AdminRemovalRequest): 'remove' | 'close' {
  return listKey !== null && videoId === null ? 'close' : 'remove'
}
