import type { Mailer } from './mailer'
import { refuseInjection } from './refuse-injection'

/**
 * Sends emails to a local server that imitates a provider and its failures. Never in production:
 * worker/config.
 */
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
      if (!response.ok) throw new Error(`The sandbox inbox answered ${response.status}.`)
    },
  }
}
