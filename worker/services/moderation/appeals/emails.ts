import type { Condition } from '#db/conditions'
import type { ServiceContext } from '../../context'
import { emailText, queueMail } from '../../shared/mail'

/** Emails the uploader who appealed. */
export function appealMail(
  ctx: ServiceContext,
  uploader: { email: string; username: string },
  { removalId, restored, note }: { removalId: number; restored: boolean; note: string },
  onlyIf: Condition,
) {
  const mail = {
    dedupeKey: `removal:${removalId}:appeal-decided`,
    to: uploader.email,
    subject: 'Our decision on your appeal',
    body: emailText(ctx, uploader.username, [
      restored
        ? "Your appeal was upheld. We've reversed the removal and restored your video."
        : 'We reviewed your video again, and it stays removed. This decision is final.',
      `Why: ${note}`,
      `Your appeal: ${ctx.config.siteOrigin}/removals/${removalId}`,
    ]),
  }
  return queueMail(ctx, mail, onlyIf)
}
