import { emailMessages, isEmailAddress, plainEmail } from '#contract/values/accounts/email-rules'
import { messages } from '#contract/values/accounts/messages'
import { passwordLength } from '#contract/values/shared/limits'

// Checks that every form makes of an email address and a new password. The server repeats them.

/** Returns the error for an invalid email address, or false. */
export function checkEmail(address: string): string | false {
  if (!plainEmail.test(address.trim().normalize('NFKC'))) return emailMessages.letters
  return !isEmailAddress(address) && emailMessages.invalid
}

export function checkNewPassword(password: string): string | false {
  const normal = password.normalize('NFC')
  if (normal.length < passwordLength.min) return messages.passwordShort
  return new TextEncoder().encode(normal).length > passwordLength.maxBytes && messages.passwordLong
}
