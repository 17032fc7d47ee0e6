import type { Preferences } from '../../../contract/schemas/account'
import { mailKinds } from '../../../contract/values/account'
import type { PreferenceRow } from '../../../db/queries/preferences'

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
