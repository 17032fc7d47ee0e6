import { Faults } from '../payments/faults.ts'

export interface Delivery {
  from: string
  to: string
  subject: string
  text: string
  headers?: Record<string, string>
}

interface Api {
  accepts(headers: Headers, given: Record<string, unknown>): boolean
  read(given: Record<string, unknown>): Delivery
  refusal: object
  answer(id: string): object
  /** The header that makes the provider send an email only once. */
  once?: string
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== ''

/**
 * The providers' APIs by their paths, as far as the site uses them. They refuse the same requests as the
 * providers.
 */
const apis: Record<string, Api> = {
  '/mail/resend/emails': {
    accepts: (headers, { from, to, subject, text }) =>
      /^Bearer .+/.test(headers.get('authorization') ?? '') &&
      [from, subject, text].every(isText) &&
      Array.isArray(to),
    read: ({ from, to, subject, text, headers }) =>
      ({ from, to: (to as string[])[0], subject, text, headers }) as Delivery,
    refusal: { statusCode: 422, name: 'validation_error', message: 'Missing field.' },
    answer: (id) => ({ id }),
    once: 'idempotency-key',
  },
  '/mail/postmark/email': {
    accepts: (headers, { From, To, Subject, TextBody }) =>
      isText(headers.get('x-postmark-server-token')) && [From, To, Subject, TextBody].every(isText),
    read: ({ From, To, Subject, TextBody, Headers: named }) => {
      const headers = (named as { Name: string; Value: string }[]).map(({ Name, Value }) => [Name, Value])
      return {
        from: From,
        to: To,
        subject: Subject,
        text: TextBody,
        headers: Object.fromEntries(headers),
      } as Delivery
    },
    refusal: { ErrorCode: 300, Message: 'Invalid email request.' },
    answer: (id) => ({ ErrorCode: 0, Message: 'OK', MessageID: id }),
  },
}

/**
 * An email provider that accepts all valid emails, and fails on demand. Deliveries, including those in
 * progress, stay until the mailbox is cleared.
 */
export class Mailbox {
  readonly faults = new Faults()
  deliveries: Delivery[] = []
  private readonly taken = new Map<string, string>()

  fetch(request: Request): Promise<Response> {
    const { deliveries } = this
    return this.faults.meet(request, async (sent) => {
      if (sent.method !== 'POST') return new Response(null, { status: 405 })
      const given = (await sent.json()) as Record<string, unknown>
      const api = apis[new URL(sent.url).pathname]
      if (!api) {
        deliveries.push(given as unknown as Delivery)
        return Response.json({ accepted: true }, { status: 202 })
      }
      if (!api.accepts(sent.headers, given)) return Response.json(api.refusal, { status: 422 })
      const key = api.once && sent.headers.get(api.once)
      const earlier = key && this.taken.get(key)
      if (earlier) return Response.json(api.answer(earlier))
      deliveries.push(api.read(given))
      const id = String(deliveries.length)
      if (key) this.taken.set(key, id)
      return Response.json(api.answer(id))
    })
  }

  forget(): void {
    this.faults.clear()
    this.deliveries = []
    this.taken.clear()
  }
}
