import { messages } from '#contract/values/accounts/messages'
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
    username: [...username].length < usernameLength.min && messages.usernameShort,
    password: password.length < passwordLength.min && messages.passwordShort,
  }
}
