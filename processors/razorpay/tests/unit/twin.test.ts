import { createHmac } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import { Merchant } from '#test/support/payments/sandbox'
import { keys } from '../../twin/vars'

let merchant: Merchant

beforeEach(async () => {
  merchant = await new Merchant().start()
})

interface Order {
  id: string
  status: string
  amount_paid: number
}

interface Payment {
  id: string
  status: string
  notes: unknown
}

interface List {
  entity: string
  count: number
  items: Payment[]
}

interface Refusal {
  error: { code: string; description: string; field?: string; metadata: object }
}

const automatic = {
  capture: 'automatic',
  capture_options: { automatic_expiry_period: 12, manual_expiry_period: 7200, refund_speed: 'normal' },
}

async function order(change: object = {}): Promise<string> {
  const json = {
    amount: 99900,
    currency: 'INR',
    receipt: 'order-1',
    notes: { order: 'order-1' },
    payment: automatic,
  }
  const { status, body } = await merchant.razorpay<Order>('POST /orders', { json: { ...json, ...change } })
  expect(status).toBe(200)
  return body.id
}

function refund(paymentId: string, json: object, key?: string) {
  return merchant.razorpay<{ id: string; status: string } & Refusal>(`POST /payments/${paymentId}/refund`, {
    json,
    ...(key && { headers: { 'x-refund-idempotency': key } }),
  })
}

describe('an order', () => {
  it('goes from created over attempted to paid, and stays paid after a refund', async () => {
    const { razorpay } = merchant.sandbox
    const id = await order()
    const status = async () => (await merchant.razorpay<Order>(`GET /orders/${id}`)).body.status
    expect(await status()).toBe('created')
    razorpay.fail(id)
    expect(await status()).toBe('attempted')
    const { razorpay_payment_id } = await razorpay.pay(id)
    expect(await status()).toBe('paid')
    razorpay.refund(razorpay_payment_id)
    expect(await status()).toBe('paid')
    const { body } = await merchant.razorpay<List>(`GET /orders/${id}/payments`)
    expect(body.items.map((payment) => payment.status)).toEqual(['refunded', 'failed'])
  })

  it('is found again by its receipt', async () => {
    const id = await order({ receipt: 'lost' })
    await order()
    const { body } = await merchant.razorpay<List>('GET /orders?receipt=lost')
    expect(body).toMatchObject({ entity: 'collection', count: 1, items: [{ id }] })
  })

  it.each([
    [{ amount: 99 }, 'amount'],
    [{ amount: 999.5 }, 'amount'],
    [{ amount: '99900' }, 'amount'],
    [{ currency: 'USD' }, 'currency'],
    [{ receipt: 'x'.repeat(41) }, 'receipt'],
    [{ price: 1 }, 'price'],
  ])('%j is refused', async (change, field) => {
    const json = { amount: 99900, currency: 'INR', ...change }
    const { status, body } = await merchant.razorpay<Refusal>('POST /orders', { json })
    expect([status, body.error.code, body.error.field]).toEqual([400, 'BAD_REQUEST_ERROR', field])
  })
})

describe('a payment', () => {
  it('has the fields of the published sample', async () => {
    const id = await order({ notes: {} })
    const { razorpay_payment_id } = await merchant.sandbox.razorpay.pay(id, {
      rrn: '033814379298',
      vpa: 'a@bank',
    })
    const { body } = await merchant.razorpay<Payment>(`GET /payments/${razorpay_payment_id}`)
    expect(body).toMatchObject({
      entity: 'payment',
      amount: 99900,
      currency: 'INR',
      status: 'captured',
      order_id: id,
      method: 'upi',
      captured: true,
      amount_refunded: 0,
      refund_status: null,
      bank: null,
      vpa: 'a@bank',
      notes: [],
      acquirer_data: { rrn: '033814379298' },
      created_at: Math.floor(merchant.sandbox.clock.now() / 1000),
    })
  })

  it('is captured once, from authorized alone, at its exact amount', async () => {
    const id = await order()
    const { razorpay_payment_id: paymentId } = await merchant.sandbox.razorpay.authorise(id)
    const capture = (amount: number) =>
      merchant.razorpay<Payment>(`POST /payments/${paymentId}/capture`, { json: { amount, currency: 'INR' } })
    expect((await capture(99800)).status).toBe(400)
    expect((await capture(99900)).body.status).toBe('captured')
    expect((await capture(99900)).status).toBe(400)
  })

  it('can be authorised after it failed', async () => {
    const { razorpay } = merchant.sandbox
    const failed = razorpay.fail(await order())
    expect(failed.error_reason).toBe('payment_cancelled')
    razorpay.lateAuthorise(failed.id)
    expect(razorpay.payment(failed.id)).toMatchObject({ status: 'captured', error_reason: null })
  })

  it('of an order without the option waits to be captured', async () => {
    const id = await order({ payment: undefined })
    const { razorpay_payment_id } = await merchant.sandbox.razorpay.pay(id)
    expect(merchant.sandbox.razorpay.payment(razorpay_payment_id).status).toBe('authorized')
  })

  it('is handed over with a true signature', async () => {
    const answer = await merchant.sandbox.razorpay.pay(await order())
    const signature = createHmac('sha256', keys.RAZORPAY_KEY_SECRET)
      .update(`${answer.razorpay_order_id}|${answer.razorpay_payment_id}`)
      .digest('hex')
    expect(answer.razorpay_signature).toBe(signature)
  })

  it('is listed by time, newest first, a hundred at most', async () => {
    const { razorpay, clock } = merchant.sandbox
    const first = razorpay.payWithoutOrder({ amount: 100 })
    clock.travel(10_000)
    const second = razorpay.payWithoutOrder({ amount: 200 })
    const ids = async (query: string) =>
      (await merchant.razorpay<List>(`GET /payments?${query}`)).body.items.map(({ id }) => id)
    expect(await ids('count=100')).toEqual([second.id, first.id])
    expect(await ids(`from=${second.created_at}&count=100`)).toEqual([second.id])
    expect(await ids('count=1&skip=1')).toEqual([first.id])
    expect((await merchant.razorpay('GET /payments?count=101')).status).toBe(400)
  })
})

describe('a refund', () => {
  async function paid(): Promise<string> {
    return (await merchant.sandbox.razorpay.pay(await order())).razorpay_payment_id
  }

  it('of a part leaves the payment captured, the whole refunds it', async () => {
    const id = await paid()
    const { razorpay } = merchant.sandbox
    expect((await refund(id, { amount: 50000 })).body.status).toBe('processed')
    expect(razorpay.payment(id)).toMatchObject({ status: 'captured', refund_status: 'partial' })
    expect((await refund(id, { amount: 50000 })).status).toBe(400)
    await refund(id, {})
    expect(razorpay.payment(id)).toMatchObject({ status: 'refunded', amount_refunded: 99900 })
    expect((await refund(id, {})).body.error.description).toContain('fully refunded')
  })

  it('is made once for its key, which is long enough', async () => {
    const id = await paid()
    const first = await refund(id, { amount: 100 }, 'refund-key-1')
    expect(await refund(id, { amount: 100 }, 'refund-key-1')).toEqual(first)
    expect(merchant.sandbox.razorpay.payment(id).amount_refunded).toBe(100)
    expect((await refund(id, { amount: 100 }, 'short')).status).toBe(400)
  })

  it('that fails later gives the payment its money again', async () => {
    const id = await paid()
    merchant.sandbox.razorpay.nextRefund('pending')
    const { body } = await refund(id, {})
    merchant.sandbox.razorpay.finishRefund(body.id, 'failed')
    expect(merchant.sandbox.razorpay.payment(id)).toMatchObject({ status: 'captured', amount_refunded: 0 })
  })
})

describe('Smart Collect', () => {
  const find = async (reference: string) =>
    (
      await merchant.razorpay<List>(`GET /payments?virtual_account=1&va_transaction_id=${reference}&count=25`)
    ).body.items.map(({ id }) => id)

  it('finds a credit by its RRN or UTR, and nothing else by it', async () => {
    const { razorpay } = merchant.sandbox
    const upi = razorpay.receive({ amount: 99900, reference: '033814379298' })
    const bank = razorpay.receive({ amount: 799900, reference: 'HDFCN12345678901', kind: 'bank' })
    await razorpay.pay(await order(), { rrn: '111111111111' })
    expect(await find('033814379298')).toEqual([upi.id])
    expect(await find('HDFCN12345678901')).toEqual([bank.id])
    expect(await find('111111111111')).toEqual([])
    const transfer = await merchant.razorpay<object>(`GET /payments/${bank.id}/bank_transfer`)
    expect(transfer.body).toMatchObject({ bank_reference: 'HDFCN12345678901', payment_id: bank.id })
    const credit = await merchant.razorpay<object>(`GET /payments/${upi.id}/upi_transfer`)
    expect(credit.body).toMatchObject({ npci_reference_id: '033814379298' })
    // Only a transfer's record has a bank reference.
    expect(razorpay.payment(bank.id).acquirer_data).toEqual({})
  })

  it('tells of each kind of credit', () => {
    const { razorpay, webhooks } = merchant.sandbox
    razorpay.receive({ amount: 99900, kind: 'qr' })
    razorpay.receive({ amount: 99900 })
    const contains = (type: string) =>
      (JSON.parse(webhooks.last(type).body) as { contains: string[] }).contains
    expect(contains('qr_code.credited')).toEqual(['payment', 'qr_code'])
    expect(contains('virtual_account.credited')).toEqual(['payment', 'virtual_account', 'upi_transfer'])
  })
})

describe('the API', () => {
  it('wants the right key', async () => {
    const { status, body } = await merchant.razorpay<Refusal>('GET /payments', {
      headers: { authorization: 'Basic eDp5' },
    })
    expect([status, body.error.code]).toEqual([401, 'BAD_REQUEST_ERROR'])
  })

  it('knows no id that it did not give', async () => {
    const { status, body } = await merchant.razorpay<Refusal>('GET /payments/pay_nobody')
    expect([status, body.error.description]).toEqual([400, 'The id provided does not exist'])
  })

  it('tells of a dispute in its phases', async () => {
    const { razorpay, webhooks } = merchant.sandbox
    const { razorpay_payment_id } = await razorpay.pay(await order())
    const dispute = razorpay.openDispute(razorpay_payment_id)
    razorpay.escalateDispute(dispute.id, 'arbitration')
    razorpay.resolveDispute(dispute.id, 'lost')
    const { body } = await merchant.razorpay<object>(`GET /disputes/${dispute.id}`)
    expect(body).toMatchObject({ phase: 'arbitration', status: 'lost', payment_id: razorpay_payment_id })
    expect(webhooks.events().map(({ type }) => type)).toEqual([
      'payment.authorized',
      'payment.captured',
      'order.paid',
      'payment.dispute.created',
      'payment.dispute.under_review',
      'payment.dispute.lost',
    ])
  })
})
