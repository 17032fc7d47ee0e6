import { PasswordField, type PasswordFieldProps } from '../../ui/form/password-field'
import { useViewer } from './viewer-query'

/** The viewer's own password once more, for what nobody else may do. */
export function OwnPasswordField(props: PasswordFieldProps) {
  const { user } = useViewer()
  return (
    <>
      {/* For password managers, which keep a password under a name. */}
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
