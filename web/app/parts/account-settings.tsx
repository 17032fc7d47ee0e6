import { useQuery } from '@tanstack/react-query'
import type { User } from '#contract/schemas/accounts/auth'
import { settingsQuery } from '../../entities/settings/settings-query'
import { PasswordPrompt } from '../../entities/viewer/password-prompt'
import { securityQuery } from '../../entities/viewer/security-query'
import { BlockedCommenters } from '../../features/account/comment-blocks/blocked-commenters'
import { AccountSecurity } from '../../features/account/credentials/account-security'
import { LeaveAccount, type LeaveAccountProps } from '../../features/account/leave/leave-account'
import { LibrarySettings } from '../../features/account/profile/library-settings'
import { SettingsSection } from '../../features/account/profile/settings-section'
import { SecuritySettings } from '../../features/account/security/security-settings'
import { DiscreetSwitches } from '../../features/visit/shell/discreet/discreet-switches'

export interface AccountSettingsProps {
  user: User
  /** Includes this device. */
  onSignOutEverywhere: (removePasskeys: boolean) => void
  isSigningOut: boolean
  leave: LeaveAccountProps['leave']
}

/** Renders the Settings tab of the account page. */
export function AccountSettings({ user, leave, ...signOut }: AccountSettingsProps) {
  const { data: security } = useQuery(securityQuery)
  const { data: settings } = useQuery(settingsQuery)
  return (
    <div className="grid max-w-3xl gap-6">
      <LibrarySettings />
      {settings?.commentsEnabled ? (
        <SettingsSection title="Blocked from commenting">
          <BlockedCommenters />
        </SettingsSection>
      ) : null}
      <SettingsSection title="This browser">
        <DiscreetSwitches />
      </SettingsSection>
      <AccountSecurity user={user} passkeys={security?.passkeys.length ?? 0} {...signOut} />
      <SecuritySettings user={user} />
      <LeaveAccount user={user} leave={leave} />
      {/* Changing how to sign in asks for the password again, and so does exporting all data. */}
      <PasswordPrompt />
    </div>
  )
}
