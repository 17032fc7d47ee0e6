import type { Mailer } from './mailer'
import { refuseInjection } from './refuse-injection'

/**
 * Sends through Cloudflare's `send_email` binding, which composes the message. `from` is the site's neutral
 * sender.
 */
export function createBindingMailer(binding: SendEmail, from: string): Mailer {
  return {
    send: async (mail) => {
      refuseInjection(mail)
      const { to, subject, body, headers } = mail
      await binding.send({ from, to, subject, text: body, ...(headers && { headers }) })
    },
  }
}
