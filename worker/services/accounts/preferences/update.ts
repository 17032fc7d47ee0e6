import type { Preferences, UpdatePreferences } from '#contract/schemas/accounts/account'
import { kindsOn, type NoticeChannel, onByDefault } from '#contract/values/shared/notices'
import { batchNamed } from '#db/batch-named'
import { changePreferences, type ListChange, undoCancellation } from '#db/queries/accounts/preferences'
import { storedAs } from '#db/queries/shared/mail'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { preferencesView } from './view'

/** Changes the given preferences and leaves the rest. A single choice overrides the switch for all emails. */
export async function updatePreferences(ctx: UserContext, input: UpdatePreferences): Promise<Preferences> {
  const { emailNotifications: all, notices = {}, saveWatchHistory } = input

  /** Returns the change of a channel's list: kinds chosen as its default leave it, others join it. */
  function changeOf(channel: NoticeChannel): ListChange {
    const kinds = kindsOn(channel)
    const chosen = (on: boolean) =>
      kinds
        .filter((kind) => (notices[kind]?.[channel] ?? (channel === 'site' ? undefined : all)) === on)
        .map((kind) => storedAs(kind, channel))
    return { added: chosen(!onByDefault[channel]), removed: chosen(onByDefault[channel]) }
  }

  const { db, actor, now } = ctx
  const [site, email, daily] = [changeOf('site'), changeOf('email'), changeOf('daily')]
  const change = { savesHistory: saveWatchHistory, site, email, daily }
  const wantsReminder = email.removed.includes(storedAs('premium', 'email'))
  const { rows } = await batchNamed(db, [
    wantsReminder ? undoCancellation(db, actor.id, now) : null,
    { rows: changePreferences(db, actor.id, change, now) },
  ])
  const [row] = rows
  if (!row) throw new AppError('unauthenticated', 'Please sign in first.')
  return preferencesView(ctx, row)
}
