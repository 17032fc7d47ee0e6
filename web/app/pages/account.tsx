import { LogOut } from 'lucide-react'
import { useState } from 'react'
import { ProfilePanel } from '../../features/account/profile-panel'
import { useSignOut } from '../../features/auth/use-sign-out'
import { removeRecordings } from '../../features/camera/kept-recordings'
import { endAccount } from '../../features/upload/end-account'
import { useViewer } from '../../lib/queries/viewer'
import { usePageTitle } from '../../lib/use-page-title'
import { Button } from '../../ui/button'
import { Tabs } from '../../ui/tabs'
import { RequireSignIn } from '../layouts/require-sign-in'

const tabs = [{ value: 'profile', label: 'Profile' }] as const

export function AccountPage() {
  const [tab, setTab] = useState<(typeof tabs)[number]['value']>('profile')
  const { user } = useViewer()
  const signOut = useSignOut(forgetAccount)
  usePageTitle('My Account')
  // Signing out empties the viewer while this page still stands; the guard must not take that for a stranger.
  if (!user && !signOut.isIdle) return null
  return (
    <RequireSignIn message="Please sign in to access your account.">
      <div className="page pt-6 sm:pt-8">
        <h1 className="mb-4 font-bold text-title">My Account</h1>
        <Tabs label="Account" tabs={tabs} value={tab} onChange={setTab}>
          {user ? (
            <ProfilePanel
              user={user}
              actions={
                <Button busy={signOut.isPending} onClick={() => signOut.mutate()}>
                  {signOut.isPending ? null : <LogOut aria-hidden="true" className="size-4" />}
                  {signOut.isPending ? 'Logging out...' : 'Log Out'}
                </Button>
              }
            />
          ) : null}
        </Tabs>
      </div>
    </RequireSignIn>
  )
}

/** Whoever uses this browser next finds neither drafts nor recordings. */
async function forgetAccount(account: number): Promise<void> {
  await Promise.all([endAccount(account), removeRecordings(account)])
}
