import { emailPattern } from '#contract/values/accounts/email-rules'
import type { Mail } from './mailer'

// A line break in a header would let its value add headers, or a second message.
// biome-ignore lint/suspicious/noControlCharactersInRegex: it looks for control characters
const control = /[\u0000-\u001f\u007f]/
const headerName = /^[A-Za-z][A-Za-z0-9-]*$/

/** Throws unless there is one recipient, one line of subject and one line for each header. */
export function refuseInjection({ to, subject, headers = {} }: Mail): void {
  if (control.test(to) || !emailPattern.test(to))
    throw new Error("The recipient isn't a single email address.")
  if (subject === '' || control.test(subject)) throw new Error("The subject isn't a single line of text.")
  for (const [name, value] of Object.entries(headers)) {
    if (!headerName.test(name) || control.test(value))
      throw new Error("A header isn't a single line of text.")
  }
}
