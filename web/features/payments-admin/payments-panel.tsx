import { useInfiniteQuery } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { AlertList } from './alert-list'
import { ClaimQueue } from './claim-queue'
import { PaymentSearchView } from './payment-search'
import { alertsQuery, claimsQuery } from './queries'
import { useFocusAfter } from './use-focus-after'

const DetailDialog = lazy(async () => ({ default: (await import('./detail-dialog')).DetailDialog }))

const views = [
  { value: 'payments', label: 'Payments' },
  { value: 'claims', label: 'Claims' },
  { value: 'alerts', label: 'Alerts' },
] as const

/** The tab Payments. View, search and status stand in the address. */
export function PaymentsPanel({ viewerId }: { viewerId: number }) {
  const [params] = useSearchParams()
  const view = views.find(({ value }) => value === params.get('view'))?.value ?? 'payments'
  const claims = useInfiniteQuery(claimsQuery)
  const alerts = useInfiniteQuery(alertsQuery)
  /** Payment in the dialog. */
  const [opened, setOpened] = useState<string | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  const rememberOpener = useFocusAfter(opened !== null, panel)
  const counts = { payments: null, claims: countOf(claims), alerts: countOf(alerts) }

  function open(paymentId: string) {
    rememberOpener()
    setOpened(paymentId)
  }

  return (
    <div ref={panel} tabIndex={-1} className="grid gap-5">
      <nav aria-label="Payments" className="flex flex-wrap gap-2">
        {views.map(({ value, label }) => (
          <Link
            key={value}
            to={`?${new URLSearchParams({ tab: 'payments', view: value })}`}
            aria-current={value === view ? 'page' : undefined}
            className="flex h-10 items-center gap-2 rounded-full border border-line bg-surface-1 px-4 text-dim transition-colors hover:bg-surface-2 hover:text-text aria-[current]:border-text aria-[current]:bg-text aria-[current]:font-medium aria-[current]:text-bg pointer-coarse:h-11"
          >
            {/* The space keeps the count apart in the link's name. */}
            {label} {counts[value] ? <span className="font-bold tabular-nums">{counts[value]}</span> : null}
          </Link>
        ))}
      </nav>
      {view === 'claims' ? (
        <ClaimQueue query={claims} viewerId={viewerId} onOpen={open} />
      ) : view === 'alerts' ? (
        <AlertList query={alerts} onOpen={open} />
      ) : (
        <PaymentSearchView onOpen={open} />
      )}
      <Suspense>
        {opened === null ? null : <DetailDialog paymentId={opened} onClose={() => setOpened(null)} />}
      </Suspense>
    </div>
  )
}

interface Counted {
  data?: { pages: { items: unknown[] }[] } | undefined
  hasNextPage: boolean
}

/** How many wait: `3`, or `24+` where there are more than were loaded. Null for none. */
function countOf({ data, hasNextPage }: Counted): string | null {
  const count = data?.pages.reduce((sum, { items }) => sum + items.length, 0) ?? 0
  return count === 0 ? null : `${count}${hasNextPage ? '+' : ''}`
}
