import { lazy, Suspense } from 'react'
import { RequireAdministrator } from '../../features/admin/require-administrator'
import { usePageTitle } from '../../lib/use-page-title'

/** Behind the guard, so that nobody else downloads it. */
const ControlPanel = lazy(async () => ({
  default: (await import('../../features/admin/control-panel')).ControlPanel,
}))

export function AdminPage() {
  usePageTitle('Admin Control Panel')
  return (
    <RequireAdministrator>
      <Suspense>
        <ControlPanel />
      </Suspense>
    </RequireAdministrator>
  )
}
