import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Preferences, UpdatePreferences } from '#contract/schemas/accounts/account'
import { noticeKinds } from '#contract/values/shared/notices'
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

function changed(known: Preferences, change: UpdatePreferences): Preferences {
  const { emailNotifications: all, saveWatchHistory = known.saveWatchHistory } = change
  const kinds = Object.entries({ ...known.mails, ...change.mails })
  const mails = Object.fromEntries(kinds.map(([kind, on]) => [kind, all ?? on])) as Preferences['mails']
  const told = noticeKinds.map((kind) => {
    const off = all === false && { email: false }
    return [kind, { ...known.notices[kind], ...off, ...change.notices?.[kind] }] as const
  })
  const notices = Object.fromEntries(told) as Preferences['notices']
  const emailNotifications = [...Object.values(mails), ...told.map(([, { email }]) => email)].some(Boolean)
  return { saveWatchHistory, emailNotifications, mails, notices }
}
