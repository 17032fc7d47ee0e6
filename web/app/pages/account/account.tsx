import { LogOut } from 'lucide-react'
import { type ReactNode, Suspense } from 'react'
import { useSearchParams } from 'react-router'
import type { User } from '#contract/schemas/accounts/auth'
import { usePageTitle } from '#web/entities/settings/use-page-title'
import { VideoLineSkeletons } from '#web/entities/video/card/video-line.tsx'
import { useViewer } from '#web/entities/viewer/viewer-query'
import { VerifyBanner } from '#web/features/account/credentials/verify-banner.tsx'
import { useLeave } from '#web/features/account/leave/use-leave'
import { ProfilePanel } from '#web/features/account/profile/profile-panel.tsx'
import { logOutLabel, useSignOut } from '#web/features/account/sign-in/use-sign-out'
import { PanelSkeleton } from '#web/features/account/subscription/panel-skeleton.tsx'
import { WarningList } from '#web/features/account/warnings/warning-list.tsx'
import { lazyPart } from '#web/lib/lazy-part'
import { Button } from '#web/ui/button.tsx'
import { CardSkeletons } from '#web/ui/feedback/card-skeletons.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Tabs } from '#web/ui/tabs.tsx'
import { RequireSignIn } from '../../layouts/require-sign-in'
import { removeLocalTraces } from '../../remove-local-traces'

const AccountProfile = lazyPart(() => import('../../parts/account-profile'), 'AccountProfile')
const AccountSubscription = lazyPart(() => import('../../parts/account-subscription'), 'AccountSubscription')
const HistoryPanel = lazyPart(() => import('#web/features/account/history/history-panel.tsx'), 'HistoryPanel')
const SavedPanel = lazyPart(() => import('#web/features/account/saved/saved-panel.tsx'), 'SavedPanel')
const ListsPanel = lazyPart(() => import('#web/features/account/lists/lists-panel.tsx'), 'ListsPanel')
const AccountSettings = lazyPart(() => import('../../parts/account-settings'), 'AccountSettings')

const tabs = [
  { value: 'profile', label: 'Profile' },
  { value: 'subscription', label: 'Subscription' },
  { value: 'history', label: 'Watch History' },
  { value: 'saved', label: 'Saved' },
  { value: 'lists', label: 'Lists' },
  { value: 'settings', label: 'Settings' },
] as const
type AccountTab = (typeof tabs)[number]['value']

export function AccountPage() {
  const [params, setParams] = useSearchParams()
  const tab: AccountTab = tabs.find(({ value }) => value === params.get('tab'))?.value ?? 'profile'
  const { user } = useViewer()
  const signOut = useSignOut(removeLocalTraces)
  const leave = useLeave(removeLocalTraces)
  usePageTitle('My Account')

  function panel(account: User): ReactNode {
    switch (tab) {
      case 'profile':
        return (
          <div className="grid gap-6">
            <ProfilePanel
              user={account}
              actions={
                <Button busy={signOut.isPending} onClick={() => signOut.mutate('here')}>
                  {signOut.isPending ? null : <LogOut aria-hidden="true" className="size-4" />}
                  {logOutLabel(signOut.isPending)}
                </Button>
              }
            />
            <Suspense fallback={<Skeleton className="h-104 max-w-2xl rounded-panel" />}>
              <AccountProfile user={account} />
            </Suspense>
          </div>
        )
      case 'subscription':
        return (
          <Suspense fallback={<PanelSkeleton />}>
            <AccountSubscription user={account} />
          </Suspense>
        )
      case 'history':
        return (
          <Suspense fallback={<VideoLineSkeletons label="Loading your watch history" />}>
            <HistoryPanel
              user={account}
              search={params.get('find') ?? ''}
              onSearch={(find) => setParams(find === '' ? { tab } : { tab, find })}
            />
          </Suspense>
        )
      case 'saved':
        return (
          <Suspense fallback={<VideoLineSkeletons label="Loading your saved videos" />}>
            <SavedPanel user={account} />
          </Suspense>
        )
      case 'lists':
        return (
          <Suspense fallback={<CardSkeletons label="Loading your lists" className="h-24" />}>
            <ListsPanel />
          </Suspense>
        )
      case 'settings':
        return (
          <Suspense fallback={<CardSkeletons label="Loading your settings" className="h-40" />}>
            <AccountSettings
              user={account}
              onSignOutEverywhere={(removePasskeys) =>
                signOut.mutate(removePasskeys ? 'everywhere-and-passkeys' : 'everywhere')
              }
              isSigningOut={signOut.isPending}
              leave={leave}
            />
          </Suspense>
        )
    }
  }

  return (
    <RequireSignIn message="Please sign in to access your account.">
      <div className="page pt-6 sm:pt-8">
        <h1 className="mb-4 font-bold text-title">My Account</h1>
        <VerifyBanner className="mb-4" />
        {user ? <WarningList /> : null}
        <Tabs
          label="Account"
          tabs={tabs}
          value={tab}
          // The address holds the tab, so that emails can link to it and Back from a receipt returns to it.
          onChange={(next) => setParams(next === 'profile' ? {} : { tab: next }, { replace: true })}
        >
          {user ? panel(user) : null}
        </Tabs>
      </div>
    </RequireSignIn>
  )
}
