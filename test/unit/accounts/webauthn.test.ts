import { isoCBOR } from '@simplewebauthn/server/helpers'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PasskeyAnswer, PasskeyCreation, PasskeyMade } from '#contract/schemas/accounts/account'
import { checkMade, checkSigned } from '#worker/services/accounts/passkeys/webauthn'
import { Authenticator } from '../../support/accounts/authenticator'

const asked = { challenge: 'c'.repeat(43), origin: 'http://localhost:8787', id: 'localhost' }
const creation = { challenge: asked.challenge, user: { id: 'MQ' } } as PasskeyCreation

let device: Authenticator
beforeEach(() => {
  device = new Authenticator()
})

/** Returns a number of this many bytes. */
const bytes = (length: number) => new Uint8Array(length).fill(0xff)

const frames = [{ crossOrigin: true }, { topOrigin: 'https://evil.example' }]

const changed = (text: string, change: (bytes: Buffer) => Buffer | undefined) => {
  const bytes = Buffer.from(text, 'base64url')
  return (change(bytes) ?? bytes).toString('base64url')
}

/** Returns the response with other authenticator data. */
function withData(made: PasskeyMade, change: (bytes: Buffer) => Buffer | undefined): PasskeyMade {
  const attestationObject = changed(made.response.attestationObject, (bytes) => {
    const fields = isoCBOR.decodeFirst<Map<string, Uint8Array>>(new Uint8Array(bytes))
    const data = Buffer.from(fields.get('authData') ?? [])
    return Buffer.from(isoCBOR.encode(fields.set('authData', change(data) ?? data)))
  })
  return { ...made, response: { ...made.response, attestationObject } }
}

/** Returns another base64url letter that differs only in the bits that 32 bytes leave unused. */
function sameBits(letter: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return letters[letters.indexOf(letter) ^ 1] ?? ''
}

/**
 * Where the credential ID begins in the authenticator data: after site, flags, counter, model and its own
 * length.
 */
const idAt = 55

/** Truncates the credential ID below its stated length, in the data and in the ID sent with it. */
function cutOff(made: PasskeyMade): PasskeyMade {
  const id = Buffer.from(made.id, 'base64url').subarray(0, -1).toString('base64url')
  return { ...withData(made, (bytes) => bytes.subarray(0, idAt + 31)), id }
}

describe('a new passkey', () => {
  it.each(['P-256', 'Ed25519', 'RSA'] as const)('of %s is taken with its counter and key', async (kind) => {
    Object.assign(device, { kind, counter: 9 })
    const { publicKey, counter } = await checkMade(await device.create(creation), asked)
    expect(counter).toBe(9)
    device.counter = 10
    expect(await checkSigned(await device.get(asked), asked, { publicKey, counter })).toBe(10)
  })

  it('is refused for another challenge, site, type or id, without its key, and held by anybody', async () => {
    const made = await device.create(creation)
    const { response } = made
    const setFlags = (flags: number) => withData(made, (bytes) => void bytes.writeUInt8(flags, 32))
    const withObject = (attestationObject: string) => ({
      ...made,
      response: { ...response, attestationObject },
    })
    const signed = await device.get(creation)
    for (const name of ['challenge', 'origin', 'id'])
      await expect(checkMade(made, { ...asked, [name]: 'other' })).rejects.toThrow()
    const wrong = [
      { ...made, id: 'b3RoZXI' },
      // Different letters for the same bytes.
      { ...made, id: `${made.id}=` },
      { ...made, id: `${made.id.slice(0, -1)}${sameBits(made.id.at(-1) ?? '')}` },
      cutOff(made),
      { ...made, response: { ...response, clientDataJSON: signed.response.clientDataJSON } },
      // Not present, not verified, no key, copied although it can't be.
      ...[0x44, 0x41, 0x05, 0x55].map(setFlags),
      withData(made, () => Buffer.alloc(3)),
      withData(made, (bytes) => bytes.subarray(0, idAt + 32)),
      withData(made, (bytes) => Buffer.concat([bytes.subarray(0, idAt + 32), Buffer.alloc(3)])),
      withObject('AAAA'),
      withObject(response.attestationObject.slice(0, 40)),
      // Nested lists, deeper than any stack.
      withObject(Buffer.alloc(24_000, 0x81).toString('base64url')),
    ]
    for (const attempt of wrong) await expect(checkMade(attempt, asked)).rejects.toThrow()
    expect(await checkMade(setFlags(0x5d), asked)).toMatchObject({ counter: 0 })
  })

  it.each(frames)('is refused when it was asked for in a frame of another site: %j', async (frame) => {
    device.frame = frame
    await expect(checkMade(await device.create(creation), asked)).rejects.toThrow('frame')
  })

  it.each(['packed', 'tpm', 'apple', 'android-key', 'fido-u2f', 'unheard-of'])(
    'is taken without what it says of its maker: %s',
    async (fmt) => {
      device.statement = { fmt, attStmt: new Map([['x5c', [new Uint8Array(64)]]]) }
      const made = await checkMade(await device.create(creation), asked)
      expect(await checkSigned(await device.get(asked), asked, made)).toBe(0)
    },
  )

  it.each<[string, Authenticator['kind'], Authenticator['lie']]>([
    ['P-384', 'P-256', (key) => key.set(-1, 2).set(-2, bytes(48)).set(-3, bytes(48))],
    ['P-384 and its own algorithm', 'P-256', (key) => key.set(3, -35).set(-1, 2)],
    ['P-256, to be used as RSA', 'P-256', (key) => key.set(3, -257)],
    ['Ed25519, to be used as P-256', 'Ed25519', (key) => key.set(3, -7)],
    ['RSA, to be used as P-256', 'RSA', (key) => key.set(3, -7)],
    ['X25519', 'Ed25519', (key) => key.set(-1, 4)],
    ['RSA of 1024 bits', 'RSA', (key) => key.set(-1, bytes(128))],
    ['RSA of 1024 bits, made to look long', 'RSA', (key) => key.set(-1, bytes(256).fill(0, 0, 128))],
    ['RSA of 2047 bits', 'RSA', (key) => key.set(-1, bytes(256).fill(0x7f, 0, 1))],
    ['RSA without a modulus', 'RSA', (key) => key.delete(-1)],
    ['RSA, to be used with SHA-1', 'RSA', (key) => key.set(3, -65535)],
    ['no type', 'P-256', (key) => key.delete(1)],
    ['nothing', 'P-256', (key) => key.clear()],
  ])('is refused with a key of %s', async (_, kind, lie) => {
    Object.assign(device, { kind, lie })
    await expect(checkMade(await device.create(creation), asked)).rejects.toThrow()
  })
})

describe('what a passkey signed', () => {
  const stored = async () => checkMade(await device.create(creation), asked)

  it.each(['P-256', 'Ed25519', 'RSA'] as const)(
    'is taken, and no byte of it can be another: %s',
    async (kind) => {
      device.kind = kind
      const passkey = await stored()
      device.counter = 3
      const answer = await device.get(asked)
      expect(await checkSigned(answer, asked, passkey)).toBe(3)
      const field = fc.constantFrom('clientDataJSON', 'authenticatorData', 'signature')
      await fc.assert(
        fc.asyncProperty(field, fc.nat(), fc.integer({ min: 1, max: 255 }), async (name, place, change) => {
          const text = changed(answer.response[name as keyof PasskeyAnswer['response']] ?? '', (bytes) => {
            const at = place % bytes.length
            bytes.writeUInt8(bytes.readUInt8(at) ^ change, at)
          })
          const other = { ...answer, response: { ...answer.response, [name]: text } }
          await expect(checkSigned(other, asked, passkey)).rejects.toThrow()
        }),
      )
    },
  )

  it.each<[string, (r: Buffer, s: Buffer) => Buffer]>([
    ['another tag', (r, s) => Buffer.concat([Buffer.of(0x31, r.length + s.length), r, s])],
    ['a length in two bytes', (r, s) => Buffer.concat([Buffer.of(0x30, 0x81, r.length + s.length), r, s])],
    ['no length', (r, s) => Buffer.concat([Buffer.of(0x30, 0x80), r, s, Buffer.of(0, 0)])],
    ['more behind it', (r, s) => Buffer.concat([sequence(r, s), Buffer.of(0)])],
    ['a third number', (r, s) => sequence(r, s, Buffer.of(2, 1, 1))],
    [
      'a number with zeros in front',
      (r, s) => sequence(r, integer(Buffer.concat([Buffer.of(0), s.subarray(2)]))),
    ],
    ['a negative number', (r, s) => sequence(integer(r.subarray(2).subarray(-32)), s)],
    ['zeros', () => sequence(Buffer.of(2, 1, 0), Buffer.of(2, 1, 0))],
    ['a number alone', (r) => sequence(r)],
    ['nothing', () => Buffer.alloc(0)],
  ])('is refused with a signature in another encoding: %s', async (_, encode) => {
    const passkey = await stored()
    // The first bit of both numbers is set, so that DER puts a zero before each.
    let numbers: [Buffer, Buffer]
    let answer: Awaited<ReturnType<typeof device.get>>
    do {
      answer = await device.get(asked)
      numbers = numbersOf(answer.response.signature)
    } while (numbers.some(({ length }) => length < 35))
    const withSignature = (signature: Buffer) => ({
      ...answer,
      response: { ...answer.response, signature: signature.toString('base64url') },
    })
    await expect(checkSigned(withSignature(sequence(...numbers)), asked, passkey)).resolves.toBe(0)
    const attempt = checkSigned(withSignature(encode(...numbers)), asked, passkey)
    await expect(attempt).rejects.toThrow('DER')
  })

  it.each(frames)('is refused when it was asked for in a frame of another site: %j', async (frame) => {
    const passkey = await stored()
    device.frame = frame
    const answer = await device.get(asked)
    await expect(checkSigned(answer, asked, passkey)).rejects.toThrow('frame')
  })

  it.each([
    [0, 0, true],
    [0, 1, true],
    [7, 8, true],
    [7, 7, false],
    [7, 6, false],
    [7, 0, false],
  ])('with the counter at %i and then at %i is taken: %s', async (before, after, isTaken) => {
    const passkey = { ...(await stored()), counter: before }
    device.counter = after
    const answer = await device.get(asked)
    if (isTaken) expect(await checkSigned(answer, asked, passkey)).toBe(after)
    else await expect(checkSigned(answer, asked, passkey)).rejects.toThrow('counter')
  })

  it('is refused for a key that is no point on its curve', async () => {
    device.lie = (key) => key.set(-3, bytes(32))
    const passkey = await stored()
    await expect(checkSigned(await device.get(asked), asked, passkey)).rejects.toThrow()
  })

  it.each(['P-256', 'Ed25519', 'RSA'] as const)('is refused for another key: %s', async (kind) => {
    device.kind = kind
    const passkey = await stored()
    await device.create(creation)
    await expect(checkSigned(await device.get(asked), asked, passkey)).rejects.toThrow('signature')
  })
})

function integer(number: Buffer): Buffer {
  return Buffer.concat([Buffer.of(2, number.length), number])
}

function sequence(...integers: Buffer[]): Buffer {
  const whole = Buffer.concat(integers)
  return Buffer.concat([Buffer.of(0x30, whole.length), whole])
}

/** Returns the two integers of a signature in DER, as they are encoded. */
function numbersOf(signature: string): [Buffer, Buffer] {
  const bytes = Buffer.from(signature, 'base64url')
  const middle = 4 + bytes.readUInt8(3)
  return [bytes.subarray(2, middle), bytes.subarray(middle)]
}
