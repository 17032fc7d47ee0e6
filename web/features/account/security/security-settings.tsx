import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/schemas/accounts/auth'
import { securityQuery } from '#web/entities/viewer/security-query'
import { Alert } from '#web/ui/feedback/alert.tsx'
import { LoadError } from '#web/ui/feedback/load-error.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ConfirmFirst } from './confirm-first'
import { PasskeysCard } from './passkeys-card'
import { TwoStepCard } from './two-step-card'

/** Renders two-step sign-in and passkeys. The page must render the password dialog. */
export function SecuritySettings({ user }: { user: User }) {
  const { data: security, error, refetch } = useQuery(securityQuery)
  // After a failed refetch the content stays, since it may show codes that are never shown again.
  if (error && !security) return <LoadError error={error} onRetry={refetch} />
  if (!security) {
    return (
      <div
        role="status"
        aria-busy="true"
        aria-label="Loading how you sign in"
        className="grid max-w-3xl gap-6"
      >
        <Skeleton className="h-44 rounded-panel" />
        <Skeleton className="h-44 rounded-panel" />
      </div>
    )
  }
  return (
    <div className="grid max-w-3xl gap-6">
      {user.staff && !security.totp ? (
        <Alert tone="warning" title="Protect the control panel with two-step sign-in">
          {user.isAdmin
            ? "Anyone who gets hold of it can read members' email addresses, remove videos and issue refunds."
            : 'Anyone who gets hold of it can do there what your role allows.'}{' '}
          Turn on two-step sign-in.
        </Alert>
      ) : null}
      {security.confirmFirst ? <ConfirmFirst /> : null}
      <TwoStepCard security={security} />
      <PasskeysCard security={security} />
    </div>
  )
}
