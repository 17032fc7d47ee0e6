import { Hono } from 'hono'
import type { Delivery, Twin, TwinKind, TwinParts } from '#dev/sandbox/payments/twin'
import type { Outbox, WebhookEvent } from '#dev/sandbox/payments/webhooks/outbox'
import { Books } from './books.ts'
import { datalinkApp, type Switches } from './datalink.ts'
import { ccbillDelivery, type Defect, defects } from './delivery.ts'
import { FormError, type FormInput, readForm } from './form.ts'
import { errorPage, formPage } from './page.ts'
import { type CCBillState, emptyCCBill, type Subscription } from './state.ts'

const formPath = '/wap-frontflex/flexforms/'

/** CCBill with its forms, buyers and banks. Methods take the form's URL or a subscription's ID, and return plain data. */
export class CCBill implements Twin {
  readonly app = new Hono()
  private readonly books: Books
  private readonly switches: Switches = { result: null, refunds: [], withheld: [] }
  private readonly outbox: Outbox
  private readonly siteOrigin: string

  constructor({ state, clock, outbox, siteOrigin }: TwinParts<CCBillState>) {
    this.books = new Books(state, clock, outbox)
    this.outbox = outbox
    this.siteOrigin = siteOrigin
    this.app.get(`${formPath}:flexId`, (c) => c.html(formPage(formOf(c.req.url))))
    this.app.post(`${formPath}:flexId`, async (c) => {
      const act = new URLSearchParams(await c.req.text()).get('act')
      return c.redirect(
        act === 'decline' ? this.decline(c.req.url) : this.payAndReturn(c.req.url, act === 'lose'),
        303,
      )
    })
    this.app.route('/', datalinkApp(this.books, this.switches))
    this.app.onError((error, c) => {
      if (!(error instanceof FormError)) throw error
      return c.html(errorPage(error.message), 400)
    })
  }

  delivery(event: WebhookEvent, wrong?: Defect): Delivery {
    return ccbillDelivery(event, wrong)
  }

  subscription(id: string): Subscription {
    return this.books.subscription(id)
  }

  // The buyer.

  /** Pays on the form at this URL. Throws the form's error. */
  pay(url: string): Subscription {
    return this.books.sell(formOf(url))
  }

  /** Returns the URL to which the form sends a buyer whose card was declined. */
  decline(url: string): string {
    const form = formOf(url)
    this.books.decline(form)
    return this.returnUrl(form)
  }

  subscriptions(): Subscription[] {
    return Object.values(this.books.state.subscriptions)
  }

  // The bank and the merchant's portal.

  refund(id: string): Subscription {
    return this.books.giveBack(id, 'refunds')
  }

  void(id: string): Subscription {
    return this.books.giveBack(id, 'voids')
  }

  chargeback(id: string): Subscription {
    return this.books.giveBack(id, 'chargebacks')
  }

  /** An electronic cheque comes back. */
  giveReturn(id: string): Subscription {
    return this.books.giveBack(id, 'returns')
  }

  /** Moves the end of a subscription, as the portal lets the merchant do. */
  extend(id: string, ms: number): Subscription {
    const sold = this.books.subscription(id)
    sold.expiresAt += ms
    return sold
  }

  /**
   * Sends another notice about a subscription: `RenewalSuccess`, `Expiration`, or a type yet to be invented.
   */
  tell(type: string, id: string, fields: Record<string, string> = {}): void {
    this.books.tell(type, { ...this.books.eventFields(this.books.subscription(id)), ...fields })
  }

  /** Changes the amount in the extract, so that it differs from the notice's. */
  restate(id: string, amountMinor: number): void {
    for (const movement of this.books.state.movements)
      if (movement.subscriptionId === id) movement.amountMinor = amountMinor
  }

  // DataLink.

  /** Sets the result of every later call to the subscription management; null restores the real ones. */
  answerAll(result: string | null): void {
    this.switches.result = result
  }

  /** Sets the results of the next refunds; `lost` makes the refund and answers nothing. */
  nextRefunds(...results: string[]): void {
    this.switches.refunds.push(...results)
  }

  /** Leaves these fields out of every status from now on. */
  withhold(...names: string[]): void {
    this.switches.withheld = names
  }

  private payAndReturn(url: string, isLost: boolean): string {
    const form = formOf(url)
    this.books.sell(form)
    if (isLost) this.outbox.last('NewSaleSuccess').delivered = true
    return this.returnUrl(form)
  }

  /**
   * Returns where the form sends the buyer. Approval and denial URLs are configured in the account; these
   * carry the order that was passed through.
   */
  private returnUrl({ passedThrough }: FormInput): string {
    return `${this.siteOrigin}/premium?${new URLSearchParams({ order: passedThrough.orderId ?? '' })}`
  }
}

function formOf(text: string): FormInput {
  const url = new URL(text)
  const [, flexId = ''] = url.pathname.split(formPath)
  return readForm(flexId, url.searchParams)
}

export const ccbill: TwinKind<CCBillState, CCBill> = {
  empty: emptyCCBill,
  create: (parts) => new CCBill(parts),
  defects,
}
