import { messages } from '../../../../contract/values/accounts/messages'
import { passwordLength, usernameLength } from '../../../../contract/values/shared/limits'
import type { Faults } from '../../../lib/use-form'

export interface SignInValues {
  username: string
  password: string
}

/** Only what can't be an account's: the other rules may have been different when it was made. */
export function checkSignIn({ username, password }: SignInValues): Faults<SignInValues> {
  return {
    username: [...username].length < usernameLength.min && messages.usernameShort,
    password: password.length < passwordLength.min && messages.passwordShort,
  }
}
