import type { PasskeyCreation, PasskeyRequest } from '../../../contract/schemas/accounts/account'

/** A phone or security key for passkeys: creates a P-256 key, and signs challenges. */
export class Authenticator {
  /** Origin that it reports; a test may have it lie. */
  origin = 'http://localhost:8787'
  rpId = 'localhost'
  /** Whether the user has shown a finger or a PIN. */
  userVerified = true
  counter = 0
  /** Fields that browsers send from a frame in another site's page. */
  frame: { crossOrigin?: boolean; topOrigin?: string } = { crossOrigin: false }
  /** The account's handle, as told when the passkey was created. */
  userHandle: string | undefined
  private readonly rawId = crypto.getRandomValues(new Uint8Array(32))
  private keys: CryptoKeyPair | null = null

  get id(): string {
    return base64url(this.rawId)
  }

  async create({ challenge, user }: PasskeyCreation) {
    this.userHandle = user.id
    this.keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, [
      'sign',
      'verify',
    ])
    const attested = concat(new Uint8Array(16), Uint8Array.of(0, this.rawId.length), this.rawId)
    const publicKey = (await crypto.subtle.exportKey('spki', this.keys.publicKey)) as ArrayBuffer
    return this.answer({
      clientDataJSON: base64url(this.clientData('webauthn.create', challenge)),
      authenticatorData: base64url(await this.authenticatorData(attested)),
      publicKey: base64url(new Uint8Array(publicKey)),
      transports: ['internal', 'telepathy'],
    })
  }

  async get({ challenge }: Pick<PasskeyRequest, 'challenge'>) {
    if (!this.keys) throw new Error('It has no key yet')
    const clientData = this.clientData('webauthn.get', challenge)
    const authenticatorData = await this.authenticatorData()
    const signed = concat(authenticatorData, await sha256(clientData))
    const signature = await crypto.subtle.sign(
      { name: 'ECDSA', hash: 'SHA-256' },
      this.keys.privateKey,
      signed,
    )
    return this.answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(derSignature(new Uint8Array(signature))),
      userHandle: this.userHandle,
    })
  }

  /** Adds the other fields that browsers send. */
  private answer<Response>(response: Response) {
    const { id } = this
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }

  private clientData(type: string, challenge: string): Uint8Array<ArrayBuffer> {
    const { origin, frame } = this
    return new TextEncoder().encode(JSON.stringify({ type, challenge, origin, ...frame }))
  }

  private async authenticatorData(attested = new Uint8Array()): Promise<Uint8Array<ArrayBuffer>> {
    const isPresent = 0x01
    const flags = isPresent | (this.userVerified ? 0x04 : 0) | (attested.length > 0 ? 0x40 : 0)
    const counter = new Uint8Array(4)
    new DataView(counter.buffer).setUint32(0, this.counter)
    return concat(await sha256(new TextEncoder().encode(this.rpId)), Uint8Array.of(flags), counter, attested)
  }
}

/** Encodes the two halves of WebCrypto's signature as two DER integers, as authenticators sign. */
function derSignature(raw: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const integers = [raw.slice(0, 32), raw.slice(32)].map((half) => {
    const first = half.findIndex((byte) => byte !== 0)
    const digits = half.slice(first < 0 ? 31 : first)
    const positive = (digits[0] ?? 0) > 127 ? concat(Uint8Array.of(0), digits) : digits
    return concat(Uint8Array.of(0x02, positive.length), positive)
  })
  const body = concat(...integers)
  return concat(Uint8Array.of(0x30, body.length), body)
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}

function concat(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}
