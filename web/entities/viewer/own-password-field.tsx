import { PasswordField, type PasswordFieldProps } from '../../ui/form/password-field'
import { useViewer } from './viewer-query'

/** Asks for the viewer's own password again, for actions that no one else may take. */
export function OwnPasswordField(props: PasswordFieldProps) {
  const { user } = useViewer()
  return (
    <>
      {/* Password managers store a password under a username. */}
      <input
        type="text"
        name="username"
        autoComplete="username"
        value={user?.username ?? ''}
        readOnly
        hidden
      />
      <PasswordField {...props} name="current-password" autoComplete="current-password" />
    </>
  )
}
