import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { PasskeyAnswer, PasskeyCreation, PasskeyMade } from '../../../contract/schemas/accounts/account'
import { checkMade, checkSigned } from '../../../worker/services/accounts/passkeys/webauthn'
import { Authenticator } from '../../support/accounts/authenticator'

const asked = { challenge: 'c'.repeat(43), origin: 'http://localhost:8787', id: 'localhost' }
const creation = { challenge: asked.challenge, user: { id: 'MQ' } } as PasskeyCreation

let device: Authenticator
beforeEach(() => {
  device = new Authenticator()
})

const changed = (text: string, change: (bytes: Buffer) => void) => {
  const bytes = Buffer.from(text, 'base64url')
  change(bytes)
  return bytes.toString('base64url')
}

/** Returns another base64url letter that differs only in the bits that 32 bytes leave unused. */
function sameBits(letter: string): string {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  return letters[letters.indexOf(letter) ^ 1] ?? ''
}

/** Truncates the credential ID below its stated length, in the data and in the ID sent with it. */
function cutOff(made: PasskeyMade): PasskeyMade {
  const data = Buffer.from(made.response.authenticatorData, 'base64url').subarray(0, -1)
  const id = Buffer.from(made.id, 'base64url').subarray(0, -1).toString('base64url')
  return { ...made, id, response: { ...made.response, authenticatorData: data.toString('base64url') } }
}

describe('a new passkey', () => {
  it('is taken with its counter', async () => {
    device.counter = 9
    expect(checkMade(await device.create(creation), asked)).toBe(9)
  })

  it('is refused for another challenge, site, type or id, without its key, and held by anybody', async () => {
    const made = await device.create(creation)
    const { response } = made
    const withData = (change: (bytes: Buffer) => void) => ({
      ...made,
      response: { ...response, authenticatorData: changed(response.authenticatorData, change) },
    })
    const setFlags = (flags: number) => withData((bytes) => bytes.writeUInt8(flags, 32))
    const signed = await device.get(creation)
    const wrong = [
      ...['challenge', 'origin', 'id'].map((name) => () => checkMade(made, { ...asked, [name]: 'other' })),
      () => checkMade({ ...made, id: 'b3RoZXI' }, asked),
      // Different letters for the same bytes.
      () => checkMade({ ...made, id: `${made.id}=` }, asked),
      () => checkMade({ ...made, id: `${made.id.slice(0, -1)}${sameBits(made.id.at(-1) ?? '')}` }, asked),
      () => checkMade(cutOff(made), asked),
      () =>
        checkMade(
          { ...made, response: { ...response, clientDataJSON: signed.response.clientDataJSON } },
          asked,
        ),
      // Not present, not verified, no key, copied although it can't be.
      ...[0x44, 0x41, 0x05, 0x55].map((flags) => () => checkMade(setFlags(flags), asked)),
      () => checkMade({ ...made, response: { ...response, authenticatorData: 'AAAA' } }, asked),
      () => checkMade({ ...made, response: { ...response, publicKey: 'AAAA' } }, asked),
    ]
    for (const attempt of wrong) expect(attempt).toThrow()
    expect(checkMade(setFlags(0x5d), asked)).toBe(0)
  })

  it.each([
    ['P-384', generateKeyPairSync('ec', { namedCurve: 'P-384' }).publicKey],
    ['RSA of 1024 bits', generateKeyPairSync('rsa', { modulusLength: 1024 }).publicKey],
    ['X25519', generateKeyPairSync('x25519').publicKey],
  ])('is refused with a key of %s', async (_, key) => {
    const made = await device.create(creation)
    const publicKey = key.export({ format: 'der', type: 'spki' }).toString('base64url')
    expect(() => checkMade({ ...made, response: { ...made.response, publicKey } }, asked)).toThrow()
  })
})

describe('what a passkey signed', () => {
  const stored = async () => ({ publicKey: (await device.create(creation)).response.publicKey, counter: 0 })

  it('is taken, and no byte of it can be another', async () => {
    const passkey = await stored()
    device.counter = 3
    const answer = await device.get(asked)
    expect(checkSigned(answer, asked, passkey)).toBe(3)
    const field = fc.constantFrom('clientDataJSON', 'authenticatorData', 'signature')
    fc.assert(
      fc.property(field, fc.nat(), fc.integer({ min: 1, max: 255 }), (name, place, change) => {
        const text = changed(answer.response[name as keyof PasskeyAnswer['response']] ?? '', (bytes) => {
          const at = place % bytes.length
          bytes.writeUInt8(bytes.readUInt8(at) ^ change, at)
        })
        const other = { ...answer, response: { ...answer.response, [name]: text } }
        expect(() => checkSigned(other, asked, passkey)).toThrow()
      }),
    )
  })

  it.each([{ crossOrigin: true }, { topOrigin: 'https://evil.example' }])(
    'is refused when it was asked for in a frame of another site: %j',
    async (frame) => {
      const passkey = await stored()
      device.frame = frame
      const answer = await device.get(asked)
      expect(() => checkSigned(answer, asked, passkey)).toThrow('frame')
    },
  )

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
    if (isTaken) expect(checkSigned(answer, asked, passkey)).toBe(after)
    else expect(() => checkSigned(answer, asked, passkey)).toThrow('counter')
  })

  it.each([
    ['Ed25519', null, generateKeyPairSync('ed25519')],
    ['RSA', 'sha256', generateKeyPairSync('rsa', { modulusLength: 2048 })],
  ] as [string, string | null, { publicKey: KeyObject; privateKey: KeyObject }][])(
    'may be signed with %s',
    async (_, digest, { publicKey, privateKey }) => {
      await device.create(creation)
      const answer = await device.get(asked)
      const { clientDataJSON, authenticatorData } = answer.response
      const hash = await crypto.subtle.digest('SHA-256', Buffer.from(clientDataJSON, 'base64url'))
      const data = Buffer.concat([Buffer.from(authenticatorData, 'base64url'), Buffer.from(hash)])
      const signature = sign(digest, data, privateKey).toString('base64url')
      const passkey = {
        publicKey: publicKey.export({ format: 'der', type: 'spki' }).toString('base64url'),
        counter: 0,
      }
      const signed = { ...answer, response: { ...answer.response, signature } }
      expect(checkSigned(signed, asked, passkey)).toBe(0)
      expect(() => checkSigned(answer, asked, passkey)).toThrow('signature')
    },
  )
})
