import { Suspense, useId, useRef, useState } from 'react'
import type { User } from '#contract/schemas/accounts/auth'
import { useFocusAfter } from '#web/lib/dom/use-focus-after'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { lazyDialog } from '#web/ui/overlay/lazy-dialog.tsx'
import { SettingRow } from '#web/ui/setting-row.tsx'
import { SessionsCard, type SessionsCardProps } from './sessions-card'

const ChangePasswordDialog = lazyDialog(() => import('./change-password-dialog'), 'ChangePasswordDialog')
const EmailDialog = lazyDialog(() => import('./email-dialog'), 'EmailDialog')

export interface AccountSecurityProps extends SessionsCardProps {
  user: User
}

/** Renders password, email address and sessions. */
export function AccountSecurity({ user, ...sessions }: AccountSecurityProps) {
  const id = useId()
  const [open, setOpen] = useState<'password' | 'email' | null>(null)
  const region = useRef<HTMLElement>(null)
  const keepFocus = useFocusAfter(open !== null, region)
  const { email } = user

  function show(dialog: 'password' | 'email') {
    keepFocus()
    setOpen(dialog)
  }

  return (
    <div className="grid gap-6">
      <section
        ref={region}
        tabIndex={-1}
        aria-labelledby={id}
        className="grid gap-2 rounded-panel border border-line bg-surface-1 p-5 sm:p-7"
      >
        <h2 id={id} className="font-bold text-section">
          Signing in
        </h2>
        <div className="divide-y divide-line">
          <SettingRow
            title="Password"
            text="Changing it signs you out on other devices."
            action={<Button onClick={() => show('password')}>Change Password</Button>}
          />
          <SettingRow
            title="Email"
            text={
              <>
                <span className="wrap-anywhere">{email}</span>
                {user.emailVerified ? null : <Badge tone="warning">Not confirmed</Badge>}
              </>
            }
            action={<Button onClick={() => show('email')}>Change email</Button>}
          />
        </div>
      </section>
      <SessionsCard {...sessions} />
      <Suspense>
        {open === 'password' ? <ChangePasswordDialog onClose={() => setOpen(null)} /> : null}
        {open === 'email' ? <EmailDialog email={email} onClose={() => setOpen(null)} /> : null}
      </Suspense>
    </div>
  )
}
