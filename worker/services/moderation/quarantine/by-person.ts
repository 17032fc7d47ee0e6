import { sql } from 'drizzle-orm'
import { hour } from '#contract/values/shared/time'
import { always, type Condition, condition } from '#db/conditions'
import { whereCleared, whereQuarantinable } from '#db/queries/moderation/takedown'
import { mailAdministrators } from '#db/queries/shared/mail'
import { isToConfirm } from '../../accounts/email-address'
import type { ServiceContext } from '../../context'
import { emailText } from '../../shared/mail'
import { countedWhereDone } from '../../shared/rate-limits'
import { quarantineVideo } from './quarantine'

/** A person's grave case, as conditions on its row, which the same batch inserts. */
export interface GraveCase {
  why: string
  /** Holds once the row exists. */
  received: Condition
  /** Holds once the row exists, and hides the video. */
  hides: Condition
}

/**
 * Returns a condition that tells whether a grave case hides its video, and the statements that follow its
 * row: the quarantine, or else an email to staff, at most one an hour.
 *
 * A case hides nothing if staff dismissed a grave one about the same file before, and its sender has no
 * account or has had such a report dismissed already. Nor does it if its sender has hidden enough videos this
 * hour, or without `onlyIf`. Anyone can make an account whose address isn't confirmed, so it counts as none.
 * With `forgetsAccount`, a dismissal also counts against the next case's sender.
 */
export function quarantineByPerson(
  ctx: ServiceContext,
  videoId: number,
  { onlyIf = always, forgetsAccount = false }: { onlyIf?: Condition; forgetsAccount?: boolean } = {},
) {
  const { actor, client } = ctx
  const account = actor.kind === 'user' && !isToConfirm({ ...ctx, actor }) ? actor.id : null
  const quota =
    account === null
      ? countedWhereDone(ctx, 'quarantineByAddress', client.address)
      : countedWhereDone(ctx, 'quarantineByAccount', String(account))
  const cleared = whereCleared(videoId, forgetsAccount ? null : account)
  const quarantinable = whereQuarantinable(videoId)
  return {
    mayHide: condition(sql`(${onlyIf} and not ${cleared} and (${quota.left} or not ${quarantinable}))`),
    statements: ({ why, received, hides }: GraveCase) => [
      quota.count(condition(sql`${hides} and ${quarantinable}`)),
      ...quarantineVideo(ctx, videoId, why, hides),
      mailAdministrators(ctx.db, notice(ctx), ctx.now, condition(sql`${received} and not ${hides}`)),
    ],
  }
}

function notice(ctx: ServiceContext) {
  const { siteOrigin } = ctx.config
  return {
    event: `grave-case:${Math.floor(ctx.now / hour)}`,
    subject: 'A serious report needs your attention',
    body: emailText(ctx, null, [
      "A serious report or removal request came in, and the video wasn't hidden automatically: you dismissed a case about the same file before, the video isn't public, or the sender had several videos hidden within an hour.",
      `Serious reports come first in their list, removal requests by their deadline: ${siteOrigin}/admin?tab=reports and ${siteOrigin}/admin?tab=removals`,
      'We send this email at most once an hour.',
    ]),
  }
}
