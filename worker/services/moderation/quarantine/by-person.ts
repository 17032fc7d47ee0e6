import { sql } from 'drizzle-orm'
import type { ReportReason } from '#contract/values/moderation/reasons'
import { hour } from '#contract/values/shared/time'
import { allOf, always, type Condition, condition } from '#db/conditions'
import { whereGraveFromElsewhere } from '#db/queries/moderation/reports'
import {
  hiddenAnHourAtMost,
  whereApproved,
  whereCleared,
  whereQuarantinable,
} from '#db/queries/moderation/takedown'
import { mailAdministrators } from '#db/queries/shared/mail'
import { isToConfirm } from '../../accounts/email-address'
import type { ServiceContext } from '../../context'
import { emailText } from '../../shared/mail'
import { networksOf } from '../../shared/networks'
import { countedWhereDone, limits } from '../../shared/rate-limits'
import { reporterNetwork } from '../reports/reporter'
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
 * account or has had such a report dismissed already. Nor does it beyond its sender's quota, unless an open
 * one of the same video came from another network; nor without `onlyIf`. With `forgetsAccount`, a dismissal
 * also counts against the next case's sender.
 */
export function quarantineByPerson(
  ctx: ServiceContext,
  videoId: number,
  reason: ReportReason,
  { onlyIf = always, forgetsAccount = false }: { onlyIf?: Condition; forgetsAccount?: boolean } = {},
) {
  const { actor, db, now } = ctx
  // Anyone can make an account whose address isn't confirmed, so it counts as none.
  const account = actor.kind === 'user' && !isToConfirm({ ...ctx, actor }) ? actor.id : null
  const quota = account === null ? quotaOfStranger(ctx, videoId, reason) : quotaOfAccount(ctx, account)
  const cleared = whereCleared(videoId, forgetsAccount ? null : account)
  const quarantinable = whereQuarantinable(videoId)
  const unheard = condition(sql`(${onlyIf} and not ${cleared})`)
  const withinQuota = condition(
    sql`(${quota.left} or ${whereGraveFromElsewhere(videoId, reporterNetwork(ctx))})`,
  )
  return {
    mayHide: condition(sql`(${unheard} and (${withinQuota} or not ${quarantinable}))`),
    statements: ({ why, received, hides }: GraveCase) => {
      const heldBack = condition(sql`(${received} and not ${hides})`)
      const beyondQuota = condition(sql`(${unheard} and ${quarantinable})`)
      return [
        ...quota.count(condition(sql`${hides} and ${quarantinable}`)),
        ...quarantineVideo(ctx, videoId, why, hides),
        mailAdministrators(db, quotaNotice(ctx), now, allOf(heldBack, beyondQuota)),
        mailAdministrators(db, notice(ctx), now, condition(sql`${heldBack} and not ${beyondQuota}`)),
      ]
    },
  }
}

/** How many videos a sender may still hide this hour, and statements that count one more. */
interface Quota {
  left: Condition
  count: (onlyIf: Condition) => ReturnType<Counted['count']>[]
}
type Counted = ReturnType<typeof countedWhereDone>

function quotaOfAccount(ctx: ServiceContext, id: number): Quota {
  const { left, count } = countedWhereDone(ctx, { action: 'quarantineByAccount', key: String(id) })
  return { left, count: (onlyIf) => [count(onlyIf)] }
}

/**
 * Returns the quota of someone without an account: that of each network around them, for each reason. Videos
 * whose files staff approved have one more, of the whole site, since all networks together could hide them all.
 */
function quotaOfStranger(ctx: ServiceContext, videoId: number, reason: ReportReason): Quota {
  const { narrow, middle, wide } = networksOf(ctx.client.address)
  const networks: Counted[] = [
    countedWhereDone(ctx, { action: 'quarantineNarrow', key: `${reason} ${narrow}` }),
  ]
  if (middle) networks.push(countedWhereDone(ctx, { action: 'quarantineMiddle', key: `${reason} ${middle}` }))
  if (wide) networks.push(countedWhereDone(ctx, { action: 'quarantineWide', key: `${reason} ${wide}` }))
  const most = hiddenAnHourAtMost(limits.quarantineApproved.max)
  const site = countedWhereDone(ctx, { action: 'quarantineApproved', key: 'site' }, most)
  const approved = whereApproved(videoId)
  return {
    left: allOf(condition(sql`(${site.left} or not ${approved})`), ...networks.map(({ left }) => left)),
    count: (onlyIf) => [
      ...networks.map(({ count }) => count(onlyIf)),
      site.count(condition(sql`${onlyIf} and ${approved}`)),
    ],
  }
}

const places = ({ config: { siteOrigin } }: ServiceContext) =>
  `Serious reports come first in their list, removal requests by their deadline: ${siteOrigin}/admin?tab=reports and ${siteOrigin}/admin?tab=removals`
const once = 'We send this email at most once an hour.'

function notice(ctx: ServiceContext) {
  return {
    event: `grave-case:${Math.floor(ctx.now / hour)}`,
    subject: 'A serious report needs your attention',
    body: emailText(ctx, null, [
      "A serious report or removal request came in, and the video wasn't hidden automatically: you dismissed a case about the same file before, or the video isn't public.",
      places(ctx),
      once,
    ]),
  }
}

function quotaNotice(ctx: ServiceContext) {
  return {
    event: `grave-quota:${Math.floor(ctx.now / hour)}`,
    subject: 'Serious reports no longer hide videos: please look at once',
    body: emailText(ctx, null, [
      'Serious reports and removal requests have hidden so many videos within an hour, from one network or on the whole site, that the next ones stay visible until you decide. Another report of the same video from elsewhere still hides it.',
      places(ctx),
      'If the reports look made up, one decision dismisses all that came from a network within an hour.',
      once,
    ]),
  }
}
