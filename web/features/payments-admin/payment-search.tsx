import { useInfiniteQuery } from '@tanstack/react-query'
import { ReceiptText, Search } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { paymentStatuses } from '../../../contract/values/payments'
import { paymentStatusWords } from '../../lib/payment-words'
import { Button } from '../../ui/button'
import { EmptyState } from '../../ui/empty-state'
import { Field } from '../../ui/field'
import { Input } from '../../ui/input'
import { Select } from '../../ui/select'
import { PagedList } from './paged-list'
import { PaymentTable, PaymentTableSkeleton } from './payment-table'
import { type PaymentSearch, paymentsQuery } from './queries'

/** Every payment, by person, number or status. */
export function PaymentSearchView({ onOpen }: { onOpen: (id: string) => void }) {
  const [params, setParams] = useSearchParams()
  const search: PaymentSearch = {
    // Not `q`, which the search of the header shows.
    q: params.get('find') ?? '',
    status: paymentStatuses.find((each) => each === params.get('status')) ?? null,
  }
  const query = useInfiniteQuery(paymentsQuery(search))

  function look({ q, status }: PaymentSearch) {
    setParams({ tab: 'payments', ...(q ? { find: q } : {}), ...(status ? { status } : {}) })
  }

  return (
    <section aria-label="Payments" className="grid gap-5">
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
                ? 'Numbers and names are looked up whole. Check for missing characters, or choose another status.'
                : 'Every payment that a provider confirms will stand here.'
            }
            action={
              search.q || search.status ? (
                <Button onClick={() => look({ q: '', status: null })}>Show all payments</Button>
              ) : null
            }
          />
        }
      >
        {(payments) => <PaymentTable payments={payments} onOpen={onOpen} />}
      </PagedList>
    </section>
  )
}

interface SearchFormProps {
  search: PaymentSearch
  onSearch: (search: PaymentSearch) => void
}

function SearchForm({ search, onSearch }: SearchFormProps) {
  const [q, setQ] = useState(search.q)
  const [current, setCurrent] = useState(search.q)
  // Another search, as by Back, takes the place of what was typed; the field and its focus stay.
  if (current !== search.q) {
    setCurrent(search.q)
    setQ(search.q)
  }
  return (
    <search>
      <form
        className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_14rem]"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch({ ...search, q: q.trim() })
        }}
      >
        <Field label="Search" help="A whole username, e-mail address, order, payment or reference.">
          <div className="flex gap-2">
            <Input
              type="search"
              maxLength={100}
              autoCapitalize="none"
              autoCorrect="off"
              spellCheck={false}
              value={q}
              onChange={(event) => setQ(event.target.value)}
            />
            <Button type="submit" className="h-11">
              <Search aria-hidden="true" className="size-4" />
              Search
            </Button>
          </div>
        </Field>
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
