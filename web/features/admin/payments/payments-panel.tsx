import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { adminTab } from '../../../lib/admin-paths'
import { useFocusAfter } from '../../../lib/dom/use-focus-after'
import { countLoaded } from '../../../lib/query/count-loaded'
import { lazyDialog } from '../../../ui/lazy-dialog'
import { ViewLinks } from '../../../ui/view-links'
import { AlertList } from './alert-list'
import { ClaimQueue } from './claim-queue'
import { PaymentSearchView } from './payment-search'
import { alertsQuery, claimsQuery } from './queries'

const DetailDialog = lazyDialog(() => import('./detail-dialog'), 'DetailDialog')

const views = [
  { value: 'payments', label: 'Payments' },
  { value: 'claims', label: 'Claims' },
  { value: 'alerts', label: 'Alerts' },
] as const

/** Renders the Payments tab. View, search and status are in the address. */
export function PaymentsPanel({ viewerId }: { viewerId: number }) {
  const [params] = useSearchParams()
  const view = views.find(({ value }) => value === params.get('view'))?.value ?? 'payments'
  const claims = useInfiniteQuery(claimsQuery)
  const alerts = useInfiniteQuery(alertsQuery)
  /** ID of the payment in the dialog. */
  const [opened, setOpened] = useState<string | null>(null)
  const panel = useRef<HTMLDivElement>(null)
  const rememberOpener = useFocusAfter(opened !== null, panel)
  const counts = { payments: null, claims: countLoaded(claims), alerts: countLoaded(alerts) }

  function open(paymentId: string) {
    rememberOpener()
    setOpened(paymentId)
  }

  return (
    <div ref={panel} tabIndex={-1} className="grid gap-5">
      <ViewLinks
        label="Payments"
        value={view}
        links={views.map(({ value, label }) => ({
          value,
          label,
          to: adminTab('payments', { view: value }),
          count: counts[value],
        }))}
      />
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
