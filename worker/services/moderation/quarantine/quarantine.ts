import { sql } from 'drizzle-orm'
import { minute } from '#contract/values/shared/time'
import { type Condition, condition } from '#db/conditions'
import { holdBefore, holdInQuarantine, whereQuarantinable } from '#db/queries/moderation/takedown'
import { mailAdministrators } from '#db/queries/shared/mail'
import { revokeFilesOf } from '#db/queries/videos/video-files'
import { type ServiceContext, visitor } from '../../context'
import { audit } from '../../shared/audit'
import { emailText } from '../../shared/mail'

/**
 * Hides a video, including its bytes, from everyone but administrators until a decision; its URLs are refused
 * within thirty seconds. Does nothing to a video in quarantine or under a stronger hold.
 *
 * Returns statements for a batch, including the audit record and the emails to administrators. Call kickMail
 * afterwards.
 */
export function quarantineVideo(ctx: ServiceContext, videoId: number, why: string, onlyIf: Condition) {
  const { db, now } = ctx
  const holds = condition(sql`(${whereQuarantinable(videoId)} and ${onlyIf})`)
  const act = { action: 'video.quarantine', subject: 'video', subjectId: videoId, reason: why }
  const details = holdBefore(videoId, { hold: 'quarantine' })
  return [
    // The site's own action, not the reporter's.
    audit({ ...ctx, actor: visitor }, { ...act, details }, holds),
    revokeFilesOf(db, videoId, now, { onlyIf: holds }),
    mailAdministrators(db, notice(ctx, videoId), now, holds),
    holdInQuarantine(db, videoId, onlyIf),
  ] as const
}

/** Milliseconds in which one email stands for all videos: a flood of reports must not become one of emails. */
const noticeMs = 10 * minute

function notice(ctx: ServiceContext, videoId: number) {
  return {
    event: `quarantine:${Math.floor(ctx.now / noticeMs)}`,
    subject: 'A quarantined video needs a decision',
    body: emailText(ctx, null, [
      `Video ${videoId} is hidden from everyone except administrators until you decide. There may be more: we send this email at most once in ten minutes.`,
      `See the reports and requests: ${ctx.config.siteOrigin}/admin?tab=reports and ${ctx.config.siteOrigin}/admin?tab=removals`,
    ]),
  }
}
