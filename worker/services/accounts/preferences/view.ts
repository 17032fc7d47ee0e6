import type { Preferences } from '../../../../contract/schemas/accounts/account'
import { mailKinds } from '../../../../contract/values/accounts/account'
import { noticeKinds } from '../../../../contract/values/shared/notices'
import type { PreferenceRow } from '../../../../db/queries/accounts/preferences'

export function preferencesView(row: PreferenceRow): Preferences {
  const { savesHistory, mutedMails, mutedNotices, digestKinds } = row
  const mails = Object.fromEntries(
    mailKinds.map((kind) => [kind, !mutedMails.includes(kind)]),
  ) as Preferences['mails']
  const notices = Object.fromEntries(
    noticeKinds.map((kind) => [
      kind,
      { site: !mutedNotices.includes(kind), email: digestKinds.includes(kind) },
    ]),
  ) as Preferences['notices']
  return {
    saveWatchHistory: savesHistory,
    emailNotifications: mailKinds.some((kind) => mails[kind]) || digestKinds.length > 0,
    mails,
    notices,
  }
}
