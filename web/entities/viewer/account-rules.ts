import { emailPattern, messages } from '../../../contract/values/accounts/messages'
import { emailLength, passwordLength } from '../../../contract/values/shared/limits'

// What every form says of an address and of a new password; the server says it again.

/** The sentence for an address that can't be one; false for any other. */
export function checkEmail(address: string): string | false {
  const trimmed = address.trim()
  return (trimmed.length > emailLength.max || !emailPattern.test(trimmed)) && messages.emailInvalid
}

export function checkNewPassword(password: string): string | false {
  if (password.length < passwordLength.min) return messages.passwordShort
  return new TextEncoder().encode(password).length > passwordLength.maxBytes && messages.passwordLong
}
