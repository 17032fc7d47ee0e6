import { isoCBOR } from '@simplewebauthn/server/helpers'
import type { PasskeyCreation, PasskeyRequest } from '#contract/schemas/accounts/account'
import { concat } from '#contract/values/shared/concat'

type CoseKey = Map<number, number | Uint8Array<ArrayBuffer>>

interface Kind {
  make: EcKeyGenParams | RsaHashedKeyGenParams | { name: string }
  sign: EcdsaParams | { name: string }
  /** Returns the public key's COSE fields. */
  cose(key: JsonWebKey): [number, number | Uint8Array<ArrayBuffer>][]
}

const kinds = {
  'P-256': {
    make: { name: 'ECDSA', namedCurve: 'P-256' },
    sign: { name: 'ECDSA', hash: 'SHA-256' },
    cose: ({ x, y }) => [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytesOf(x)],
      [-3, bytesOf(y)],
    ],
  },
  Ed25519: {
    make: { name: 'Ed25519' },
    sign: { name: 'Ed25519' },
    cose: ({ x }) => [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytesOf(x)],
    ],
  },
  RSA: {
    make: {
      name: 'RSASSA-PKCS1-v1_5',
      hash: 'SHA-256',
      modulusLength: 2048,
      publicExponent: Uint8Array.of(1, 0, 1),
    },
    sign: { name: 'RSASSA-PKCS1-v1_5' },
    cose: ({ n, e }) => [
      [1, 3],
      [3, -257],
      [-1, bytesOf(n)],
      [-2, bytesOf(e)],
    ],
  },
} satisfies Record<string, Kind>

/** A phone or security key for passkeys: creates a key, and signs challenges. */
export class Authenticator {
  kind: keyof typeof kinds = 'P-256'
  /** The origin that it reports, which a test may falsify. */
  origin = 'http://localhost:8787'
  rpId = 'localhost'
  /** Whether the user has given a fingerprint or a PIN. */
  userVerified = true
  counter = 0
  /** Fields that browsers send from a frame in another site's page. */
  frame: { crossOrigin?: boolean; topOrigin?: string } = { crossOrigin: false }
  /** The statement about its maker, which no site asks for. */
  statement = { fmt: 'none', attStmt: new Map<string, Uint8Array<ArrayBuffer>[]>() }
  /** Changes the key that it reports. */
  lie: (key: CoseKey) => void = () => {}
  /** The account's handle, as told when the passkey was created. */
  userHandle: string | undefined
  private readonly rawId = crypto.getRandomValues(new Uint8Array(32))
  private keys: CryptoKeyPair | null = null

  get id(): string {
    return base64url(this.rawId)
  }

  async create({ challenge, user }: PasskeyCreation) {
    this.userHandle = user.id
    const kind: Kind = kinds[this.kind]
    this.keys = (await crypto.subtle.generateKey(kind.make, true, ['sign', 'verify'])) as CryptoKeyPair
    const publicKey = (await crypto.subtle.exportKey('jwk', this.keys.publicKey)) as JsonWebKey
    const key: CoseKey = new Map(kind.cose(publicKey))
    this.lie(key)
    const idLength = Uint8Array.of(0, this.rawId.length)
    const attested = concat([new Uint8Array(16), idLength, this.rawId, isoCBOR.encode(key)])
    const authData = await this.authenticatorData(attested)
    return this.answer({
      clientDataJSON: base64url(this.clientData('webauthn.create', challenge)),
      attestationObject: base64url(isoCBOR.encode(new Map(Object.entries({ ...this.statement, authData })))),
      transports: ['internal', 'telepathy'],
    })
  }

  async get({ challenge }: Pick<PasskeyRequest, 'challenge'>) {
    if (!this.keys) throw new Error('It has no key yet')
    const clientData = this.clientData('webauthn.get', challenge)
    const authenticatorData = await this.authenticatorData()
    const signed = concat([authenticatorData, await sha256(clientData)])
    const { sign }: Kind = kinds[this.kind]
    const signature = new Uint8Array(await crypto.subtle.sign(sign, this.keys.privateKey, signed))
    return this.answer({
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(authenticatorData),
      signature: base64url(this.kind === 'P-256' ? derSignature(signature) : signature),
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
    return concat([
      await sha256(new TextEncoder().encode(this.rpId)),
      Uint8Array.of(flags),
      counter,
      attested,
    ])
  }
}

/** Encodes the two halves of WebCrypto's signature as two DER integers, as authenticators sign. */
function derSignature(raw: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const integers = [raw.slice(0, 32), raw.slice(32)].map((half) => {
    const first = half.findIndex((byte) => byte !== 0)
    const digits = half.slice(first < 0 ? 31 : first)
    const positive = (digits[0] ?? 0) > 127 ? concat([Uint8Array.of(0), digits]) : digits
    return concat([Uint8Array.of(0x02, positive.length), positive])
  })
  const body = concat(integers)
  return concat([Uint8Array.of(0x30, body.length), body])
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}

function bytesOf(text = ''): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(text, 'base64url'))
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url')
}
