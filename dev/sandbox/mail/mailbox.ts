import { Faults } from '../payments/faults.ts'

export interface Delivery {
  from: string
  to: string
  subject: string
  text: string
  headers?: Record<string, string>
}

/**
 * An email provider that accepts what it is given and fails as it is told to. Deliveries, including those in
 * progress, stay until the mailbox is cleared.
 */
export class Mailbox {
  readonly faults = new Faults()
  deliveries: Delivery[] = []

  fetch(request: Request): Promise<Response> {
    const { deliveries } = this
    return this.faults.meet(request, async (sent) => {
      if (sent.method !== 'POST') return new Response(null, { status: 405 })
      deliveries.push((await sent.json()) as Delivery)
      return Response.json({ accepted: true }, { status: 202 })
    })
  }

  forget(): void {
    this.faults.clear()
    this.deliveries = []
  }
}
