import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { UserSearch as UserSearchIcon } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import type { AdminUser } from '#contract/schemas/moderation/users'
import { roleOf } from '#contract/values/accounts/roles'
import { maySortBothWays, type UserSort, userFilters } from '#contract/values/moderation/users'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { adminParams } from '#web/lib/navigation/admin-paths'
import { readId } from '#web/lib/navigation/paths'
import { offeredSort, orderParams, readOrder, type TableOrder } from '#web/lib/table/order'
import { useColumns } from '#web/lib/table/use-columns'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { useFailedTo } from '#web/ui/feedback/failed-to'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { TableTools } from '#web/ui/table/tools.tsx'
import { FactorResets } from './factor-resets'
import { ordersOf, type UserSearch, usersQuery } from './queries'
import { UserSearchForm } from './user-search-form'
import { UserTableSkeleton, useUserColumns } from './user-table'

const RoleDialog = lazyDialog(() => import('./role-dialog'), 'RoleDialog')
const UserDialog = lazyDialog(() => import('./user-dialog'), 'UserDialog')

const sortNames: Record<UserSort, readonly [descending: string, ascending: string]> = {
  joined: ['Newest', 'Oldest'],
  name: ['Username, Z to A', 'Username, A to Z'],
  premium: ['Premium, longest left', 'Premium, shortest left'],
}

/** Renders the User Management tab. Search, filter, order, page and the open account are in the address. */
export function UsersPanel({ viewerId }: { viewerId: number }) {
  const [params, setParams] = useSearchParams()
  // Holds the cursors of the pages before this one.
  const { state } = useLocation()
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
  const orders = ordersOf(search)
  const order = readOrder(params, orders)
  const query = useInfiniteQuery({
    ...usersQuery(search, order, params.get('after')),
    placeholderData: keepPreviousData,
  })
  useFailedTo('load users list', query.isError ? query.error : null)
  const columns = useColumns(
    'users',
    useUserColumns({
      viewerId,
      role: roleOf(viewer),
      onOpen: rememberOpener,
      onChangeRole: (user) => {
        rememberOpener()
        setChanging(user)
      },
    }),
  )
  const isNarrowed = search.q !== '' || search.filter !== 'all'

  function look({ q, filter }: UserSearch, next?: TableOrder<UserSort>) {
    const shown = { ...(q && { find: q }), ...(filter !== 'all' && { filter }) }
    setParams(adminParams('users', { ...shown, ...(next && orderParams(next, orders)) }))
  }

  const onSort = maySortBothWays(search.filter, search.q)
    ? (next: TableOrder<UserSort>) => look(search, next)
    : null

  function showAll() {
    look({ q: '', filter: 'all' })
    // The button is removed with the empty list.
    panel.current?.focus()
  }

  function leave() {
    // Replaces the history entry, so that Back doesn't reopen the dialog.
    setParams(
      [...params].filter(([name]) => name !== 'user'),
      { replace: true, state },
    )
  }

  return (
    <section ref={panel} tabIndex={-1} aria-label="Users" className="grid scroll-mt-20 grid-cols-1 gap-5">
      <FactorResets />
      <UserSearchForm search={search} onSearch={look} />
      <PagedList
        query={query}
        region={panel}
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
          <>
            <TableTools
              count={users.length}
              columns={columns}
              order={order}
              orders={orders}
              names={sortNames}
              onSort={onSort}
            />
            <DataTable
              label="Users"
              isDense
              columns={columns.shown}
              rows={users}
              rowKey={({ id }) => id}
              sorting={{
                ...order,
                orders,
                ...(onSort && {
                  onSort: (next) => onSort({ ...next, sort: offeredSort(orders, next.sort) }),
                }),
              }}
            />
          </>
        )}
      </PagedList>
      <Suspense>
        {changing ? <RoleDialog user={changing} onClose={() => setChanging(null)} /> : null}
        {opened ? <UserDialog key={opened} userId={opened} viewerId={viewerId} onClose={leave} /> : null}
      </Suspense>
    </section>
  )
}
