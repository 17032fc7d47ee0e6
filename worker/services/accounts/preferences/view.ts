import type { Preferences } from '../../../../contract/schemas/accounts/account'
import { mailKinds } from '../../../../contract/values/accounts/account'
import type { PreferenceRow } from '../../../../db/queries/accounts/preferences'

export function preferencesView({ savesHistory, mutedMails }: PreferenceRow): Preferences {
  const mails = Object.fromEntries(
    mailKinds.map((kind) => [kind, !mutedMails.includes(kind)]),
  ) as Preferences['mails']
  return {
    saveWatchHistory: savesHistory,
    emailNotifications: mailKinds.some((kind) => mails[kind]),
    mails,
  }
}
