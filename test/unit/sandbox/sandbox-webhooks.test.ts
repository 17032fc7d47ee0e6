import { createHmac, verify, X509Certificate } from 'node:crypto'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { collide } from '#processors/paypal/twin/collide'
import { keys as paypalKeys } from '#processors/paypal/twin/vars'
import { keys as razorpayKeys } from '#processors/razorpay/twin/vars'
import { Merchant } from '../../support/payments/sandbox'

let merchant: Merchant

beforeEach(async () => {
  merchant = await new Merchant().start()
})

/** Creates a capture, and returns the webhook event that reports it. */
async function paypalEvent(status: 'COMPLETED' | 'FAILED' = 'COMPLETED') {
  const { body } = await merchant.paypal<{ id: string }>('POST /v2/checkout/orders', {
    json: {
      intent: 'CAPTURE',
      purchase_units: [{ amount: { currency_code: 'USD', value: '14.99' } }],
    },
  })
  const { paypal, webhooks } = merchant.sandbox
  paypal.approve(body.id)
  paypal.nextCapture(body.id, { status })
  paypal.captureInBrowser(body.id)
  return webhooks.last(`PAYMENT.CAPTURE.${status === 'FAILED' ? 'DENIED' : 'COMPLETED'}`)
}

function razorpayEvent() {
  merchant.sandbox.razorpay.payWithoutOrder({ amount: 99900 })
  return merchant.sandbox.webhooks.last('payment.captured')
}

async function certificateOf(request: Request): Promise<X509Certificate> {
  const response = await merchant.sandbox.fetch(request.headers.get('paypal-cert-url') ?? '')
  return new X509Certificate(await response.text())
}

/** Checks a signature as a receiver does without calling PayPal. */
async function isSigned(request: Request): Promise<boolean> {
  const body = await request.clone().text()
  const header = (name: string) => request.headers.get(`paypal-${name}`) ?? ''
  const parts = [
    header('transmission-id'),
    header('transmission-time'),
    paypalKeys.PAYPAL_WEBHOOK_ID,
    crc32(body),
  ]
  const { publicKey } = await certificateOf(request)
  const signature = Buffer.from(header('transmission-sig'), 'base64')
  return verify('RSA-SHA256', Buffer.from(parts.join('|')), publicKey, signature)
}

/** Checks a signature as a receiver does by calling PayPal, with the body's own text. */
async function isConfirmed(request: Request): Promise<boolean> {
  const header = (name: string) => request.headers.get(`paypal-${name}`)
  const fields = {
    auth_algo: header('auth-algo'),
    cert_url: header('cert-url'),
    transmission_id: header('transmission-id'),
    transmission_sig: header('transmission-sig'),
    transmission_time: header('transmission-time'),
    webhook_id: paypalKeys.PAYPAL_WEBHOOK_ID,
  }
  const text = JSON.stringify(fields).replace(/\}$/, `,"webhook_event":${await request.clone().text()}}`)
  const token = merchant.sandbox.state.paypal.tokens
  const response = await merchant.sandbox.fetch(
    'http://sandbox.test/paypal/v1/notifications/verify-webhook-signature',
    { method: 'POST', headers: { authorization: `Bearer ${Object.keys(token)[0]}` }, body: text },
  )
  return ((await response.json()) as { verification_status: string }).verification_status === 'SUCCESS'
}

describe('PayPal’s deliveries', () => {
  it('are truly signed, by a certificate of PayPal’s name that is valid now', async () => {
    const request = await merchant.sandbox.webhooks.request(await paypalEvent())
    expect(request.url).toBe('http://site.test/api/webhooks/paypal')
    expect(request.headers.get('paypal-auth-algo')).toBe('SHA256withRSA')
    expect(await isSigned(request)).toBe(true)
    expect(await isConfirmed(request)).toBe(true)
    const certificate = await certificateOf(request)
    expect(certificate.subject).toContain('CN=messageverificationcerts.sandbox.paypal.com')
    expect(certificate.verify(certificate.publicKey)).toBe(true)
    expect(Date.parse(certificate.validFrom)).toBeLessThan(Date.now())
    expect(Date.parse(certificate.validTo)).toBeGreaterThan(Date.now())
  })

  it.each(['bytes', 'reserialised', 'otherWebhook'] as const)(
    'with %s wrong fail both checks',
    async (wrong) => {
      const request = await merchant.sandbox.webhooks.request(await paypalEvent(), wrong)
      expect(await isSigned(request)).toBe(false)
      expect(await isConfirmed(request)).toBe(false)
    },
  )

  it('can be signed with a certificate that ran out', async () => {
    const request = await merchant.sandbox.webhooks.request(await paypalEvent(), 'expiredCert')
    expect(await isSigned(request)).toBe(true)
    expect(Date.parse((await certificateOf(request)).validTo)).toBeLessThan(Date.now())
  })

  it('can be forged past the signature, since CRC32 is no seal', async () => {
    const event = await paypalEvent('FAILED')
    const request = await merchant.sandbox.webhooks.request(event, 'collision')
    const body = await request.clone().text()
    expect(body).not.toBe(event.body)
    expect(JSON.parse(body)).toMatchObject({
      event_type: 'PAYMENT.CAPTURE.COMPLETED',
      resource: { status: 'COMPLETED' },
    })
    expect(await isSigned(request)).toBe(true)
  })

  it('that tell nothing of their certificate’s host can point anywhere', async () => {
    const event = await paypalEvent()
    for (const wrong of ['evilHost', 'lookalikeHost', 'plainHttp', 'otherPath'] as const) {
      const request = await merchant.sandbox.webhooks.request(event, wrong)
      await expect(certificateOf(request)).rejects.toThrow(/nobody answers/)
    }
  })
})

it('any text collides with any other', () => {
  fc.assert(
    fc.property(fc.json(), fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), (original, other) => {
      const forged = collide(original, JSON.stringify(other))
      expect(crc32(forged)).toBe(crc32(original))
      expect(JSON.parse(forged)).toHaveProperty('note')
    }),
  )
})

describe('Razorpay’s deliveries', () => {
  const hmac = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex')

  it('carry the HMAC of their body, and the same event id on every try', async () => {
    const event = razorpayEvent()
    const [first, second] = await Promise.all([
      merchant.sandbox.webhooks.request(event),
      merchant.sandbox.webhooks.request(event),
    ])
    const body = await first.text()
    expect(first.headers.get('x-razorpay-signature')).toBe(hmac(razorpayKeys.RAZORPAY_WEBHOOK_SECRETS, body))
    expect(first.headers.get('x-razorpay-event-id')).toBe(second.headers.get('x-razorpay-event-id'))
    expect(JSON.parse(body)).toMatchObject({
      entity: 'event',
      account_id: 'acc_sandbox',
      event: 'payment.captured',
      contains: ['payment'],
      payload: { payment: { entity: { status: 'captured', amount: 99900 } } },
    })
  })

  it('can be signed with the other secret, or well signed for another account', async () => {
    const event = razorpayEvent()
    const swapped = await merchant.sandbox.webhooks.request(event, 'otherSecret')
    expect(swapped.headers.get('x-razorpay-signature')).toBe(
      hmac(razorpayKeys.RAZORPAY_KEY_SECRET, event.body),
    )
    const foreign = await merchant.sandbox.webhooks.request(event, 'otherAccount')
    const body = await foreign.text()
    expect(foreign.headers.get('x-razorpay-signature')).toBe(
      hmac(razorpayKeys.RAZORPAY_WEBHOOK_SECRETS, body),
    )
    expect(JSON.parse(body)).toMatchObject({ account_id: 'acc_somebody' })
  })
})

describe('delivering', () => {
  it('waits until somebody asks, goes in either order, and can be repeated', async () => {
    razorpayEvent()
    const { webhooks } = merchant.sandbox
    expect(merchant.delivered).toHaveLength(0)
    await webhooks.deliverAll('newest')
    await webhooks.sendLast('payment.authorized')
    const types = merchant.delivered.map(
      async (request) => ((await request.json()) as { event: string }).event,
    )
    expect(await Promise.all(types)).toEqual(['payment.captured', 'payment.authorized', 'payment.authorized'])
    expect(await webhooks.deliverAll()).toEqual([])
  })

  it('by itself tries again after a while, until it is accepted', async () => {
    const statuses = [503, 200]
    const site = new Merchant(() => statuses.shift() ?? 200)
    await site.sandbox.ready()
    const { webhooks, clock, razorpay } = site.sandbox
    razorpay.payWithoutOrder({ amount: 99900, status: 'authorized' })
    const event = webhooks.last('payment.authorized')
    await webhooks.pump()
    await webhooks.pump()
    expect(event.answers).toEqual([503])
    webhooks.hold()
    clock.travel(3000)
    await webhooks.pump()
    expect(event.answers).toEqual([503])
    webhooks.release()
    await webhooks.pump()
    expect([event.answers, event.delivered]).toEqual([[503, 200], true])
  })
})
