import type { Mailer } from './mailer'
import { refuseInjection } from './refuse-injection'

/** Hands mails to a local server that plays a provider, which can fail as one does. Never in production: worker/config. */
export function createSandboxMailer(address: string, from: string): Mailer {
  return {
    send: async (mail) => {
      refuseInjection(mail)
      const { to, subject, body, headers } = mail
      const response = await fetch(address, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ from, to, subject, text: body, headers }),
      })
      await response.body?.cancel()
      if (!response.ok) throw new Error(`The mail server answered ${response.status}.`)
    },
  }
}
