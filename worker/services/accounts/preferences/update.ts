import type { Preferences, UpdatePreferences } from '../../../../contract/schemas/accounts/account'
import { mailKinds } from '../../../../contract/values/accounts/account'
import { changePreferences } from '../../../../db/queries/accounts/preferences'
import { AppError } from '../../../errors'
import type { UserContext } from '../../context'
import { preferencesView } from './view'

/** Changes the given preferences and leaves the rest. A single kind overrides the switch for all. */
export async function updatePreferences(ctx: UserContext, input: UpdatePreferences): Promise<Preferences> {
  const { emailNotifications: all, mails = {}, saveWatchHistory } = input
  const wanted = mailKinds.map((kind) => [kind, mails[kind] ?? all] as const)
  const [row] = await changePreferences(ctx.db, ctx.actor.id, {
    savesHistory: saveWatchHistory,
    unmuted: wanted.filter(([, on]) => on === true).map(([kind]) => kind),
    muted: wanted.filter(([, on]) => on === false).map(([kind]) => kind),
  })
  if (!row) throw new AppError('unauthenticated', 'Please sign in first.')
  return preferencesView(row)
}
