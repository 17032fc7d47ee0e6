import type { ProcessorId } from '#contract/values/payments/processors'

export interface WebhookEvent {
  provider: ProcessorId
  /** Constant across tries, so that receivers recognise a repetition. */
  id: string
  type: string
  /** POST by default. A GET carries its news in the query, and has an empty body. */
  method?: 'GET'
  /** Unsigned. */
  query?: string
  body: string
  /** The exact text of the answer that counts as delivered; by default, any success. */
  expects?: string
  /** When the provider first sends it, by the provider's clock. */
  at: number
  attempts: number
  /** Status of each answer; 0 where none came. */
  answers: number[]
  delivered: boolean
}

const enough = 500

/** All events in order; nothing is sent before it is delivered explicitly. */
export class Outbox {
  readonly events: WebhookEvent[]

  constructor(events: WebhookEvent[]) {
    this.events = events
  }

  add(event: Omit<WebhookEvent, 'attempts' | 'answers' | 'delivered'>): void {
    this.events.push({ ...event, attempts: 0, answers: [], delivered: false })
    if (this.events.length > enough) this.events.shift()
  }

  pending(): WebhookEvent[] {
    return this.events.filter((event) => !event.delivered)
  }

  /** Returns the newest of a type, delivered or not; throws when there is none. */
  last(type: string): WebhookEvent {
    const event = this.events.findLast((one) => one.type === type)
    if (!event) throw new Error(`No ${type} was sent. There are: ${this.events.map(({ type }) => type)}`)
    return event
  }
}
