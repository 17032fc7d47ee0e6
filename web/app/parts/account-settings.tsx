import type { User } from '../../../contract/schemas/accounts/auth'
import { PasswordPrompt } from '../../entities/viewer/password-prompt'
import { AccountSecurity } from '../../features/account/credentials/account-security'
import { LeaveAccount, type LeaveAccountProps } from '../../features/account/leave/leave-account'
import { LibrarySettings } from '../../features/account/profile/library-settings'
import { SecuritySettings } from '../../features/account/security/security-settings'

export interface AccountSettingsProps {
  user: User
  /** Includes this device. */
  onSignOutEverywhere: () => void
  isSigningOut: boolean
  leave: LeaveAccountProps['leave']
}

/** Renders the Settings tab of the account page. */
export function AccountSettings({ user, leave, ...signOut }: AccountSettingsProps) {
  return (
    <div className="grid max-w-3xl gap-6">
      <LibrarySettings />
      <AccountSecurity user={user} {...signOut} />
      <SecuritySettings user={user} />
      <LeaveAccount user={user} leave={leave} />
      {/* Changing how to sign in asks for the password again, and so does exporting all data. */}
      <PasswordPrompt />
    </div>
  )
}
