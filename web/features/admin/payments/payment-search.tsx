import { useInfiniteQuery } from '@tanstack/react-query'
import { ReceiptText } from 'lucide-react'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { paymentStatuses } from '../../../../contract/values/payments/payments'
import { paymentStatusWords } from '../../../entities/payment/payment-words'
import { useViewer } from '../../../entities/viewer/viewer-query'
import { adminParams } from '../../../lib/admin-paths'
import { useTyped } from '../../../lib/use-typed'
import { Button } from '../../../ui/button'
import { EmptyState } from '../../../ui/feedback/empty-state'
import { Field } from '../../../ui/form/field'
import { SearchField } from '../../../ui/form/search-field'
import { Select } from '../../../ui/form/select'
import { PagedList } from '../../../ui/paged-list'
import { MonthExport } from './month-export'
import { PaymentTable, PaymentTableSkeleton } from './payment-table'
import { type PaymentSearch, paymentsQuery } from './queries'

/** Searches all payments by person, ID or status. */
export function PaymentSearchView({ onOpen }: { onOpen: (id: string) => void }) {
  const { can } = useViewer()
  const [params, setParams] = useSearchParams()
  const search: PaymentSearch = {
    // Not `q`, which the header's search shows.
    q: params.get('find') ?? '',
    status: paymentStatuses.find((each) => each === params.get('status')) ?? null,
  }
  const query = useInfiniteQuery(paymentsQuery(search))
  const region = useRef<HTMLElement>(null)

  function look({ q, status }: PaymentSearch) {
    setParams(adminParams('payments', { ...(q && { find: q }), ...(status && { status }) }))
  }

  function showAll() {
    look({ q: '', status: null })
    // The button is removed with the empty list.
    region.current?.focus()
  }

  return (
    <section ref={region} tabIndex={-1} aria-label="Payments" className="grid gap-5">
      <SearchForm search={search} onSearch={look} />
      <PagedList
        query={query}
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
        {(payments) => <PaymentTable payments={payments} onOpen={onOpen} />}
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
