import { commentKinds, type NoticeKind, noticeKinds } from '#contract/values/shared/notices'
import type { ServiceContext } from '../../context'

/**
 * Returns the kinds of notification that an account gets on the site: none about comments where the site has
 * none.
 */
export function toldKinds(
  { settings }: Pick<ServiceContext, 'settings'>,
  mutedNotices: readonly NoticeKind[] = [],
): NoticeKind[] {
  const absent = settings.commentsEnabled ? [] : commentKinds
  return noticeKinds.filter((kind) => !mutedNotices.includes(kind) && !absent.includes(kind))
}
