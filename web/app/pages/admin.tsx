import { lazy, Suspense } from 'react'
import { useViewer } from '../../lib/queries/viewer'
import { usePageTitle } from '../../lib/use-page-title'
import { RequireAdministrator } from '../layouts/require-administrator'

/** Behind the guard, so that nobody else downloads it. */
const ControlPanel = lazy(async () => ({
  default: (await import('../../features/admin/control-panel')).ControlPanel,
}))
const PendingContent = lazy(async () => ({
  default: (await import('../../features/review/pending-content')).PendingContent,
}))
const PaymentsPanel = lazy(async () => ({
  default: (await import('../../features/payments-admin/payments-panel')).PaymentsPanel,
}))

export function AdminPage() {
  const { user } = useViewer()
  usePageTitle('Admin Control Panel')
  return (
    <RequireAdministrator>
      <Suspense>
        <ControlPanel
          panels={{
            content: (
              <Suspense>
                <PendingContent />
              </Suspense>
            ),
            payments: user ? (
              <Suspense>
                <PaymentsPanel viewerId={user.id} />
              </Suspense>
            ) : null,
          }}
        />
      </Suspense>
    </RequireAdministrator>
  )
}
