import type { Preferences } from '#contract/schemas/accounts/account'
import {
  type ChoiceKind,
  type Choices,
  choiceChannels,
  isEmailed,
  kindsOfSite,
  type NoticeChannel,
  onByDefault,
} from '#contract/values/shared/notices'
import type { PreferenceRow } from '#db/queries/accounts/preferences'
import { storedAs } from '#db/queries/shared/mail'
import type { UserContext } from '../../context'

export function preferencesView(ctx: UserContext, row: PreferenceRow): Preferences {
  const notices: Preferences['notices'] = Object.fromEntries(
    kindsOfSite(ctx.settings.commentsEnabled).map((kind) => [kind, choicesOf(row, kind)]),
  )
  return {
    saveWatchHistory: row.savesHistory,
    emailNotifications: isEmailed(notices),
    notices,
  }
}

function choicesOf(row: PreferenceRow, kind: ChoiceKind): Choices {
  const isOn = (channel: NoticeChannel) => {
    const others: readonly string[] = row[channel]
    return onByDefault[channel] !== others.includes(storedAs(kind, channel))
  }
  // Cancelling premium turns its reminder off, too.
  if (kind === 'premium') return { email: isOn('email') && !row.hasCancelled }
  return Object.fromEntries(choiceChannels[kind].map((channel) => [channel, isOn(channel)]))
}
