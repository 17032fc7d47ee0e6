import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Preferences, UpdatePreferences } from '#contract/schemas/accounts/account'
import { type Choices, choiceKinds, isEmailed, noticeChannels } from '#contract/values/shared/notices'
import { call, client } from '../../lib/api'
import { errorToast } from '../../ui/feedback/toast'
import { removePlaces } from '../video/history/watch-log'
import { preferencesQuery } from './preferences-query'
import { viewerQuery } from './viewer-query'

/** One at a time, in the order of the clicks, so that the last one wins. */
const inTurn = { id: 'preferences' }

/** Changes switches of the account: at once on the screen, and back when the server refuses. */
export function useUpdatePreferences() {
  const queryClient = useQueryClient()
  const { queryKey } = preferencesQuery
  // Waiting changes are on the screen already; a response that lacks them would turn them back.
  const isLast = () => queryClient.isMutating({ mutationKey: [inTurn.id] }) === 1

  return useMutation({
    scope: inTurn,
    mutationKey: [inTurn.id],
    mutationFn: (json: UpdatePreferences): Promise<Preferences> =>
      call(client.api.account.preferences.$patch({ json })),
    onMutate: async (change) => {
      await queryClient.cancelQueries({ queryKey })
      queryClient.setQueryData(queryKey, (known) => known && changed(known, change))
    },
    onSuccess: (answer) => {
      if (isLast()) queryClient.setQueryData(queryKey, answer)
      const { saveWatchHistory } = answer
      queryClient.setQueryData(
        viewerQuery.queryKey,
        (user) => user && { ...user, savesHistory: saveWatchHistory },
      )
      if (!saveWatchHistory) removePlaces()
    },
    onError: (error) => {
      errorToast('Update failed', error)
      if (isLast()) void queryClient.invalidateQueries({ queryKey })
    },
  })
}

/** Returns the preferences as the server will have them after a change. */
function changed(known: Preferences, change: UpdatePreferences): Preferences {
  const { emailNotifications, saveWatchHistory = known.saveWatchHistory } = change
  const notices: Preferences['notices'] = {}
  for (const kind of choiceKinds) {
    const choices = known.notices[kind]
    if (choices) notices[kind] = chosen(choices, emailNotifications, change.notices?.[kind])
  }
  return { saveWatchHistory, emailNotifications: isEmailed(notices), notices }
}

/** Returns the choices of a kind after all its emails, and then single channels, were turned on or off. */
function chosen(known: Choices, emails: boolean | undefined, change: Choices = {}): Choices {
  const next = { ...known }
  for (const channel of noticeChannels) {
    if (channel !== 'site' && channel in known) next[channel] = emails ?? known[channel]
  }
  Object.assign(next, change)
  if (next.site === false) next.daily = false
  return next
}
