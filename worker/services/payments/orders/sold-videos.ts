import { day } from '#contract/values/shared/time'
import { inChunks } from '#db/in-chunks'
import { forgetVideosOfClaims, forgetVideosOfOrders } from '#db/queries/payments/sales'
import type { ServiceContext } from '../../context'

/** How long an unpaid purchase keeps the video that led to it. */
export const soldVideosKeptMs = 30 * day

export async function forgetSoldVideos({ db, now }: ServiceContext): Promise<void> {
  await inChunks((atMost) => forgetVideosOfOrders(db, now - soldVideosKeptMs, atMost))
  await inChunks((atMost) => forgetVideosOfClaims(db, now - soldVideosKeptMs, atMost))
}
