import type { Preferences, UpdatePreferences } from '#contract/schemas/accounts/account'
import { mailKinds } from '#contract/values/accounts/account'
import { type NoticeChannel, noticeKinds } from '#contract/values/shared/notices'
import { changePreferences } from '#db/queries/accounts/preferences'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { preferencesView } from './view'

/**
 * Changes the given preferences and leaves the rest. A single kind overrides the switch for all, which turns the daily
 * email off with the others, but not on.
 */
export async function updatePreferences(ctx: UserContext, input: UpdatePreferences): Promise<Preferences> {
  const { emailNotifications: all, mails = {}, notices = {}, saveWatchHistory } = input
  const off = all === false ? false : undefined
  const channel = (name: NoticeChannel, otherwise?: boolean) =>
    kindsTurned(noticeKinds, (kind) => notices[kind]?.[name] ?? otherwise)
  const mailed = kindsTurned(mailKinds, (kind) => mails[kind] ?? all)
  const [onSite, inDigest] = [channel('site'), channel('email', off)]
  const [row] = await changePreferences(
    ctx.db,
    ctx.actor.id,
    {
      savesHistory: saveWatchHistory,
      mutedMails: { added: mailed.off, removed: mailed.on },
      mutedNotices: { added: onSite.off, removed: onSite.on },
      digestKinds: { added: inDigest.on, removed: inDigest.off },
    },
    ctx.now,
  )
  if (!row) throw new AppError('unauthenticated', 'Please sign in first.')
  return preferencesView(row)
}

/** Divides the kinds into those turned on and those turned off; kinds without a choice are in neither. */
function kindsTurned<Kind extends string>(
  kinds: readonly Kind[],
  wish: (kind: Kind) => boolean | undefined,
): { on: Kind[]; off: Kind[] } {
  return {
    on: kinds.filter((kind) => wish(kind) === true),
    off: kinds.filter((kind) => wish(kind) === false),
  }
}
