import { exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { webhookEvents } from '#db/schema'
import type { WebhookEvent } from '#dev/sandbox/payments/webhooks/outbox'
import { jobContext } from '#test/support/context'
import { testDb } from '#test/support/factories'
import {
  buyer,
  expectNothingGranted,
  isPremium,
  paymentsWorld,
  subscribe,
} from '#test/support/payments/payments'
import { sweepWebhooks } from '#worker/services/payments/settlement/webhooks'

const world = paymentsWorld()

/** Pays in the wallet and closes the page: only PayPal's webhook reports it. */
async function paidUnseen() {
  const client = await buyer()
  const orderId = await subscribe(client)
  world.sandbox.paypal.approve(orderId)
  const capture = world.sandbox.paypal.captureInBrowser(orderId)
  return { client, capture, event: world.sandbox.webhooks.last('PAYMENT.CAPTURE.COMPLETED') }
}

async function isKept(event: WebhookEvent): Promise<boolean> {
  const rows = await testDb().select().from(webhookEvents).where(eq(webhookEvents.eventId, event.id))
  return rows.length > 0
}

/** Runs the sweep, as the cron would a few minutes later. */
async function followUp(): Promise<void> {
  await sweepWebhooks(await jobContext(Date.now() + 5 * 60_000))
}

/** Expects that the correct delivery is accepted, so only the one fault was the reason for refusing it. */
async function expectTaken({ client, event }: Awaited<ReturnType<typeof paidUnseen>>) {
  expect((await world.sandbox.webhooks.send(event)).status).toBe(200)
  await followUp()
  expect(await isPremium(client)).toBe(true)
}

describe("a delivery in PayPal's name", () => {
  it("24: is refused when the certificate's address leads on to another", async () => {
    const paid = await paidUnseen()
    const request = await world.sandbox.webhooks.request(paid.event)
    const own = request.headers.get('paypal-cert-url') ?? ''
    request.headers.set('paypal-cert-url', `${own}-moved`)
    vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
      if (!String(input).endsWith('-moved')) return world.sandbox.fetch(input, init)
      // Like the platform: follows redirects unless told otherwise.
      return init?.redirect === 'manual' ? Response.redirect(own, 302) : world.sandbox.fetch(own)
    })
    expect((await exports.default.fetch(request)).status).toBe(400)
    expect(await isKept(paid.event)).toBe(false)
    await expectTaken(paid)
  })

  it('24: is asked to come again while the certificate cannot be had', async () => {
    const paid = await paidUnseen()
    world.sandbox.fail({ path: '/paypal/v1/notifications/certs/', status: 503 })
    expect((await world.sandbox.webhooks.send(paid.event)).status).toBe(503)
    expect(await isKept(paid.event)).toBe(false)
    await expectTaken(paid)
  })

  it("25: is refused when the certificate's key is not the one that signed", async () => {
    const paid = await paidUnseen()
    const request = await world.sandbox.webhooks.request(paid.event, 'foreignCert')
    const own = (await world.sandbox.webhooks.request(paid.event)).headers.get('paypal-cert-url') ?? ''
    const headers = new Headers(request.headers)
    headers.set('paypal-cert-url', own)
    expect((await exports.default.fetch(new Request(request, { headers }))).status).toBe(400)
    expect(await isKept(paid.event)).toBe(false)
    await expectTaken(paid)
  })

  it('26: grants nothing when its body was swapped for one of the same CRC32', async () => {
    const client = await buyer()
    const orderId = await subscribe(client)
    const { paypal, webhooks } = world.sandbox
    paypal.approve(orderId)
    paypal.nextCapture(orderId, { status: 'FAILED' })
    paypal.captureInBrowser(orderId)
    const denied = webhooks.last('PAYMENT.CAPTURE.DENIED')

    // The signature can't tell: it covers a sum that anyone can match. PayPal's records can.
    expect((await webhooks.send(denied, 'collision')).status).toBe(200)
    expect(await isKept(denied)).toBe(true)
    await followUp()
    await expectNothingGranted(client)
  })

  it('26: has no more looked up than a few payments, however many its body has room for', async () => {
    const paid = await paidUnseen()
    const event = JSON.parse(paid.event.body)
    event.resource.links = Array.from({ length: 1000 }, (_, at) => ({
      rel: 'up',
      href: `https://api.paypal.com/v2/payments/captures/MANY${at}`,
    }))
    const request = await world.sandbox.webhooks.request({ ...paid.event, body: JSON.stringify(event) })
    expect((await exports.default.fetch(request)).status).toBe(200)
    await followUp()
    const asked = world.sandbox.calls.filter(({ path }) => path.includes('/captures/MANY'))
    expect(asked.length).toBeLessThanOrEqual(10)
    expect(asked.length).toBeGreaterThan(0)
  })

  it.each([
    'paypal-transmission-id',
    'paypal-transmission-time',
    'paypal-transmission-sig',
    'paypal-cert-url',
    'paypal-auth-algo',
  ])('29: is refused without %s', async (name) => {
    const paid = await paidUnseen()
    const request = await world.sandbox.webhooks.request(paid.event)
    request.headers.delete(name)
    expect((await exports.default.fetch(request)).status).toBe(400)
    expect(await isKept(paid.event)).toBe(false)
    await expectTaken(paid)
  })

  it('29: is refused under another algorithm', async () => {
    const paid = await paidUnseen()
    const request = await world.sandbox.webhooks.request(paid.event)
    request.headers.set('paypal-auth-algo', 'none')
    expect((await exports.default.fetch(request)).status).toBe(400)
    await expectTaken(paid)
  })
})
