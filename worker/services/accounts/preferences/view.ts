import type { Preferences } from '#contract/schemas/accounts/account'
import {
  type ChoiceKind,
  type Choices,
  choiceChannels,
  choiceKinds,
  commentKinds,
  isEmailed,
  type NoticeChannel,
  onByDefault,
} from '#contract/values/shared/notices'
import type { PreferenceRow } from '#db/queries/accounts/preferences'
import { storedAs } from '#db/queries/shared/mail'
import type { UserContext } from '../../context'

export function preferencesView(ctx: UserContext, row: PreferenceRow): Preferences {
  const notices: Preferences['notices'] = Object.fromEntries(
    choiceKinds.filter((kind) => concerns(kind, row, ctx)).map((kind) => [kind, choicesOf(row, kind)]),
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
  // Kinds that are off on the site aren't in the daily email either.
  const isTold = (channel: NoticeChannel) => isOn(channel) && (channel !== 'daily' || isOn('site'))
  return Object.fromEntries(choiceChannels[kind].map((channel) => [channel, isTold(channel)]))
}

/** Tells whether an account can be told anything of this kind. */
function concerns(
  kind: ChoiceKind,
  { hasVideos, hasComments }: PreferenceRow,
  { settings, actor }: UserContext,
): boolean {
  if (commentKinds.includes(kind) && !settings.commentsEnabled) return false
  if (kind === 'comment') return hasVideos
  if (kind === 'review') return hasVideos || hasComments
  return kind !== 'premium' || actor.premiumUntil !== null
}
