import type { RemovalReceipt, RemovalRequest } from '#contract/schemas/moderation/safety'
import { isGrave, reasonNames } from '#contract/values/moderation/reasons'
import { removalClockMs } from '#contract/values/moderation/safety'
import { batchNamed } from '#db/batch-named'
import {
  insertRemovalRequest,
  type NewRemovalRequest,
  requestInSameWords,
  whereRequestHides,
  whereRequestMade,
} from '#db/queries/moderation/removal-requests'
import { whereMeantForOthers } from '#db/queries/moderation/takedown'
import { randomId } from '#worker/storage/keys'
import type { ServiceContext } from '../../context'
import { kickMail } from '../../shared/mail'
import { quarantineByPerson } from '../quarantine/by-person'
import { receivedMail } from './emails'
import { giveBackRequest, limitRequests, mayMailTo } from './limits'
import { videoNamed } from './open-request'
import { linkKeyIn, videoIdIn } from './video-address'
import { removalReceipt } from './view'

/**
 * Accepts a removal request from anyone. A grave one hides a public video at once, if its sender may have it
 * hidden; no one else's response depends on the video. The same text sent again is the same request.
 */
export async function createRemovalRequest(
  ctx: ServiceContext,
  input: RemovalRequest,
): Promise<{ receipt: RemovalReceipt; created: boolean }> {
  await limitRequests(ctx)
  const { db } = ctx
  const key = linkKeyIn(input.url, ctx.config.siteOrigin)
  const row = await newRow(ctx, input, key)
  const made = whereRequestMade(row.token)
  const why = `Removal requested: ${reasonNames[row.reason]}.`
  const grave =
    row.videoId !== null && isGrave(row.reason)
      ? // A request keeps no account, so a declined one counts no matter who sends the next.
        quarantineByPerson(ctx, row.videoId, row.reason, {
          onlyIf: whereMeantForOthers(row.videoId, key),
          forgetsAccount: true,
        })
      : null
  const consequences = grave?.statements({ why, received: made, hides: whereRequestHides(row.token) }) ?? []
  const mails = (await mayMailTo(ctx, row.email)) ? [receivedMail(ctx, row, made)] : []
  const { same } = await batchNamed(db, [
    insertRemovalRequest(db, row, grave?.mayHide),
    { same: requestInSameWords(db, row) },
    ...consequences,
    ...mails,
  ])
  const [stored] = same
  if (!stored) throw new Error('The request was not kept')
  const created = stored.token === row.token
  // Sending a request again after a lost response doesn't count against the limits.
  if (created) ctx.defer(kickMail(ctx))
  else await giveBackRequest(ctx, row.email)
  return { receipt: await removalReceipt(ctx, stored), created }
}

async function newRow(
  ctx: ServiceContext,
  input: RemovalRequest,
  key: string | null,
): Promise<NewRemovalRequest> {
  const { url, reason, relation, name, email, statement, signature } = input
  const id = videoIdIn(url, ctx.config.siteOrigin)
  return {
    token: randomId(),
    url,
    reason,
    relation,
    name,
    email,
    statement,
    signature,
    ...(await videoNamed(ctx, id, key)),
    createdAt: ctx.now,
    dueAt: ctx.now + removalClockMs,
  }
}
