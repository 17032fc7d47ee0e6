import { btcpayBody, signBtcpay } from '#processors/btcpay/twin/delivery'
import { ccbillHeaders } from '#processors/ccbill/twin/delivery'
import { collide } from '#processors/paypal/twin/collide'
import type { PayPalWebhooks } from '#processors/paypal/twin/delivery'
import { signRazorpay } from '#processors/razorpay/twin/delivery'
import { verotelQuery } from '#processors/verotel/twin/delivery'
import { sandboxKeys } from '../keys.ts'
import type { WebhookEvent } from './outbox.ts'

/**
 * Defects of a delivery. `bytes`: one changed after signing; `reserialised`: same JSON, other spacing;
 * `unsigned`: no signature header; `collision`: another body with the same CRC32 and the true signature;
 * `otherSecret`: signed with the secret of the API; `otherAccount`: validly signed for another account;
 * `huge`: validly signed, over the limit; `sha1`, `upperCase` (the signature) and `doubled` (a parameter):
 * Verotel's; the rest concern PayPal's certificate and webhook ID.
 */
export const tamperings = [
  'bytes',
  'reserialised',
  'unsigned',
  'collision',
  'otherSecret',
  'otherAccount',
  'otherWebhook',
  'expiredCert',
  'foreignCert',
  'evilHost',
  'lookalikeHost',
  'plainHttp',
  'otherPath',
  'huge',
  'sha1',
  'upperCase',
  'doubled',
] as const
export type Tampering = (typeof tamperings)[number]

export interface Delivery {
  headers: Record<string, string>
  body: string
  /** Of a GET. */
  query?: string
}

const evilUrls: Partial<Record<Tampering, string>> = {
  evilHost: 'https://evil.example/v1/notifications/certs/CERT-1',
  lookalikeHost: 'https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1',
  plainHttp: 'http://api.paypal.com/v1/notifications/certs/CERT-1',
  otherPath: 'https://api.paypal.com/v1/elsewhere/CERT-1',
}

/**
 * Returns an event as it is delivered, with one defect or none. Signatures match the delivery unless that is
 * the defect.
 */
export async function makeDelivery(
  event: WebhookEvent,
  paypal: PayPalWebhooks,
  wrong?: Tampering,
): Promise<Delivery> {
  if (event.provider === 'verotel') return { headers: {}, body: '', query: verotelQuery(event, wrong) }
  if (event.provider === 'ccbill') return { headers: { ...ccbillHeaders }, body: event.body }
  const body = bodyOf(event, wrong)
  const headers = await sign(event, body, paypal, wrong)
  if (wrong === 'unsigned') {
    for (const name of Object.keys(headers))
      if (/signature|-sig$|transmission/.test(name)) delete headers[name]
  }
  return { headers, body: afterSigning(event, body, wrong) }
}

function sign(
  { provider, id }: WebhookEvent,
  body: string,
  paypal: PayPalWebhooks,
  wrong?: Tampering,
): Promise<Record<string, string>> {
  const isOther = wrong === 'otherSecret'
  if (provider === 'paypal') return paypal.sign(body, paypalOptions(wrong))
  if (provider === 'btcpay') return signBtcpay(body, isOther ? sandboxKeys.BTCPAY_API_KEY : undefined)
  return signRazorpay(id, body, isOther ? sandboxKeys.RAZORPAY_KEY_SECRET : undefined)
}

/** Returns the signed body. */
function bodyOf(event: WebhookEvent, wrong?: Tampering): string {
  const body = event.provider === 'btcpay' ? btcpayBody(event) : event.body
  if (wrong === 'huge') return body.replace(/\}$/, `,"padding":"${'x'.repeat(1024 * 1024)}"}`)
  if (wrong === 'otherAccount') {
    const account = event.provider === 'btcpay' ? 'storeId' : 'account_id'
    return JSON.stringify({ ...JSON.parse(body), [account]: 'acc_somebody' })
  }
  return body
}

/** Returns the body after changes made in transit. */
function afterSigning(event: WebhookEvent, body: string, wrong?: Tampering): string {
  if (wrong === 'bytes') return flipLetter(body)
  if (wrong === 'reserialised') return JSON.stringify(JSON.parse(body), null, 1)
  if (wrong !== 'collision') return body
  const forged = body.replaceAll('DENIED', 'COMPLETED').replaceAll('FAILED', 'COMPLETED')
  return collide(event.body, forged)
}

function flipLetter(body: string): string {
  const at = body.lastIndexOf('0')
  return `${body.slice(0, at)}1${body.slice(at + 1)}`
}

function paypalOptions(wrong?: Tampering) {
  const certUrl = wrong && evilUrls[wrong]
  return {
    ...(wrong === 'otherWebhook' && { webhookId: 'SOMEBODYS-WEBHOOK' }),
    ...(wrong === 'expiredCert' && { certificate: 'expired' as const }),
    ...((wrong === 'foreignCert' || certUrl) && { certificate: 'foreign' as const }),
    ...(certUrl && { certUrl }),
  }
}
