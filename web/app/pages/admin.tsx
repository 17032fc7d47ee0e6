import { lazy, Suspense } from 'react'
import { usePageTitle } from '../../lib/use-page-title'
import { RequireAdministrator } from '../layouts/require-administrator'

/** Behind the guard, so that nobody else downloads it. */
const ControlPanel = lazy(async () => ({
  default: (await import('../../features/admin/control-panel')).ControlPanel,
}))
const PendingContent = lazy(async () => ({
  default: (await import('../../features/review/pending-content')).PendingContent,
}))

export function AdminPage() {
  usePageTitle('Admin Control Panel')
  return (
    <RequireAdministrator>
      <Suspense>
        <ControlPanel
          content={
            <Suspense>
              <PendingContent />
            </Suspense>
          }
        />
      </Suspense>
    </RequireAdministrator>
  )
}
