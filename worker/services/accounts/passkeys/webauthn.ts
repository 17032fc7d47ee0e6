import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import type { PasskeyAnswer, PasskeyMade } from '../../../../contract/schemas/accounts/account'

// The checks of WebAuthn (Level 3, 7.1 and 7.2) for a site that doesn't ask for attestation. Why this isn't a
// library: docs/decisions/025.

export interface Asked {
  challenge: string
  origin: string
  /** Host of the site. */
  id: string
}

/** COSE algorithm numbers in order of preference: Ed25519, P-256, RSA. */
export const algorithms = [-8, -7, -257]

const flag = { present: 0x01, verified: 0x04, mayBeCopied: 0x08, isCopied: 0x10, hasKey: 0x40 } as const

/** Returns the counter of a new passkey. Throws when this isn't the response to what was asked. */
export function checkMade({ id, response }: PasskeyMade, asked: Asked): number {
  checkClientData(response.clientDataJSON, 'webauthn.create', asked)
  const { flags, counter, attested } = readAuthenticatorData(response.authenticatorData, asked)
  refuseUnless(flags & flag.hasKey, 'It brings no key')
  // Model, length of the ID, ID; then the key again, which isn't signed here either.
  const length = attested.readUInt16BE(16)
  const named = attested.subarray(18, 18 + length)
  // Compared as text: several texts decode to the same bytes, and a passkey has one ID.
  const isNamed = length > 0 && named.length === length && named.toString('base64url') === id
  refuseUnless(isNamed, 'The id is not the one that it was made with')
  keyOf(response.publicKey)
  return counter
}

/** Returns the counter after this use. Throws when the passkey didn't sign what was asked. */
export function checkSigned(
  { response }: PasskeyAnswer,
  asked: Asked,
  passkey: { publicKey: string; counter: number },
): number {
  checkClientData(response.clientDataJSON, 'webauthn.get', asked)
  const { counter } = readAuthenticatorData(response.authenticatorData, asked)
  const { key, digest } = keyOf(passkey.publicKey)
  const signed = Buffer.concat([
    bytesOf(response.authenticatorData),
    sha256(bytesOf(response.clientDataJSON)),
  ])
  refuseUnless(verify(digest, signed, key, bytesOf(response.signature)), 'The signature is not of this key')
  // Many authenticators never count. A counter that doesn't rise means a cloned authenticator.
  const counts = counter > 0 || passkey.counter > 0
  refuseUnless(!counts || counter > passkey.counter, 'The counter did not rise')
  return counter
}

/** Checks the browser's own data: the ceremony, the challenge and the origin that asked. */
function checkClientData(text: string, type: string, { challenge, origin }: Asked): void {
  const data = JSON.parse(new TextDecoder().decode(bytesOf(text))) as Record<string, unknown>
  refuseUnless(data.type === type, 'It is for something else')
  refuseUnless(data.challenge === challenge, 'The challenge is another one')
  refuseUnless(data.origin === origin, 'Another site asked')
  const inForeignFrame = data.crossOrigin === true || data.topOrigin !== undefined
  refuseUnless(!inForeignFrame, 'It was asked in a frame of another site')
}

/** Reads the authenticator data: checks the site and the user verification, returns the rest. */
function readAuthenticatorData(text: string, { id }: Asked) {
  const bytes = bytesOf(text)
  refuseUnless(bytes.length >= 37, 'The authenticator said too little')
  refuseUnless(bytes.subarray(0, 32).equals(sha256(Buffer.from(id))), 'It is for another site')
  const flags = bytes.readUInt8(32)
  refuseUnless(flags & flag.present, 'No one was there')
  refuseUnless(flags & flag.verified, 'Anybody could have been there')
  refuseUnless(flags & flag.mayBeCopied || !(flags & flag.isCopied), 'It contradicts itself')
  return { flags, counter: bytes.readUInt32BE(33), attested: bytes.subarray(37) }
}

/** Throws for a key of a type that wasn't asked for. */
function keyOf(publicKey: string): { key: KeyObject; digest: 'sha256' | null } {
  const key = createPublicKey({ key: bytesOf(publicKey), format: 'der', type: 'spki' })
  const { namedCurve, modulusLength = 0 } = key.asymmetricKeyDetails ?? {}
  if (key.asymmetricKeyType === 'ed25519') return { key, digest: null }
  const isKnown =
    key.asymmetricKeyType === 'ec' ? namedCurve === 'prime256v1' : key.asymmetricKeyType === 'rsa'
  refuseUnless(
    isKnown && (key.asymmetricKeyType === 'ec' || modulusLength >= 2048),
    'The key is of another kind',
  )
  return { key, digest: 'sha256' }
}

function refuseUnless(condition: unknown, reason: string): asserts condition {
  if (!condition) throw new Error(reason)
}

function bytesOf(text: string): Buffer {
  return Buffer.from(text, 'base64url')
}

function sha256(bytes: Buffer): Buffer {
  return createHash('sha256').update(bytes).digest()
}
