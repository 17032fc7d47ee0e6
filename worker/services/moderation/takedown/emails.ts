import { appealMs } from '#contract/values/moderation/safety'
import { day } from '#contract/values/shared/time'
import type { UploaderEmail } from '#db/queries/moderation/takedown'
import { placeholders } from '#db/queries/shared/mail'
import type { ServiceContext } from '../../context'
import { emailText } from '../../shared/mail'

/** Builds the statement of reasons, with the way to appeal. */
export function uploaderEmail(ctx: ServiceContext, reason: string, statement: string): UploaderEmail {
  return {
    subject: 'One of your videos was removed',
    body: emailText(ctx, placeholders.name, [
      `Your video “${placeholders.title}” was removed from the site, and its file can't be published here again.`,
      `Reason: ${reason}`,
      statement,
      `How to appeal within ${appealMs / day} days: ${ctx.config.siteOrigin}/removals/${placeholders.number}`,
    ]),
  }
}

export function restoredEmail(ctx: ServiceContext): UploaderEmail {
  return {
    subject: 'One of your videos has been restored',
    body: emailText(ctx, placeholders.name, [
      `Your video “${placeholders.title}” was removed because its file was identical to one we'd removed. That decision has been reversed, and your video has been restored unless something else about it is still open.`,
      `Your videos: ${ctx.config.siteOrigin}/my-videos`,
    ]),
  }
}

/** Notifies administrators when another open case still holds a video that this decision releases. */
export function stillHeldNotice(ctx: ServiceContext, removalId: number) {
  return {
    event: `restore:${removalId}:held`,
    subject: 'A quarantined video needs a decision',
    body: emailText(ctx, null, [
      'A removal was reversed, but a serious report or request about one of its videos is still open. That video stays hidden until you decide.',
      `See the reports and requests: ${ctx.config.siteOrigin}/admin?tab=reports and ${ctx.config.siteOrigin}/admin?tab=removals`,
    ]),
  }
}
