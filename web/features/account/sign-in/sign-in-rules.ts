import { messages } from '#contract/values/accounts/messages'
import { canonicalUsername } from '#contract/values/accounts/usernames'
import { passwordLength, usernameLength } from '#contract/values/shared/limits'
import type { Faults } from '#web/lib/form/use-form'

export interface SignInValues {
  username: string
  password: string
}

/**
 * Refuses only input that can't belong to any account: the other rules may have changed since it was created.
 */
export function checkSignIn({ username, password }: SignInValues): Faults<SignInValues> {
  return {
    username: [...canonicalUsername(username)].length < usernameLength.min && messages.usernameShort,
    password: password.normalize('NFC').length < passwordLength.min && messages.passwordShort,
  }
}
