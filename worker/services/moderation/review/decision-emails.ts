import type { Visibility } from '#contract/values/videos/video'
import type { Condition } from '#db/conditions'
import type { ServiceContext } from '../../context'
import { emailText, queueMail } from '../../shared/mail'

interface Decided {
  owner: { id: number; email: string; username: string }
  video: { id: number; title: string; revision: number }
}

interface Rejection extends Decided {
  /** The reason, which the owner also sees beside the video. */
  words: string
}

/** Returns a statement for the batch that rejects. */
export function rejectionMail(ctx: ServiceContext, { owner, video, words }: Rejection, onlyIf: Condition) {
  const { siteOrigin } = ctx.config
  return queueMail(
    ctx,
    {
      dedupeKey: `video:${video.id}:rejected:${video.revision}`,
      to: owner.email,
      leaves: { from: 'review', id: owner.id },
      subject: 'Your upload has been reviewed',
      body: emailText(ctx, owner.username, [
        `Your video “${video.title}” wasn't approved. Only you and our team can see it.`,
        `Why: ${words}`,
        `You can edit and resubmit it: ${siteOrigin}/edit-video/${video.id}`,
      ]),
    },
    onlyIf,
  )
}

/** How an approved video is shown, as its owner set it. */
export type Shown = Visibility | 'scheduled'

const afterApproval: Record<Shown, (address: string) => string> = {
  public: (address) => `It's now live: ${address}`,
  unlisted: (address) =>
    `It's unlisted, as you set it. Everyone who has its link can watch it; you find the link on its page, under Share: ${address}`,
  scheduled: (address) => `It will be published at the time you set: ${address}`,
  private: (address) => `It's private, as you set it. You can make it public at any time: ${address}`,
}

/** Returns a statement for the batch that approves. */
export function approvalMail(
  ctx: ServiceContext,
  { owner, video, shown }: Decided & { shown: Shown },
  onlyIf: Condition,
) {
  const address = `${ctx.config.siteOrigin}/video/${video.id}`
  return queueMail(
    ctx,
    {
      dedupeKey: `video:${video.id}:approved:${video.revision}`,
      to: owner.email,
      leaves: { from: 'review', id: owner.id },
      subject: 'Your upload has been reviewed',
      body: emailText(ctx, owner.username, [
        `Your video “${video.title}” was approved.`,
        afterApproval[shown](address),
      ]),
    },
    onlyIf,
  )
}
