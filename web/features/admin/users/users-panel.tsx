import { useInfiniteQuery } from '@tanstack/react-query'
import { UserSearch as UserSearchIcon } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import type { AdminUser } from '../../../../contract/schemas/moderation/users'
import { roleOf } from '../../../../contract/values/accounts/roles'
import { userFilters } from '../../../../contract/values/moderation/users'
import { useViewer } from '../../../entities/viewer/viewer-query'
import { adminParams } from '../../../lib/admin-paths'
import { useFocusAfter } from '../../../lib/dom/use-focus-after'
import { readId } from '../../../lib/paths'
import { Button } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { useFailedTo } from '../../../ui/feedback/failed-to'
import { lazyDialog } from '../../../ui/lazy-dialog'
import { PagedList } from '../../../ui/paged-list'
import { FactorResets } from './factor-resets'
import { type UserSearch, usersQuery } from './queries'
import { UserSearchForm } from './user-search-form'
import { UserTable, UserTableSkeleton } from './user-table'

const RoleDialog = lazyDialog(() => import('./role-dialog'), 'RoleDialog')
const UserDialog = lazyDialog(() => import('./user-dialog'), 'UserDialog')

/** Renders the User Management tab. Search, filter and the open account are in the address. */
export function UsersPanel({ viewerId }: { viewerId: number }) {
  const [params, setParams] = useSearchParams()
  const { user: viewer, can } = useViewer()
  const search: UserSearch = {
    // Not `q`, which the header's search shows.
    q: params.get('find') ?? '',
    filter: userFilters.find((each) => each === params.get('filter')) ?? 'all',
  }
  const opened = readId(params.get('user'))
  /** The account whose role is about to change. */
  const [changing, setChanging] = useState<AdminUser | null>(null)
  const panel = useRef<HTMLElement>(null)
  const rememberOpener = useFocusAfter(changing !== null || opened !== null, panel)
  const query = useInfiniteQuery(usersQuery(search))
  useFailedTo('load users list', query.error)
  const isNarrowed = search.q !== '' || search.filter !== 'all'

  function look({ q, filter }: UserSearch) {
    setParams(adminParams('users', { ...(q && { find: q }), ...(filter !== 'all' && { filter }) }))
  }

  function showAll() {
    look({ q: '', filter: 'all' })
    // The button is removed with the empty list.
    panel.current?.focus()
  }

  function leave() {
    // Replaces the history entry, so that Back doesn't reopen the dialog.
    setParams(
      [...params].filter(([name]) => name !== 'user'),
      { replace: true },
    )
  }

  return (
    <section ref={panel} tabIndex={-1} aria-label="Users" className="grid gap-5">
      <FactorResets />
      <UserSearchForm search={search} onSearch={look} />
      <PagedList
        query={query}
        skeleton={<UserTableSkeleton />}
        empty={
          <EmptyState
            icon={<UserSearchIcon />}
            title={isNarrowed ? 'No account found' : 'No accounts yet'}
            text={
              isNarrowed
                ? can('user.readEmail')
                  ? 'Enter the start of a username or email address, or try a different filter.'
                  : 'Enter the start of a username, or try a different filter.'
                : 'New members will appear here.'
            }
            action={isNarrowed ? <Button onClick={showAll}>Show all accounts</Button> : null}
          />
        }
      >
        {(users) => (
          <UserTable
            users={users}
            viewerId={viewerId}
            role={roleOf(viewer)}
            onOpen={rememberOpener}
            onChangeRole={(user) => {
              rememberOpener()
              setChanging(user)
            }}
          />
        )}
      </PagedList>
      <Suspense>
        {changing ? <RoleDialog user={changing} onClose={() => setChanging(null)} /> : null}
        {opened ? <UserDialog key={opened} userId={opened} viewerId={viewerId} onClose={leave} /> : null}
      </Suspense>
    </section>
  )
}
