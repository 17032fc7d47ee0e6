import type { Preferences } from '#contract/schemas/accounts/account'
import { mailKinds } from '#contract/values/accounts/account'
import { type NoticeKind, noticeKinds } from '#contract/values/shared/notices'
import type { PreferenceRow } from '#db/queries/accounts/preferences'

export function preferencesView(row: PreferenceRow): Preferences {
  const { savesHistory, mutedMails, mutedNotices, digestKinds } = row
  const mails = Object.fromEntries(
    mailKinds.map((kind) => [kind, !mutedMails.includes(kind)]),
  ) as Preferences['mails']
  // Kinds that are off on the site aren't emailed either.
  const isEmailed = (kind: NoticeKind) => digestKinds.includes(kind) && !mutedNotices.includes(kind)
  const notices = Object.fromEntries(
    noticeKinds.map((kind) => [kind, { site: !mutedNotices.includes(kind), email: isEmailed(kind) }]),
  ) as Preferences['notices']
  return {
    saveWatchHistory: savesHistory,
    emailNotifications: mailKinds.some((kind) => mails[kind]) || noticeKinds.some(isEmailed),
    mails,
    notices,
  }
}
