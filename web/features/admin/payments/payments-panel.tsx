import { useInfiniteQuery } from '@tanstack/react-query'
import { Suspense, useRef } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { adminTab } from '#web/lib/navigation/admin-paths'
import { countLoaded } from '#web/lib/query/count-loaded'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { ViewLinks } from '#web/ui/view-links.tsx'
import { AlertList } from './alert-list'
import { ClaimQueue } from './claim-queue'
import { GiftCodes } from './gift-codes/gift-codes'
import { GiftList } from './gift-list'
import { PaymentSearchView } from './payment-search'
import { alertsQuery, claimsQuery } from './queries'

const DetailDialog = lazyDialog(() => import('./detail-dialog'), 'DetailDialog')

const views = [
  { value: 'payments', label: 'Payments' },
  { value: 'claims', label: 'Claims' },
  { value: 'alerts', label: 'Alerts' },
  { value: 'gifts', label: 'Gifts' },
  { value: 'codes', label: 'Gift codes' },
] as const

/** Renders the Payments tab. View, search, status and the open payment are in the address. */
export function PaymentsPanel({ viewerId }: { viewerId: number }) {
  const [params, setParams] = useSearchParams()
  // Holds the cursors of the pages before this one.
  const { state } = useLocation()
  const view = views.find(({ value }) => value === params.get('view'))?.value ?? 'payments'
  const claims = useInfiniteQuery(claimsQuery)
  const alerts = useInfiniteQuery(alertsQuery)
  const opened = params.get('payment')
  const panel = useRef<HTMLDivElement>(null)
  const rememberOpener = useFocusAfter(opened !== null, panel)
  const counts = {
    payments: null,
    claims: countLoaded(claims),
    alerts: countLoaded(alerts),
    gifts: null,
    codes: null,
  }

  function open(paymentId: string) {
    rememberOpener()
    setParams([...params, ['payment', paymentId]], { preventScrollReset: true, state })
  }

  function leave() {
    // Replaces the history entry, so that Back doesn't reopen the dialog.
    setParams(
      [...params].filter(([name]) => name !== 'payment'),
      { replace: true, preventScrollReset: true, state },
    )
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
      ) : view === 'gifts' ? (
        <GiftList />
      ) : view === 'codes' ? (
        <GiftCodes />
      ) : (
        <PaymentSearchView onOpen={open} />
      )}
      <Suspense>{opened === null ? null : <DetailDialog paymentId={opened} onClose={leave} />}</Suspense>
    </div>
  )
}
