import { sql } from 'drizzle-orm'
import { isUnlawful, reasonNames } from '#contract/values/moderation/reasons'
import { condition } from '#db/conditions'
import { copiesOf, likenessesOf } from '#db/queries/moderation/blocked-hashes'
import type { RemovalRow } from '#db/queries/moderation/removals'
import { nameOf, removalInForce, whereRemovable, whereRemovalInForce } from '#db/queries/moderation/takedown'
import type { ServiceContext } from '../../context'
import { audit } from '../../shared/audit'
import { kickMail } from '../../shared/mail'
import { quarantineAsAlike } from '../quarantine/by-system'
import { decideReportsOf } from '../reports/decide-of-video'
import { afterTakeDown, takeDown } from './take-down'

const atOnce = 10

/**
 * Takes down identical copies of a removed video. When only a rendition or preview matches, or the decision
 * depends on the publisher, an administrator has to look: the copy may be the rights holder's own.
 *
 * Returns whether there may be more copies; only flooding makes them many.
 */
export async function takeDownCopies(ctx: ServiceContext, videoId: number): Promise<boolean> {
  const { db } = ctx
  const [removal] = await removalInForce(db, videoId)
  if (!removal) return false
  const takesAll = isUnlawful(removal.reason)
  const copies = await copiesOf(db, removal, { atMost: atOnce, unreported: !takesAll })
  if (takesAll) for (const { id } of copies) await takeDownCopy(ctx, removal, id)
  else await quarantineAll(ctx, removal, copies)
  const likenesses = await likenessesOf(db, removal, atOnce)
  await quarantineAll(ctx, removal, likenesses)
  return copies.length === atOnce || likenesses.length === atOnce
}

async function takeDownCopy(ctx: ServiceContext, removal: RemovalRow, videoId: number): Promise<void> {
  const { id, reason, copyOf } = removal
  const root = copyOf ?? id
  // Not the original's statement, which may name the people shown or the uploader.
  const statement = `It contains the same video as one that was removed from the site for this reason: ${reasonNames[reason]}. We found this by comparing the files.`
  const onlyIf = whereRemovalInForce(id)
  // In the original's own trail, as the copy's trail has the removal of the copy.
  const named = { action: 'removal.copy', subject: 'removal', subjectId: root, details: nameOf(videoId) }
  await ctx.db.batch([
    audit(ctx, named, condition(sql`${whereRemovable(videoId)} and ${onlyIf}`)),
    // A case has a single root, so that reversing it restores all copies.
    ...takeDown(ctx, { videoId, reason, statement, copyOf: root }, onlyIf),
    ...decideReportsOf(ctx, videoId, { status: 'upheld', decisionNote: statement }, onlyIf),
  ])
  await afterTakeDown(ctx, videoId)
}

async function quarantineAll(ctx: ServiceContext, removal: RemovalRow, all: { id: number }[]): Promise<void> {
  for (const { id } of all) await ctx.db.batch([...quarantineAsAlike(ctx, id, removal.id)])
  if (all.length > 0) await kickMail(ctx)
}
