import { gapBefore, lowestPlace, renumberSaved, setPlace } from '#db/queries/videos/library/saved'
import { videoNotFound } from '#worker/errors'
import type { UserContext } from '../../context'
import { enforceLimit } from '../../shared/rate-limits'

interface Move {
  videoId: number
  /** Null: to the end. */
  before: number | null
}

/** Moves a saved video in the account's own order; the highest place comes first. */
export async function placeSaved(ctx: UserContext, { videoId, before }: Move): Promise<void> {
  const { actor, db } = ctx
  await enforceLimit(ctx, 'saveOrder', String(actor.id))
  let place = await findPlace(ctx, { videoId, before })
  if (place === null) {
    await renumberSaved(db, actor.id)
    place = await findPlace(ctx, { videoId, before })
  }
  if (place === null) throw new Error('Renumbering made no room')
  const [moved] = await setPlace(db, actor.id, videoId, place)
  if (!moved) throw videoNotFound()
}

/** Returns null when no number is left between the two neighbours. */
async function findPlace({ actor, db }: UserContext, { videoId, before }: Move): Promise<number | null> {
  if (before === null) {
    const [lowest] = await lowestPlace(db, actor.id, videoId)
    return lowest ? lowest.place - 1 : 0
  }
  const [gap] = await gapBefore(db, actor.id, videoId, before)
  if (!gap) throw videoNotFound()
  return placeBetween(gap.below, gap.above)
}

/** Returns a number between two, or above the first without a second; null when none is left between. */
export function placeBetween(below: number, above: number | null): number | null {
  if (above === null) return below + 1
  const middle = (below + above) / 2
  return below < middle && middle < above ? middle : null
}
