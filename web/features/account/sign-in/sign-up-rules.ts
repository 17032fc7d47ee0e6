import { messages } from '#contract/values/accounts/messages'
import { checkUsername } from '#contract/values/accounts/usernames'
import { checkEmail, checkNewPassword } from '#web/entities/viewer/account-rules'
import type { Faults } from '#web/lib/form/use-form'

export interface SignUpValues {
  username: string
  email: string
  password: string
  confirmPassword: string
  ageConfirmed: boolean
  termsAccepted: boolean
}

export function checkSignUp(values: SignUpValues): Faults<SignUpValues> {
  const { username, email, password, confirmPassword, ageConfirmed, termsAccepted } = values
  return {
    username: checkUsername(username),
    email: checkEmail(email),
    password: checkNewPassword(password),
    confirmPassword: confirmPassword !== password && messages.passwordsDiffer,
    ageConfirmed: !ageConfirmed && messages.ageUnconfirmed,
    termsAccepted: !termsAccepted && messages.termsUnconfirmed,
  }
}
