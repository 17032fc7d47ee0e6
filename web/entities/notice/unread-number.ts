import { unreadShown } from '#contract/values/shared/notices'

/** Formats the number of unread notifications. */
export function unreadNumber(unread: number): string {
  return unread > unreadShown ? `${unreadShown}+` : `${unread}`
}
