import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { paymentStatuses } from '#contract/values/payments/payments'
import { paymentStatusWords } from '#web/entities/payment/payment-words'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { useTyped } from '#web/lib/form/use-typed'
import { adminParams } from '#web/lib/navigation/admin-paths'
import { orderParams, readOrder, type TableOrder } from '#web/lib/table/order'
import { useColumns } from '#web/lib/table/use-columns'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { SearchField } from '#web/ui/form/search-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { PagedList } from '#web/ui/list/paged-list.tsx'
import { DataTable } from '#web/ui/table/data-table.tsx'
import { TableTools } from '#web/ui/table/tools.tsx'
import { MonthExport } from './month-export'
import { PaymentTableSkeleton, paymentColumns } from './payment-table'
import { type PaymentSearch, paymentOrders, paymentsQuery } from './queries'

/** Searches all payments by person, ID or status. */
export function PaymentSearchView({ onOpen }: { onOpen: (id: string) => void }) {
  const { can } = useViewer()
  const [params, setParams] = useSearchParams()
  const search: PaymentSearch = {
    // Not `q`, which the header's search shows.
    q: params.get('find') ?? '',
    status: paymentStatuses.find((each) => each === params.get('status')) ?? null,
  }
  const order = readOrder(params, paymentOrders)
  const query = useInfiniteQuery({
    ...paymentsQuery(search, order, params.get('after')),
    placeholderData: keepPreviousData,
  })
  const columns = useColumns('payments', paymentColumns(onOpen))
  const region = useRef<HTMLElement>(null)

  function look({ q, status }: PaymentSearch, next?: TableOrder<'date'>) {
    const shown = { ...(q && { find: q }), ...(status && { status }) }
    setParams(adminParams('payments', { ...shown, ...(next && orderParams(next, paymentOrders)) }))
  }

  const sort = ({ isAscending }: TableOrder) => look(search, { sort: 'date', isAscending })

  function showAll() {
    look({ q: '', status: null })
    // The button is removed with the empty list.
    region.current?.focus()
  }

  return (
    <section ref={region} tabIndex={-1} aria-label="Payments" className="grid scroll-mt-20 grid-cols-1 gap-5">
      <SearchForm search={search} onSearch={(next) => look(next, order)} />
      <PagedList
        query={query}
        region={region}
        skeleton={<PaymentTableSkeleton />}
        empty={
          <EmptyState
            level={2}
            icon={<ReceiptText />}
            title={search.q || search.status ? 'No payment found' : 'No payments yet'}
            text={
              search.q || search.status
                ? 'Enter the full username or ID. Check for missing characters, or try a different status.'
                : 'Confirmed payments will appear here.'
            }
            action={search.q || search.status ? <Button onClick={showAll}>Show all payments</Button> : null}
          />
        }
      >
        {(payments) => (
          <>
            <TableTools
              count={payments.length}
              columns={columns}
              order={order}
              orders={paymentOrders}
              names={{ date: ['Newest', 'Oldest'] }}
              onSort={sort}
            />
            <DataTable
              label="Payments"
              isDense
              columns={columns.shown}
              rows={payments}
              rowKey={({ id }) => id}
              sorting={{ ...order, orders: paymentOrders, onSort: sort }}
            />
          </>
        )}
      </PagedList>
      {can('site.administer') ? <MonthExport /> : null}
    </section>
  )
}

interface SearchFormProps {
  search: PaymentSearch
  onSearch: (search: PaymentSearch) => void
}

function SearchForm({ search, onSearch }: SearchFormProps) {
  const [q, setQ] = useTyped(search.q)
  return (
    <search>
      <form
        className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch({ ...search, q: q.trim() })
        }}
      >
        <SearchField
          help="Exact username, email, order ID, payment ID or reference"
          maxLength={100}
          value={q}
          onChange={setQ}
        />
        <Field label="Status">
          <Select
            value={search.status ?? ''}
            onChange={(event) =>
              onSearch({
                q: q.trim(),
                status: paymentStatuses.find((each) => each === event.target.value) ?? null,
              })
            }
          >
            <option value="">All</option>
            {paymentStatuses.map((status) => (
              <option key={status} value={status}>
                {paymentStatusWords[status].label}
              </option>
            ))}
          </Select>
        </Field>
      </form>
    </search>
  )
}
