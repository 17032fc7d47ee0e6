import { beforeEach, describe, expect, it } from 'vitest'
import { type Asked, Merchant } from '#test/support/payments/sandbox'

let merchant: Merchant

beforeEach(async () => {
  merchant = await new Merchant().start()
})

interface Order {
  id: string
  status: string
  links: { rel: string; href: string }[]
  purchase_units?: Record<string, unknown>[]
}

interface Refusal {
  name: string
  message: string
  debug_id: string
  details: { issue: string; description: string }[]
}

const whole = { prefer: 'return=representation' }
const body = (change: object = {}) => ({
  intent: 'CAPTURE',
  purchase_units: [
    {
      reference_id: 'default',
      custom_id: 'order-1',
      invoice_id: 'order-1',
      description: 'Membership, 30 days',
      amount: { currency_code: 'USD', value: '14.99' },
      ...change,
    },
  ],
  payment_source: { paypal: { experience_context: { shipping_preference: 'NO_SHIPPING' } } },
})

function create(
  key: string = crypto.randomUUID(),
  change: object = {},
  prefer: object = whole,
): Promise<Asked<Order>> {
  const headers = { 'paypal-request-id': key, ...prefer }
  return merchant.paypal('POST /v2/checkout/orders', { json: body(change), headers })
}

async function approved(): Promise<string> {
  const { body } = await create()
  merchant.sandbox.paypal.approve(body.id)
  return body.id
}

function capture(id: string, key: string = crypto.randomUUID()) {
  const headers = { 'paypal-request-id': key, ...whole }
  return merchant.paypal<Order & Refusal>(`POST /v2/checkout/orders/${id}/capture`, { headers })
}

function refund(captureId: string, json: object, key: string = crypto.randomUUID()) {
  const headers = { 'paypal-request-id': key, ...whole }
  return merchant.paypal<Refusal & { id: string; status: string }>(
    `POST /v2/payments/captures/${captureId}/refund`,
    { json, headers },
  )
}

describe('an order', () => {
  it('reads as it was created, with what was ordered on the unit', async () => {
    const created = await create()
    expect(created.status).toBe(201)
    expect(created.body.status).toBe('PAYER_ACTION_REQUIRED')
    expect(created.body.links.map(({ rel }) => rel)).toEqual(['self', 'payer-action'])
    const read = await merchant.paypal<Order>(`GET /v2/checkout/orders/${created.body.id}`)
    expect(read.body).toEqual(created.body)
    expect(read.body.purchase_units?.[0]).toMatchObject({
      amount: { currency_code: 'USD', value: '14.99' },
      custom_id: 'order-1',
      invoice_id: 'order-1',
      payee: { merchant_id: 'SANDBOXMERCHANT' },
    })
  })

  it('answers little unless asked for the representation', async () => {
    const { body } = await create('key', {}, {})
    expect(Object.keys(body).sort()).toEqual(['id', 'links', 'payment_source', 'status'])
  })

  it('is made once for a request id, for six hours', async () => {
    const first = await create('same')
    const second = await create('same')
    expect(second).toEqual({ status: 200, body: first.body })
    merchant.sandbox.clock.travel(6 * 3600_000 + 1)
    await merchant.signIn()
    expect((await create('same')).body.id).not.toBe(first.body.id)
  })

  it.each([
    [{ amount: { currency_code: 'USD', value: '14.999' } }, 422, 'DECIMAL_PRECISION'],
    [{ amount: { currency_code: 'USD', value: '0.00' } }, 422, 'CANNOT_BE_ZERO_OR_NEGATIVE'],
    [{ amount: { currency_code: 'INR', value: '999.00' } }, 422, 'CURRENCY_NOT_SUPPORTED'],
    [{ amount: { currency_code: 'USD', value: 14.99 } }, 400, 'MISSING_REQUIRED_PARAMETER'],
    [{ custom_id: 'x'.repeat(128) }, 400, 'INVALID_STRING_LENGTH'],
    [{ price: '14.99' }, 400, 'INVALID_PARAMETER'],
  ])('%j is refused', async (change, status, issue) => {
    const { status: got, body } = (await create(undefined, change)) as unknown as Asked<Refusal>
    expect(got).toBe(status)
    expect(body.details[0]?.issue).toBe(issue)
    expect(body.debug_id).toMatch(/^[0-9a-f]{13}$/)
  })

  it('wants a request id', async () => {
    const { body: refusal } = await merchant.paypal<Refusal>('POST /v2/checkout/orders', { json: body() })
    expect(refusal.details[0]?.issue).toBe('PAYPAL_REQUEST_ID_REQUIRED')
  })

  it('is unknown after the time to approve it', async () => {
    const { body } = await create()
    merchant.sandbox.paypal.expire(body.id)
    const read = await merchant.paypal<Refusal>(`GET /v2/checkout/orders/${body.id}`)
    expect([read.status, read.body.name]).toEqual([404, 'RESOURCE_NOT_FOUND'])
  })
})

describe('a capture', () => {
  it('takes the money of an approved order and shows it inside the unit', async () => {
    const id = await approved()
    const { status, body } = await capture(id)
    expect([status, body.status]).toEqual([201, 'COMPLETED'])
    // As published: the unit in this response has no amount of its own.
    expect(Object.keys(body.purchase_units?.[0] ?? {})).toEqual(['reference_id', 'payments'])
    const { id: captureId } = merchant.sandbox.paypal.captureOf(id)
    const detail = await merchant.paypal<object>(`GET /v2/payments/captures/${captureId}`)
    expect(detail.body).toMatchObject({
      id: captureId,
      status: 'COMPLETED',
      amount: { currency_code: 'USD', value: '14.99' },
      custom_id: 'order-1',
      invoice_id: 'order-1',
      final_capture: true,
      supplementary_data: { related_ids: { order_id: id } },
    })
  })

  it('is refused before approval, and with the reason that it was done already', async () => {
    const { body } = await create()
    expect((await capture(body.id)).body.details[0]?.issue).toBe('ORDER_NOT_APPROVED')
    const id = await approved()
    merchant.sandbox.paypal.captureInBrowser(id)
    const again = await capture(id)
    expect([again.status, again.body.details[0]?.issue]).toEqual([422, 'ORDER_ALREADY_CAPTURED'])
  })

  it('is the same for the same request id, a decline too', async () => {
    const paid = await approved()
    const first = await capture(paid, 'key')
    expect(await capture(paid, 'key')).toEqual({ status: 200, body: first.body })

    const declined = await approved()
    merchant.sandbox.paypal.nextCapture(declined, { issue: 'INSTRUMENT_DECLINED' })
    const no = await capture(declined, 'one')
    merchant.sandbox.paypal.approve(declined)
    expect(await capture(declined, 'one')).toEqual(no)
    expect((await capture(declined, 'two')).body.status).toBe('COMPLETED')
  })

  it('may leave the order complete and the money pending', async () => {
    const id = await approved()
    merchant.sandbox.paypal.nextCapture(id, { status: 'PENDING', reason: 'ECHECK' })
    expect((await capture(id)).body.status).toBe('COMPLETED')
    const { id: captureId } = merchant.sandbox.paypal.captureOf(id)
    const detail = await merchant.paypal<object>(`GET /v2/payments/captures/${captureId}`)
    expect(detail.body).toMatchObject({ status: 'PENDING', status_details: { reason: 'ECHECK' } })
    expect(detail.body).not.toHaveProperty('seller_receivable_breakdown')
  })

  it('takes what the buyer’s page changed the order to', async () => {
    const id = await approved()
    merchant.sandbox.paypal.patch(id, { value: '0.01' })
    await capture(id)
    expect(merchant.sandbox.paypal.captureOf(id).amount.value).toBe('0.01')
  })

  it('of an authorisation is no capture', async () => {
    const id = await approved()
    merchant.sandbox.paypal.patch(id, { intent: 'AUTHORIZE' })
    expect((await capture(id)).body.details[0]?.issue).toBe('ACTION_DOES_NOT_MATCH_INTENT')
  })
})

describe('a refund', () => {
  async function paid(): Promise<string> {
    const id = await approved()
    await capture(id)
    return merchant.sandbox.paypal.captureOf(id).id
  }

  it('of a part leaves the rest, and no more than the rest', async () => {
    const id = await paid()
    const part = { amount: { currency_code: 'USD', value: '5.00' } }
    expect((await refund(id, part, 'key')).body.status).toBe('COMPLETED')
    expect((await refund(id, part, 'key')).status).toBe(200)
    expect(merchant.sandbox.paypal.capture(id).status).toBe('PARTIALLY_REFUNDED')
    const tooMuch = { amount: { currency_code: 'USD', value: '10.00' } }
    expect((await refund(id, tooMuch)).body.details[0]?.issue).toBe('REFUND_AMOUNT_EXCEEDED')
    expect((await refund(id, {})).status).toBe(201)
    expect(merchant.sandbox.paypal.capture(id).status).toBe('REFUNDED')
    expect((await refund(id, {})).body.details[0]?.issue).toBe('CAPTURE_FULLY_REFUNDED')
  })

  it('may stay pending, and counts when it is done', async () => {
    const id = await paid()
    merchant.sandbox.paypal.nextRefund('PENDING')
    const { body } = await refund(id, {})
    expect([body.status, merchant.sandbox.paypal.capture(id).status]).toEqual(['PENDING', 'COMPLETED'])
    merchant.sandbox.paypal.finishRefund(body.id)
    expect(merchant.sandbox.paypal.capture(id).status).toBe('REFUNDED')
  })

  it('shows in the order and in the report', async () => {
    const id = await approved()
    await capture(id)
    merchant.sandbox.paypal.refund(merchant.sandbox.paypal.captureOf(id).id, '1.00')
    const order = await merchant.paypal<Order>(`GET /v2/checkout/orders/${id}`)
    expect(order.body.purchase_units?.[0]?.payments).toMatchObject({
      refunds: [{ status: 'COMPLETED', amount: { value: '1.00' } }],
    })
    const now = merchant.sandbox.clock.now()
    const [from, until] = [now - 60_000, now + 60_000].map((at) => new Date(at).toISOString())
    const report = await merchant.paypal<{ transaction_details: { transaction_info: object }[] }>(
      `GET /v1/reporting/transactions?start_date=${from}&end_date=${until}&fields=all`,
    )
    expect(report.body.transaction_details.map(({ transaction_info }) => transaction_info)).toMatchObject([
      { transaction_event_code: 'T0006', transaction_status: 'S', custom_field: 'order-1' },
      { transaction_event_code: 'T1107', transaction_amount: { value: '-1.00' } },
    ])
  })
})

describe('the API', () => {
  it('takes tokens until they end', async () => {
    const { body } = await create()
    merchant.sandbox.clock.travel(32_400_000)
    const late = await merchant.paypal<Refusal>(`GET /v2/checkout/orders/${body.id}`)
    expect([late.status, late.body.name]).toEqual([401, 'AUTHENTICATION_FAILURE'])
  })

  it('fails as the mock header asks, in any call', async () => {
    const id = await approved()
    const headers = { 'paypal-mock-response': '{"mock_application_codes":"INSTRUMENT_DECLINED"}' }
    const { status, body } = await merchant.paypal<Refusal>(`POST /v2/checkout/orders/${id}/capture`, {
      headers,
    })
    expect([status, body.details[0]?.issue]).toEqual([422, 'INSTRUMENT_DECLINED'])
    expect((await capture(id)).status).toBe(201)
  })

  it('tells of a dispute in its stages', async () => {
    const id = await approved()
    await capture(id)
    const { paypal, webhooks } = merchant.sandbox
    const dispute = paypal.openDispute(paypal.captureOf(id).id, 'INQUIRY')
    paypal.escalateDispute(dispute.id, 'CHARGEBACK')
    paypal.resolveDispute(dispute.id, 'RESOLVED_SELLER_FAVOUR')
    const read = await merchant.paypal<object>(`GET /v1/customer/disputes/${dispute.id}`)
    expect(read.body).toMatchObject({
      status: 'RESOLVED',
      dispute_life_cycle_stage: 'CHARGEBACK',
      disputed_transactions: [{ seller_transaction_id: paypal.captureOf(id).id }],
      dispute_outcome: { outcome_code: 'RESOLVED_SELLER_FAVOUR' },
    })
    expect(webhooks.events().map(({ type }) => type)).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.COMPLETED',
      'CUSTOMER.DISPUTE.CREATED',
      'CUSTOMER.DISPUTE.UPDATED',
      'CUSTOMER.DISPUTE.RESOLVED',
    ])
  })
})
