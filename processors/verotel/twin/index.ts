import type { Hono } from 'hono'
import { digits } from '#dev/sandbox/payments/ids'
import type { Delivery, Twin, TwinKind, TwinParts } from '#dev/sandbox/payments/twin'
import type { WebhookEvent } from '#dev/sandbox/payments/webhooks/outbox'
import { verotelApp } from './app.ts'
import { type Defect, defects, verotelQuery } from './delivery.ts'
import { type OrderInput, readOrderInput, StartError } from './order-input.ts'
import { signVerotel } from './signature.ts'
import { emptyVerotel, type Sale, saleParams, type VerotelState } from './state.ts'
import { keys } from './vars.ts'

/** A sale that differs from its order, for tests of the code that has to notice. */
export type Paying = Partial<
  Pick<Sale, 'shopID' | 'referenceID' | 'priceAmount' | 'priceCurrency' | 'saleResult'>
>

/** Tries without an answer of `OK` after which a sale by card is refunded. */
const patience = 3

/** Verotel FlexPay with its buyers and banks. Every method takes and returns plain data. */
export class Verotel implements Twin {
  readonly app: Hono
  private readonly parts: TwinParts<VerotelState>

  constructor(parts: TwinParts<VerotelState>) {
    this.parts = parts
    this.app = verotelApp(this, parts.base)
  }

  delivery(event: WebhookEvent, wrong?: Defect): Delivery {
    return { headers: {}, body: '', query: verotelQuery(event, wrong) }
  }

  sales(): Sale[] {
    return Object.values(this.parts.state.sales)
  }

  sale(saleID: string): Sale {
    const sale = this.parts.state.sales[saleID]
    if (!sale) throw new Error(`No sale ${saleID}`)
    return sale
  }

  /** The sale of a shop's order. */
  saleOf(referenceID: string): Sale {
    const sale = this.sales().find((one) => one.referenceID === referenceID)
    if (!sale) throw new Error(`No sale of ${referenceID}`)
    return sale
  }

  // The buyer, with the URL that the shop sent them to.

  /** Returns the order that a start URL asks for. Throws if it can't be started. */
  order(startUrl: string): OrderInput {
    const order = readOrderInput(new URL(startUrl).searchParams)
    const isUsed = this.sales().some(({ referenceID }) => referenceID === order.referenceID)
    if (order.referenceID && isUsed) throw new StartError('This referenceID has already been used.')
    return order
  }

  /** Pays, and returns where the buyer goes next: back, with the sale in the query, signed like a postback. */
  pay(startUrl: string, how: Paying = {}): { saleID: string; successUrl: string | null } {
    const { successURL, declineURL, ...order } = this.order(startUrl)
    const sale: Sale = {
      ...order,
      saleID: digits(9),
      shopID: keys.VEROTEL_SHOP_ID,
      paymentMethod: 'CC',
      saleResult: 'APPROVED',
      createdAt: this.parts.clock.now(),
      transactionIDs: [digits(10)],
      ...how,
    }
    this.parts.state.sales[sale.saleID] = sale
    // There is no news of a sale that was declined.
    if (sale.saleResult === 'APPROVED') this.tell('sale', `sale:${sale.saleID}`, saleParams(sale))
    return { saleID: sale.saleID, successUrl: successURL ? withSale(successURL, sale) : null }
  }

  /** Declines the card; the order may still be paid. Returns where the buyer goes next. */
  decline(startUrl: string): string | null {
    return this.order(startUrl).declineURL ?? null
  }

  // Later changes to a sale. How the status shows them isn't documented: `shown: false` leaves it unchanged.

  credit(saleID: string, shown = true): Sale {
    return this.giveBack(saleID, 'credit', shown ? 'CREDITED' : 'APPROVED')
  }

  chargeback(saleID: string, shown = true): Sale {
    return this.giveBack(saleID, 'chargeback', shown ? 'CHARGEBACK' : 'APPROVED')
  }

  /** Reacts to a postback that wasn't answered `OK`: after a few tries, the sale is refunded. */
  unanswered(event: WebhookEvent): void {
    if (event.type !== 'sale' || event.attempts < patience || event.delivered) return
    event.delivered = true
    this.credit(new URLSearchParams(event.query).get('saleID') ?? '')
  }

  private giveBack(saleID: string, event: 'credit' | 'chargeback', saleResult: Sale['saleResult']): Sale {
    const sale = this.sale(saleID)
    const [charge = ''] = sale.transactionIDs
    const transactionID = digits(10)
    sale.saleResult = saleResult
    sale.transactionIDs.push(transactionID)
    this.tell(event, `${event}:${saleID}:${transactionID}`, {
      ...saleParams(sale),
      event,
      amount: sale.priceAmount,
      currency: sale.priceCurrency,
      transactionID,
      parentID: charge,
    })
    return sale
  }

  private tell(type: string, id: string, params: Record<string, string>): void {
    this.parts.outbox.add({
      provider: 'verotel',
      id,
      type,
      method: 'GET',
      query: String(new URLSearchParams(params)),
      body: '',
      expects: 'OK',
      at: this.parts.clock.now(),
    })
  }
}

function withSale(address: string, sale: Sale): string {
  const url = new URL(address)
  const params = saleParams(sale)
  for (const [name, value] of Object.entries({ ...params, signature: signVerotel(params) }))
    url.searchParams.set(name, value)
  return url.href
}

export const verotel: TwinKind<VerotelState, Verotel> = {
  empty: emptyVerotel,
  create: (parts) => new Verotel(parts),
  defects,
}
