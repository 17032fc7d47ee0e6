import type { User } from '../../../contract/schemas/auth'
import { LeaveAccount, type LeaveAccountProps } from '../../features/account-leave/leave-account'
import { AccountSecurity } from '../../features/account-security/account-security'
import { LibrarySettings } from '../../features/account-settings/library-settings'
import { PasswordPrompt } from '../../features/admin/password-prompt'
import { SecuritySettings } from '../../features/security/security-settings'

export interface AccountSettingsProps {
  user: User
  /** Here as well. */
  onSignOutEverywhere: () => void
  isSigningOut: boolean
  leave: LeaveAccountProps['leave']
}

/** The tab Settings of the account page. */
export function AccountSettings({ user, leave, ...signOut }: AccountSettingsProps) {
  return (
    <div className="grid max-w-3xl gap-6">
      <LibrarySettings />
      <AccountSecurity user={user} {...signOut} />
      <SecuritySettings user={user} />
      <LeaveAccount user={user} leave={leave} />
      {/* What changes the ways in wants the password again, and so does what takes everything out. */}
      <PasswordPrompt />
    </div>
  )
}
