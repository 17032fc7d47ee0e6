import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import {
  cose,
  decodeAttestationObject,
  decodeClientDataJSON,
  decodeCredentialPublicKey,
  isoBase64URL,
  isoCBOR,
} from '@simplewebauthn/server/helpers'
import type { PasskeyAnswer, PasskeyMade } from '#contract/schemas/accounts/account'
import { PasskeyRefused } from './refused'
import { algorithms } from './requests'

// The library makes WebAuthn's checks (Level 3, 7.1 and 7.2), and this file those that the library leaves
// out. The file is imported when a passkey arrives, since most isolates see none. Both: docs/decisions/025.

export interface Asked {
  challenge: string
  origin: string
  /** Host of the site. */
  id: string
}

type Bytes = Uint8Array<ArrayBuffer>

/** Bytes of a COSE key: RSA of 4096 bits has some 530. */
const longestKey = 600

interface KnownKey {
  /** COSE key, in base64url. */
  publicKey: string
  counter: number
}

/** Returns the key of a new passkey, with its counter. Throws when this response doesn't match the challenge. */
export async function checkMade({ id, response }: PasskeyMade, asked: Asked): Promise<KnownKey> {
  const { clientDataJSON } = response
  refuseForeignFrame(clientDataJSON)
  const attestationObject = withoutStatement(response.attestationObject)
  const { registrationInfo } = await verifyRegistrationResponse({
    ...expectedOf(asked),
    response: { ...credentialOf(id), response: { clientDataJSON, attestationObject } },
    supportedAlgorithmIDs: algorithms,
  })
  refuseUnless(registrationInfo, 'It is not verified')
  const { credential } = registrationInfo
  // Compared as text: several texts decode to the same bytes, and a passkey has one ID.
  refuseUnless(credential.id === id, 'The ID is not the one that it was made with')
  refuseUnless(credential.publicKey.length <= longestKey, 'The key is too long')
  keyOf(credential.publicKey)
  return { publicKey: isoBase64URL.fromBuffer(credential.publicKey), counter: credential.counter }
}

/** Returns the counter after this use. Throws when the passkey didn't sign the challenge. */
export async function checkSigned(
  { id, response }: PasskeyAnswer,
  asked: Asked,
  { publicKey, counter }: KnownKey,
): Promise<number> {
  const { userHandle, ...signed } = response
  refuseForeignFrame(signed.clientDataJSON)
  const key = isoBase64URL.toBuffer(publicKey)
  if (cose.isCOSEPublicKeyEC2(keyOf(key)))
    refuseUnless(isDer(isoBase64URL.toBuffer(signed.signature)), 'The signature is not in DER')
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...expectedOf(asked),
    response: { ...credentialOf(id), response: signed },
    // A passkey whose counter doesn't rise is refused as a clone; many authenticators never count.
    credential: { id, publicKey: key, counter },
  })
  refuseUnless(verified, 'The signature is not of this key')
  return authenticationInfo.newCounter
}

function expectedOf({ challenge, origin, id }: Asked) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
  }
}

/** Returns the fields that browsers send besides the response. The API takes only the ID. */
function credentialOf(id: string) {
  return { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} }
}

/**
 * Throws for a frame of another site. The library takes a new passkey from any frame, and a signature from a
 * frame whose site the browser doesn't name.
 */
function refuseForeignFrame(clientDataJSON: string): void {
  const { crossOrigin, topOrigin } = decodeClientDataJSON(clientDataJSON)
  refuseUnless(crossOrigin !== true && topOrigin === undefined, 'It was asked in a frame of another site')
}

/**
 * Drops the statement about the authenticator's maker. We don't ask for one, but some authenticators send it, and the
 * library would read its certificates.
 */
function withoutStatement(attestationObject: string): string {
  const authData = decodeAttestationObject(isoBase64URL.toBuffer(attestationObject)).get('authData')
  const fields = { fmt: 'none', attStmt: new Map<string, string>(), authData }
  return isoBase64URL.fromBuffer(isoCBOR.encode(new Map(Object.entries(fields))))
}

/** Throws for a key of a kind that wasn't asked for: the library compares the algorithm alone, and takes short RSA. */
function keyOf(publicKey: Bytes): cose.COSEPublicKey {
  const { COSEALG, COSECRV, COSEKEYS } = cose
  const key = decodeCredentialPublicKey(publicKey)
  const alg = key.get(COSEKEYS.alg)
  const isKnown =
    (cose.isCOSEPublicKeyOKP(key) && alg === COSEALG.EdDSA && key.get(COSEKEYS.crv) === COSECRV.ED25519) ||
    (cose.isCOSEPublicKeyEC2(key) && alg === COSEALG.ES256 && key.get(COSEKEYS.crv) === COSECRV.P256) ||
    (cose.isCOSEPublicKeyRSA(key) && alg === COSEALG.RS256 && bitsOf(key.get(COSEKEYS.n)) >= 2048)
  refuseUnless(isKnown, 'The key is of another kind')
  return key
}

function bitsOf(number: Bytes = new Uint8Array()): number {
  return BigInt(`0x${Buffer.from(number).toString('hex')}`).toString(2).length
}

/** Returns whether a signature of P-256 is in DER: the library reads other encodings of the same numbers, too. */
function isDer(signature: Bytes): boolean {
  const length = signature[3] ?? 0
  const numbers = [signature.subarray(4, 4 + length), signature.subarray(6 + length)]
  const encoded = numbers.flatMap((number) => [0x02, number.length, ...number])
  return Buffer.from([0x30, encoded.length, ...encoded]).equals(signature) && numbers.every(isShortest)
}

/** Returns whether a number is positive, and has no needless zero in front. */
function isShortest(number: Bytes): boolean {
  const [first = 0x80, second = 0] = number
  return first < 0x80 && (first > 0 || second >= 0x80)
}

function refuseUnless(condition: unknown, reason: string): asserts condition {
  if (!condition) throw new PasskeyRefused(reason)
}
