import { emailLength, passwordLength } from '../../../contract/values/limits'
import { emailPattern, messages } from '../../../contract/values/messages'
import { checkUsername } from '../../../contract/values/usernames'
import type { Faults } from '../../lib/use-form'

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
  const address = email.trim()
  return {
    username: checkUsername(username),
    email: (address.length > emailLength.max || !emailPattern.test(address)) && messages.emailInvalid,
    password: checkPassword(password),
    confirmPassword: confirmPassword !== password && messages.passwordsDiffer,
    ageConfirmed: !ageConfirmed && messages.ageUnconfirmed,
    termsAccepted: !termsAccepted && messages.termsUnconfirmed,
  }
}

function checkPassword(password: string): string | null {
  if (password.length < passwordLength.min) return messages.passwordShort
  const bytes = new TextEncoder().encode(password).length
  return bytes > passwordLength.maxBytes ? messages.passwordLong : null
}
