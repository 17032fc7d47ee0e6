import type { AccountForSignIn } from '#db/queries/accounts/users'
import type { Use } from '../../shared/rate-limits'

/** The windows of failed sign-ins: a quarter of an hour, and a day. */
type SignInWindows = readonly [Use, Use]

/** Anyone who knows a name can use these up. */
export function windowsOfName(canonical: string): SignInWindows {
  return [
    { action: 'signInAccount', key: canonical },
    { action: 'signInAccountDay', key: canonical },
  ]
}

/** Only a session of the account can use these up. */
export function windowsOfConfirming(userId: number): SignInWindows {
  const key = String(userId)
  return [
    { action: 'confirmPassword', key },
    { action: 'confirmPasswordDay', key },
  ]
}

/** Only a device that signed in before can use these up. A new password gives it new ones. */
export function windowsOfDevice({ id, tokenVersion }: AccountForSignIn, device: string): SignInWindows {
  const key = `${id}.${tokenVersion}.${device}`
  return [
    { action: 'signInDevice', key },
    { action: 'signInDeviceDay', key },
  ]
}
