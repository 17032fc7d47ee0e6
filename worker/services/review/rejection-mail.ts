import type { SQL } from 'drizzle-orm'
import type { ServiceContext } from '../context'
import { letter, queueMail } from '../mail'

interface Rejection {
  owner: { email: string; username: string }
  video: { id: number; title: string; revision: number }
  /** Why, as the owner reads it beside the video too. */
  words: string
}

/** Answers a statement, for the batch that rejects. */
export function rejectionMail(ctx: ServiceContext, { owner, video, words }: Rejection, onlyIf: SQL) {
  const { siteOrigin } = ctx.config
  return queueMail(
    ctx,
    {
      dedupeKey: `video:${video.id}:rejected:${video.revision}`,
      to: owner.email,
      subject: 'A review decided about your upload',
      body: letter(ctx, owner.username, [
        `Your video “${video.title}” was not approved, and nobody but you and us can see it.`,
        `Why: ${words}`,
        `You can change it and send it in again: ${siteOrigin}/edit-video/${video.id}`,
      ]),
    },
    onlyIf,
  )
}
