import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Sandbox, startSandbox } from '#dev/sandbox/server'
import { keys as paypalKeys } from '#processors/paypal/twin/vars'
import { keys as razorpayKeys } from '#processors/razorpay/twin/vars'
import { Merchant, sandboxOrigin } from '../../support/payments/sandbox'

const authorization = `Basic ${btoa(`${razorpayKeys.RAZORPAY_KEY_ID}:${razorpayKeys.RAZORPAY_KEY_SECRET}`)}`
const order = { amount: 99900, currency: 'INR' }

function createAt(origin: string, fetcher: typeof fetch = fetch, signal?: AbortSignal): Promise<Response> {
  return fetcher(`${origin}/razorpay/v1/orders`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify(order),
    ...(signal && { signal }),
  })
}

describe('in one process', () => {
  let merchant: Merchant
  const create = (signal?: AbortSignal) => createAt(sandboxOrigin, merchant.sandbox.fetch, signal)
  const made = () => Object.keys(merchant.sandbox.state.razorpay.orders).length
  beforeEach(async () => {
    merchant = await new Merchant().start()
  })

  it.each([false, true])('loses the answer; the change was made: %s', async (commit) => {
    merchant.sandbox.fail({ path: '/razorpay/v1/orders', answer: 'lost', commit })
    await expect(create()).rejects.toThrow(TypeError)
    expect(made()).toBe(commit ? 1 : 0)
    expect((await create()).status).toBe(200)
  })

  it('lets the caller’s time limit pass at once', async () => {
    merchant.sandbox.fail({ path: '/razorpay', answer: 'timeout', commit: true })
    await expect(create()).rejects.toMatchObject({ name: 'TimeoutError' })
    expect(made()).toBe(1)
  })

  it('heeds the caller’s signal while it is slow', async () => {
    merchant.sandbox.fail({ path: '/razorpay', delay: 60_000 })
    const asked = create(AbortSignal.timeout(5))
    await expect(asked).rejects.toMatchObject({ name: 'TimeoutError' })
  })

  it('spoils answers in the ways of a gateway, for as many requests as told', async () => {
    merchant.sandbox.fail(
      { path: '/razorpay', answer: 'html' },
      { path: '/razorpay', status: 429, retryAfter: 7 },
      { path: '/razorpay', answer: 'truncated' },
      { path: '/razorpay', status: 500, times: 2 },
    )
    const html = await create()
    expect([html.status, html.headers.get('content-type')]).toEqual([502, 'text/html'])
    const limited = await create()
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, '7'])
    await expect((await create()).json()).rejects.toThrow(SyntaxError)
    expect(made()).toBe(1)
    expect([(await create()).status, (await create()).status, (await create()).status]).toEqual([
      500, 500, 200,
    ])
  })

  it('meets only the path, its end and the method that were named', async () => {
    merchant.sandbox.fail(
      { path: '/razorpay/v1/orders', end: '/payments', status: 500 },
      { path: '/razorpay/v1/orders', method: 'GET', status: 503 },
    )
    expect((await create()).status).toBe(200)
    expect(merchant.sandbox.faults.list()).toHaveLength(2)
  })

  it('makes PayPal refuse with an issue', async () => {
    merchant.sandbox.fail({ path: '/paypal/v2/checkout/orders', issue: 'INTERNAL_SERVER_ERROR' })
    const { status, body } = await merchant.paypal<{ name: string }>('POST /v2/checkout/orders')
    expect([status, body.name]).toEqual([500, 'INTERNAL_SERVER_ERROR'])
  })

  it('says 200 and nothing, as explorers do', async () => {
    merchant.sandbox.fail({ path: '/chain/eth/a', answer: 'notok' })
    const { status, body } = await merchant.chain<object>('POST /eth/a')
    expect([status, body]).toEqual([200, { status: '0', message: 'NOTOK', result: 'Max rate limit reached' }])
  })

  it('lets nobody reach anywhere else, and remembers who tried', async () => {
    await expect(merchant.sandbox.fetch('https://api.paypal.com/')).rejects.toThrow(TypeError)
    expect(merchant.sandbox.strays).toEqual(['https://api.paypal.com/'])
  })
})

describe('behind the local server', () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await startSandbox(0)
  })
  afterAll(() => sandbox.close())
  afterEach(() => fetch(`${sandbox.origin}/__ctl`, { method: 'DELETE' }))

  const control = async <Result>(command: string, ...args: unknown[]) => {
    const response = await fetch(`${sandbox.origin}/__ctl/${command}`, {
      method: 'POST',
      body: JSON.stringify(args),
    })
    return { status: response.status, body: (await response.json().catch(() => null)) as Result }
  }
  const fault = (one: object) =>
    fetch(`${sandbox.origin}/__ctl`, { method: 'POST', body: JSON.stringify({ faults: [one] }) })

  it('runs the commands that tests in one process call', async () => {
    const { id } = (await (await createAt(sandbox.origin)).json()) as { id: string }
    const paid = await control<{ razorpay_order_id: string }>('razorpay/authorise', id)
    expect(paid.body.razorpay_order_id).toBe(id)
    expect((await control('razorpay/order', id)).body).toMatchObject({ status: 'attempted' })
    await control('clock/travel', 3600_000)
    expect((await control<number>('clock/now')).body).toBeGreaterThan(Date.now() + 3_500_000)
    expect((await control<object[]>('webhooks/events')).body.length).toBeGreaterThan(0)
    expect((await control('razorpay/constructor')).status).toBe(500)
  })

  it('breaks the connection for a lost answer and never answers for a timeout', async () => {
    await fault({ path: '/razorpay', answer: 'lost' })
    await expect(createAt(sandbox.origin)).rejects.toThrow()
    await fault({ path: '/razorpay', answer: 'timeout' })
    const late = createAt(sandbox.origin, fetch, AbortSignal.timeout(100))
    await expect(late).rejects.toMatchObject({ name: 'TimeoutError' })
    expect((await createAt(sandbox.origin)).status).toBe(200)
  })

  it('serves the providers’ scripts, the wallet’s to its client alone', async () => {
    const status = async (path: string) => (await fetch(sandbox.origin + path)).status
    expect(await status(`/paypal/sdk/js?client-id=${paypalKeys.PAYPAL_CLIENT_ID}&currency=USD`)).toBe(200)
    expect(await status('/paypal/sdk/js?client-id=somebody')).toBe(400)
    expect(await status('/razorpay/checkout.js')).toBe(200)
    await fault({ path: '/razorpay/checkout.js', status: 503 })
    expect(await status('/razorpay/checkout.js')).toBe(503)
  })

  it('knows its payments again after a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sandbox-'))
    const stateFile = join(folder, 'state', 'sandbox.json')
    const first = await startSandbox(0, { stateFile })
    const { id } = (await (await createAt(first.origin)).json()) as { id: string }
    await first.close()
    const second = await startSandbox(0, { stateFile })
    expect(second.payments.razorpay.order(id).amount).toBe(99900)
    await second.close()
    await rm(folder, { recursive: true })
  })
})
