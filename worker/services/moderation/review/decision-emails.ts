import type { Condition } from '../../../../db/conditions'
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
      mutable: { kind: 'videos', userId: owner.id },
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

/** Returns a statement for the batch that approves. `isPublic` is the video's new visibility. */
export function approvalMail(
  ctx: ServiceContext,
  { owner, video, isPublic }: Decided & { isPublic: boolean },
  onlyIf: Condition,
) {
  const address = `${ctx.config.siteOrigin}/video/${video.id}`
  return queueMail(
    ctx,
    {
      dedupeKey: `video:${video.id}:approved:${video.revision}`,
      to: owner.email,
      mutable: { kind: 'videos', userId: owner.id },
      subject: 'Your upload has been reviewed',
      body: emailText(ctx, owner.username, [
        `Your video “${video.title}” was approved.`,
        isPublic
          ? `It's now live: ${address}`
          : `It's private, as you set it. You can make it public at any time: ${address}`,
      ]),
    },
    onlyIf,
  )
}
