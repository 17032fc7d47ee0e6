import type { LocationData } from '#contract/schemas/videos/video'
import { can } from '#contract/values/accounts/permissions'
import { locationDecimals } from '#contract/values/shared/limits'
import { videoMessages } from '#contract/values/videos/messages'
import { categoryById } from '#db/queries/videos/categories'
import type { VideoRow } from '#db/queries/videos/video'
import { AppError, invalidField } from '#worker/errors'
import type { ServiceContext, UserContext } from '../../context'
import type { CheckedText } from '../../shared/blocked-terms'

/**
 * Refuses the premium flag to those who may not set it, unless it is stored already: a lapsed member can edit
 * a premium video.
 */
export function refuseUnearnedPremium(ctx: UserContext, wanted: boolean | undefined, stored: boolean): void {
  if (wanted === undefined || wanted === stored || can(ctx.actor.role, 'video.markPremium')) return
  throw new AppError('forbidden', 'Upgrade to premium to upload premium content.')
}

export async function requireCategory(ctx: ServiceContext, id: number): Promise<void> {
  const [category] = await categoryById(ctx.db, id)
  if (!category) throw invalidField('categoryId', videoMessages.categoryMissing)
}

/** Returns the texts that may not hold a blocked term. */
export function textsOf({ title, description, tags = [] }: Partial<Texts>): CheckedText[] {
  return [
    ...(title === undefined ? [] : [{ field: 'title', place: 'title', text: title } as const]),
    ...(description === undefined
      ? []
      : [{ field: 'description', place: 'description', text: description } as const]),
    ...tags.map((text) => ({ field: 'tags', place: 'tag', text }) as const),
  ]
}

interface Texts {
  title: string | undefined
  description: string | undefined
  /** Names. */
  tags: readonly string[] | undefined
}

/** Rounds to about 1 km: nothing finer is stored, and neither accuracy nor time. */
export function roundedLocation(location: LocationData | null | undefined) {
  const round = (degrees: number) => Number(degrees.toFixed(locationDecimals))
  return location
    ? { latitude: round(location.latitude), longitude: round(location.longitude) }
    : { latitude: null, longitude: null }
}

/** Tells whether the video is meant to be public, even while a rejection hides it. */
export function meantPublic({
  publicBefore,
  isPublic,
}: Pick<VideoRow, 'publicBefore' | 'isPublic'>): boolean {
  return publicBefore ?? isPublic
}
