import { LogOut } from 'lucide-react'
import { lazy, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import { PanelSkeleton } from '../../features/account/panel-skeleton'
import { ProfilePanel } from '../../features/account/profile-panel'
import { useSignOut } from '../../features/auth/use-sign-out'
import { removeRecordings } from '../../features/camera/kept-recordings'
import { endAccount } from '../../features/upload/end-account'
import { useViewer } from '../../lib/queries/viewer'
import { usePageTitle } from '../../lib/use-page-title'
import { Button } from '../../ui/button'
import { Tabs } from '../../ui/tabs'
import { RequireSignIn } from '../layouts/require-sign-in'

const AccountSubscription = lazy(async () => ({
  default: (await import('./account-subscription')).AccountSubscription,
}))

const tabs = [
  { value: 'profile', label: 'Profile' },
  { value: 'subscription', label: 'Subscription' },
] as const
type AccountTab = (typeof tabs)[number]['value']

export function AccountPage() {
  const [params, setParams] = useSearchParams()
  const tab: AccountTab = tabs.find(({ value }) => value === params.get('tab'))?.value ?? 'profile'
  const { user } = useViewer()
  const signOut = useSignOut(forgetAccount)
  usePageTitle('My Account')
  // Signing out empties the viewer while this page still stands; the guard must not take that for a stranger.
  if (!user && !signOut.isIdle) return null
  return (
    <RequireSignIn message="Please sign in to access your account.">
      <div className="page pt-6 sm:pt-8">
        <h1 className="mb-4 font-bold text-title">My Account</h1>
        <Tabs
          label="Account"
          tabs={tabs}
          value={tab}
          // The address holds the tab, so that mails can name it and Back from a receipt finds it again.
          onChange={(next) => setParams(next === 'profile' ? {} : { tab: next }, { replace: true })}
        >
          {user && tab === 'subscription' ? (
            <Suspense fallback={<PanelSkeleton />}>
              <AccountSubscription user={user} />
            </Suspense>
          ) : user ? (
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
