import { can } from '#contract/values/accounts/permissions'
import type { CommentHold } from '#contract/values/videos/comments'
import { hasLink } from '#worker/policy/links'
import type { UserContext } from '../../context'
import { noteBlockedTerm } from '../../shared/blocked-terms'

/** Returns why a comment waits for staff before others see it; null if it doesn't, as those of staff don't. */
export function heldFor(ctx: UserContext, body: string): CommentHold | null {
  if (can(ctx.actor.role, 'case.decide')) return null
  if (noteBlockedTerm(ctx, 'comment', body)) return 'term'
  return hasLink(body) ? 'link' : null
}
