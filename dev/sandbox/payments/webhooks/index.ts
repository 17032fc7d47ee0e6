import type { Tampering, Twins } from '#processors/twins'
import type { Clock } from '../clock.ts'
import type { Twin } from '../twin.ts'
import type { Outbox, WebhookEvent } from './outbox.ts'

/** Seconds after which a delivery is retried, counted from the first; then it is given up. */
const retryAfter = [0, 2, 10, 60, 600, 3600, 86_400]

interface Parts {
  siteOrigin: string
  outbox: Outbox
  twins: Twins
  clock: Clock
  deliver: (request: Request) => Promise<Response>
}

/** Delivers the outbox to the site: now, late, twice, out of order, or tampered with. */
export class Webhooks {
  private readonly parts: Parts
  private isHeld = false

  constructor(parts: Parts) {
    this.parts = parts
  }

  /** Returns events, oldest first; of one type if given. */
  events(type?: string): WebhookEvent[] {
    return this.parts.outbox.events.filter((event) => type === undefined || event.type === type)
  }

  last(type: string): WebhookEvent {
    return this.parts.outbox.last(type)
  }

  /** Delivers everything not accepted yet, in order or newest first. Returns the statuses. */
  async deliverAll(order: 'oldest' | 'newest' = 'oldest'): Promise<number[]> {
    const pending = this.parts.outbox.pending()
    if (order === 'newest') pending.reverse()
    const statuses: number[] = []
    for (const event of pending) statuses.push((await this.send(event)).status)
    return statuses
  }

  /** Drops all pending deliveries, as if they never arrived. */
  loseAll(): void {
    for (const event of this.parts.outbox.pending()) event.delivered = true
  }

  /** Sends one event, delivered before or not, with the given defect. */
  async send(event: WebhookEvent, wrong?: Tampering): Promise<Response> {
    const request = await this.request(event, wrong)
    if (wrong) return this.parts.deliver(request)
    event.attempts += 1
    try {
      const response = await this.parts.deliver(request)
      event.answers.push(response.status)
      event.delivered ||= await isAccepted(event, response)
      if (!event.delivered) this.twinOf(event).unanswered?.(event)
      return response
    } catch (error) {
      event.answers.push(0)
      this.twinOf(event).unanswered?.(event)
      throw error
    }
  }

  /** Delivers the newest event of a type; returns the status. */
  async sendLast(type: string, wrong?: Tampering): Promise<number> {
    return (await this.send(this.last(type), wrong)).status
  }

  /** The request of a delivery, for tests that change it further. */
  async request(event: WebhookEvent, wrong?: Tampering): Promise<Request> {
    const { headers, body, query, path = '' } = await this.twinOf(event).delivery(event, wrong)
    const url = `${this.parts.siteOrigin}/api/webhooks/${event.provider}${path}${query ? `?${query}` : ''}`
    if (event.method === 'GET') return new Request(url, { headers })
    return new Request(url, { method: 'POST', headers, body })
  }

  private twinOf({ provider }: WebhookEvent): Twin {
    return this.parts.twins[provider]
  }

  /** Stops automatic deliveries until `release`. */
  hold(): void {
    this.isHeld = true
  }

  release(): void {
    this.isHeld = false
  }

  /** Delivers as the providers do: due events go out, failures are retried later. For a running sandbox. */
  async pump(): Promise<void> {
    if (this.isHeld) return
    const now = this.parts.clock.now()
    for (const event of this.parts.outbox.pending()) {
      const wait = retryAfter[event.attempts]
      if (wait === undefined || now < event.at + wait * 1000) continue
      await this.send(event).catch(() => undefined)
    }
  }
}

async function isAccepted({ expects }: WebhookEvent, response: Response): Promise<boolean> {
  return response.ok && (expects === undefined || (await response.clone().text()) === expects)
}
