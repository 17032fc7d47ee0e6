import { readText } from '../read-text'
import type { Mail, Mailer } from './mailer'
import { refuseInjection } from './refuse-injection'

export const mailProviders = ['resend', 'postmark'] as const
export type MailProvider = (typeof mailProviders)[number]

export interface MailApi {
  provider: MailProvider
  key: string
  /** The provider's origin; another host only outside production. */
  origin: string
}

interface Provider {
  origin: string
  path: string
  headers(key: string): Record<string, string>
  body(from: string, mail: Mail): object
  /** Field of the answer that says that the email was taken. */
  taken: string
  /** Header that names an email, so that it is sent once. */
  once?: string
}

const answerTimeout = 10_000
const longestAnswer = 64 * 1024

const providers: Record<MailProvider, Provider> = {
  resend: {
    origin: 'https://api.resend.com',
    path: '/emails',
    headers: (key) => ({ authorization: `Bearer ${key}` }),
    body: (from, { to, subject, body, headers = {} }) => ({ from, to: [to], subject, text: body, headers }),
    taken: 'id',
    once: 'idempotency-key',
  },
  postmark: {
    origin: 'https://api.postmarkapp.com',
    path: '/email',
    headers: (key) => ({ 'x-postmark-server-token': key, accept: 'application/json' }),
    body: (from, { to, subject, body, headers = {} }) => ({
      From: from,
      To: to,
      Subject: subject,
      TextBody: body,
      MessageStream: 'outbound',
      // Tracking would rewrite the links of a password reset to the provider's own URLs.
      TrackOpens: false,
      TrackLinks: 'None',
      Headers: Object.entries(headers).map(([Name, Value]) => ({ Name, Value })),
    }),
    taken: 'MessageID',
  },
}

export function originOf(provider: MailProvider): string {
  return providers[provider].origin
}

/**
 * Sends through the HTTP API of an email provider. Its answer about a refused email may quote the text or the
 * recipient, so only the status is passed on.
 */
export function createApiMailer(
  { provider, key, origin }: MailApi,
  from: string,
  send: typeof fetch,
): Mailer {
  const { path, headers, body, taken, once } = providers[provider]
  return {
    send: async (mail, id) => {
      refuseInjection(mail)
      const response = await send(origin + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers(key), ...(once && id && { [once]: id }) },
        body: JSON.stringify(body(from, mail)),
        // The key must not follow a redirect to another host.
        redirect: 'manual',
        signal: AbortSignal.timeout(answerTimeout),
      })
      const text = await readText(response, longestAnswer)
      if (!response.ok) throw new Error(`${provider} answered ${response.status}.`)
      // Anything may answer 200: a page of a host that isn't the provider, or of its proxy.
      if (!text?.includes(`"${taken}"`)) throw new Error(`${provider} didn't say that it took the email.`)
    },
  }
}
