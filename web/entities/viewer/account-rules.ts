import { emailMessages, emailPattern, plainEmail } from '#contract/values/accounts/email-rules'
import { messages } from '#contract/values/accounts/messages'
import { emailLength, passwordLength } from '#contract/values/shared/limits'

// Checks that every form makes of an email address and a new password. The server repeats them.

/** Returns the error for an invalid email address, or false. */
export function checkEmail(address: string): string | false {
  const trimmed = address.trim().normalize('NFKC')
  if (!plainEmail.test(trimmed)) return emailMessages.letters
  return (trimmed.length > emailLength.max || !emailPattern.test(trimmed)) && emailMessages.invalid
}

export function checkNewPassword(password: string): string | false {
  if (password.length < passwordLength.min) return messages.passwordShort
  return new TextEncoder().encode(password).length > passwordLength.maxBytes && messages.passwordLong
}
