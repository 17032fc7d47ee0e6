import { utf8 } from '#dev/sandbox/payments/bytes'

/** Just enough DER for a certificate of a key of our own, generated at every start. */

const tag = { integer: 0x02, bits: 0x03, octets: 0x04, null: 0x05, oid: 0x06, utf8: 0x0c, utcTime: 0x17 }
const sequence = 0x30
const set = 0x31

const oid = {
  rsaSha256: [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01, 0x0b],
  country: [0x55, 0x04, 0x06],
  organisation: [0x55, 0x04, 0x0a],
  commonName: [0x55, 0x04, 0x03],
  alternativeName: [0x55, 0x1d, 0x11],
}

export interface SigningKey {
  privateKey: CryptoKey
  publicKey: CryptoKey
}

export async function makeSigningKey(): Promise<SigningKey> {
  const algorithm = {
    name: 'RSASSA-PKCS1-v1_5',
    modulusLength: 2048,
    publicExponent: new Uint8Array([1, 0, 1]),
    hash: 'SHA-256',
  }
  return (await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])) as SigningKey
}

export interface Subject {
  commonName: string
  organisation: string
}

/** A self-signed X.509 certificate, as PEM. Times in milliseconds. */
export async function makeCertificate(
  key: SigningKey,
  subject: Subject,
  validFrom: number,
  validUntil: number,
): Promise<string> {
  const publicKey = new Uint8Array((await crypto.subtle.exportKey('spki', key.publicKey)) as ArrayBuffer)
  const algorithm = wrap(sequence, wrap(tag.oid, oid.rsaSha256), wrap(tag.null))
  const name = wrap(
    sequence,
    attribute(oid.country, 'US'),
    attribute(oid.organisation, subject.organisation),
    attribute(oid.commonName, subject.commonName),
  )
  const host = wrap(sequence, wrap(0x82, utf8(subject.commonName)))
  const extension = wrap(sequence, wrap(tag.oid, oid.alternativeName), wrap(tag.octets, host))
  const serial = crypto.getRandomValues(new Uint8Array(16))
  // Positive, with no zero byte in front.
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40
  const toBeSigned = wrap(
    sequence,
    wrap(0xa0, wrap(tag.integer, [2])),
    wrap(tag.integer, serial),
    algorithm,
    name,
    wrap(sequence, utcTime(validFrom), utcTime(validUntil)),
    name,
    publicKey,
    wrap(0xa3, wrap(sequence, extension)),
  )
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', key.privateKey, toBeSigned)
  const bits = wrap(tag.bits, [0], new Uint8Array(signature))
  return pem(wrap(sequence, toBeSigned, algorithm, bits))
}

function attribute(type: readonly number[], value: string): Uint8Array<ArrayBuffer> {
  return wrap(set, wrap(sequence, wrap(tag.oid, type), wrap(tag.utf8, utf8(value))))
}

/** Two-digit year: valid until 2049. */
function utcTime(ms: number): Uint8Array<ArrayBuffer> {
  const text = new Date(ms).toISOString().replace(/[-:T]/g, '').slice(2, 14)
  return wrap(tag.utcTime, utf8(`${text}Z`))
}

function wrap(type: number, ...parts: ArrayLike<number>[]): Uint8Array<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0)
  const size = length < 128 ? [length] : longLength(length)
  const bytes = new Uint8Array(1 + size.length + length)
  bytes.set([type, ...size])
  let at = 1 + size.length
  for (const part of parts) {
    bytes.set(part, at)
    at += part.length
  }
  return bytes
}

function longLength(length: number): number[] {
  return length < 256 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}

function pem(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return `-----BEGIN CERTIFICATE-----\n${text.match(/.{1,64}/g)?.join('\n')}\n-----END CERTIFICATE-----\n`
}
