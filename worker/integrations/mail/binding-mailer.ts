import { emailPattern } from '../../../contract/values/messages'
import type { Mail, Mailer } from './mailer'

// A line break in a header would let its value add headers, or a second message.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const control = /[\u0000-\u001f\u007f]/

/** Sends through Cloudflare's `send_email` binding, which composes the message. `from` is the site's neutral sender. */
export function createBindingMailer(binding: SendEmail, from: string): Mailer {
  return {
    send: async (mail) => {
      refuseInjection(mail)
      await binding.send({ from, to: mail.to, subject: mail.subject, text: mail.body })
    },
  }
}

/** One recipient, one line of subject. */
function refuseInjection({ to, subject }: Mail): void {
  if (control.test(to) || !emailPattern.test(to)) throw new Error('The recipient is not one mail address.')
  if (subject === '' || control.test(subject)) throw new Error('The subject is not one line of text.')
}
