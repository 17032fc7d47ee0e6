import { crc32 } from 'node:zlib'
import { utf8 } from '#dev/sandbox/payments/bytes'
import type { Clock } from '#dev/sandbox/payments/clock'
import { hexId } from '#dev/sandbox/payments/ids'
import type { Delivery } from '#dev/sandbox/payments/twin'
import type { WebhookEvent } from '#dev/sandbox/payments/webhooks/outbox'
import { signedJson } from '#dev/sandbox/payments/webhooks/signed-json'
import { makeCertificate, makeSigningKey, type SigningKey } from './certificate.ts'
import { collide } from './collide.ts'
import { keys } from './vars.ts'

const day = 86_400_000
const subject = { commonName: 'messageverificationcerts.sandbox.paypal.com', organisation: 'PayPal, Inc.' }

/** One key for all sandboxes of a process: generating it is slow, and none of them keeps it. */
let sharedKey: SigningKey | null = null

export interface SignOptions {
  webhookId?: string
  /**
   * `expired`: signed by the same key, with an expired certificate. `foreign`: with another owner's key and
   * name.
   */
  certificate?: 'valid' | 'expired' | 'foreign'
  /** In place of the sandbox's own address of the certificate. */
  certUrl?: string
}

/** Defects of a notice. The last concern its certificate, but for `otherWebhook`, signed for another webhook's ID. */
export const defects = [
  'bytes',
  'reserialised',
  'unsigned',
  'huge',
  'otherWebhook',
  'expiredCert',
  'foreignCert',
  'evilHost',
  'lookalikeHost',
  'plainHttp',
  'otherPath',
] as const
/** `collision`: another body with the same CRC32 and the true signature. No one refuses it, and it proves nothing. */
export type Defect = (typeof defects)[number] | 'collision'

const evilUrls: Partial<Record<Defect, string>> = {
  evilHost: 'https://evil.example/v1/notifications/certs/CERT-1',
  lookalikeHost: 'https://api.paypal.com.evil.example/v1/notifications/certs/CERT-1',
  plainHttp: 'http://api.paypal.com/v1/notifications/certs/CERT-1',
  otherPath: 'https://api.paypal.com/v1/elsewhere/CERT-1',
}

export async function paypalDelivery(
  webhooks: PayPalWebhooks,
  { body }: WebhookEvent,
  wrong?: Defect,
): Promise<Delivery> {
  const sign = (signed: string) => webhooks.sign(signed, optionsOf(wrong))
  const delivery = await signedJson({ body, account: 'account_id', sign }, wrong)
  if (wrong !== 'collision') return delivery
  const forged = body.replaceAll('DENIED', 'COMPLETED').replaceAll('FAILED', 'COMPLETED')
  return { ...delivery, body: collide(body, forged) }
}

function optionsOf(wrong?: Defect): SignOptions {
  const certUrl = wrong && evilUrls[wrong]
  return {
    ...(wrong === 'otherWebhook' && { webhookId: 'SOMEBODYS-WEBHOOK' }),
    ...(wrong === 'expiredCert' && { certificate: 'expired' as const }),
    ...((wrong === 'foreignCert' || certUrl) && { certificate: 'foreign' as const }),
    ...(certUrl && { certUrl }),
  }
}

/**
 * Signs and checks deliveries as PayPal does: RSA-SHA256 over `transmission id|time|webhook id|crc32(body)`.
 */
export class PayPalWebhooks {
  private readonly base: string
  private readonly clock: Clock
  private readonly names = { valid: '', expired: '', foreign: '' }
  private readonly certificates = new Map<string, string>()
  private foreignKey: SigningKey | null = null

  constructor(base: string, clock: Clock) {
    this.base = base
    this.clock = clock
  }

  /** Makes the key and the certificate; before that nothing can be signed. */
  async ready(): Promise<void> {
    sharedKey ??= await makeSigningKey()
    const now = this.clock.now()
    this.names.valid = await this.keep(sharedKey, subject, now - 30 * day, now + 3650 * day)
    this.names.expired = await this.keep(sharedKey, subject, now - 400 * day, now - 30 * day)
  }

  certificate(name: string): string | null {
    return this.certificates.get(name) ?? null
  }

  async sign(body: string, options: SignOptions = {}): Promise<Record<string, string>> {
    const kind = options.certificate ?? 'valid'
    const key = kind === 'foreign' ? await this.foreign() : sharedKey
    if (!key) throw new Error('The sandbox is not ready()')
    const id = `${hexId(8)}-${hexId(4)}-11ef-${hexId(4)}-${hexId(12)}`
    const time = `${new Date(this.clock.now()).toISOString().slice(0, 19)}Z`
    const text = signedText(id, time, options.webhookId ?? keys.PAYPAL_WEBHOOK_ID, body)
    const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', key.privateKey, text)
    return {
      'content-type': 'application/json',
      'user-agent': 'PayPal/AUHR-214.0-56519484',
      'paypal-auth-algo': 'SHA256withRSA',
      'paypal-cert-url': options.certUrl ?? `${this.base}/v1/notifications/certs/${this.names[kind]}`,
      'paypal-transmission-id': id,
      'paypal-transmission-time': time,
      'paypal-transmission-sig': btoa(String.fromCharCode(...new Uint8Array(signature))),
    }
  }

  /** Answers `verify-webhook-signature`: true only for the event's exact text, byte for byte. */
  async verify(request: string): Promise<boolean> {
    const fields = JSON.parse(request) as Record<string, string>
    const event = rawField(request, 'webhook_event')
    const own = `${this.base}/v1/notifications/certs/${this.names.valid}`
    if (event === null || fields.cert_url !== own || fields.auth_algo !== 'SHA256withRSA') return false
    if (fields.webhook_id !== keys.PAYPAL_WEBHOOK_ID || !sharedKey) return false
    const { transmission_id = '', transmission_time = '', transmission_sig = '' } = fields
    const text = signedText(transmission_id, transmission_time, fields.webhook_id, event)
    try {
      const signature = Uint8Array.from(atob(transmission_sig), (letter) => letter.charCodeAt(0))
      return await crypto.subtle.verify('RSASSA-PKCS1-v1_5', sharedKey.publicKey, signature, text)
    } catch {
      return false
    }
  }

  private async foreign(): Promise<SigningKey> {
    if (this.foreignKey) return this.foreignKey
    this.foreignKey = await makeSigningKey()
    const now = this.clock.now()
    const evil = { commonName: 'evil.example', organisation: 'Evil' }
    this.names.foreign = await this.keep(this.foreignKey, evil, now - day, now + 365 * day)
    return this.foreignKey
  }

  private async keep(key: SigningKey, of: Subject, from: number, until: number): Promise<string> {
    const name = `CERT-360caa42-${hexId(12)}`
    this.certificates.set(name, await makeCertificate(key, of, from, until))
    return name
  }
}

type Subject = typeof subject

function signedText(id: string, time: string, webhookId: string, body: string): Uint8Array<ArrayBuffer> {
  return utf8(`${id}|${time}|${webhookId}|${crc32(body)}`)
}

/** Returns a field's raw text, since the same parsed value may be written in many ways. */
function rawField(json: string, name: string): string | null {
  const start = new RegExp(`"${name}"\\s*:\\s*(?=\\{)`).exec(json)
  if (!start) return null
  const from = start.index + start[0].length
  let depth = 0
  for (let at = from; at < json.length; at += 1) {
    if (json[at] === '"') at = endOfString(json, at)
    else if (json[at] === '{') depth += 1
    else if (json[at] === '}' && --depth === 0) return json.slice(from, at + 1)
  }
  return null
}

function endOfString(json: string, from: number): number {
  let at = from + 1
  while (at < json.length && json[at] !== '"') at += json[at] === '\\' ? 2 : 1
  return at
}
