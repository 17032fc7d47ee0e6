import { queryOptions } from '@tanstack/react-query'
import { pageSize } from '#contract/values/shared/limits'
import { call, client } from '#web/lib/api'
import { chunksOf } from '#web/lib/query/chunks-of'
import { key } from '#web/lib/query/keys'

/**
 * Queries whether an account has saved a video. Videos that a page asks about at the same time share one
 * request.
 */
export function savedStateQuery(account: number, id: number) {
  return queryOptions({
    queryKey: key('videos', 'saved', account, id),
    queryFn: () => askSaved(id),
    staleTime: 60_000,
  })
}

interface Asking {
  ids: Set<number>
  saved: Promise<ReadonlySet<number>>
}

let asking: Asking | null = null

async function askSaved(id: number): Promise<boolean> {
  asking ??= gather()
  asking.ids.add(id)
  return (await asking.saved).has(id)
}

/** Waits until everything on the screen has asked. */
function gather(): Asking {
  const ids = new Set<number>()
  const saved = new Promise((resolve) => setTimeout(resolve)).then(async () => {
    asking = null
    const states = await Promise.all(
      chunksOf([...ids], pageSize.max).map((some) =>
        call(client.api.videos.mine.$get({ query: { ids: some.join(',') } })),
      ),
    )
    return new Set(states.flat().flatMap((state) => (state.saved ? [state.id] : [])))
  })
  return { ids, saved }
}

/** Matches every list of the account's saved videos, in any order. */
export const savedLists = { queryKey: key('account', 'saved') }
