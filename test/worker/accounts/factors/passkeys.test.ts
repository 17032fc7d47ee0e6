import { eq } from 'drizzle-orm'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  newPasskeyInput,
  type Passkey,
  type PasskeyCreation,
  type Security,
} from '#contract/schemas/accounts/account'
import type { User } from '#contract/schemas/accounts/auth'
import { confirmedMs, passkeysMax } from '#contract/values/accounts/account'
import { day } from '#contract/values/shared/time'
import { passkeys } from '#db/schema'
import { Authenticator } from '#test/support/accounts/authenticator'
import { addPasskey, beginSignIn, signInWith } from '#test/support/accounts/passkeys'
import {
  codeAt,
  firstStep,
  guardedAt,
  secondStep,
  signedInAt,
  stepMs,
} from '#test/support/accounts/second-factor'
import { problemOf } from '#test/support/client'
import { userContext } from '#test/support/context'
import { testDb } from '#test/support/factories'
import { mailsTo } from '#test/support/moderation/safety'
import { addPasskey as addPasskeyAs } from '#worker/services/accounts/passkeys/add'

const db = testDb()
const now = Date.UTC(2027, 2, 1, 12, 0, 5)
const path = '/api/account/security'
const list = (client: { json<T>(method: string, path: string): Promise<T> }) =>
  client.json<Security>('GET', path).then((security) => security.passkeys)

afterEach(() => {
  vi.restoreAllMocks()
})

describe('signing out everywhere', () => {
  const path = '/api/auth/logout-everywhere'

  it('keeps passkeys unless told to remove them, and then writes to the account', async () => {
    const { client, username } = await signedInAt(now)
    const { device } = await addPasskey(client)
    expect((await client.request('POST', path)).status).toBe(204)
    const back = await signInWith(device, now)
    expect(back.response.status).toBe(200)
    const json = { removePasskeys: true }
    back.client.now = now + confirmedMs + 1
    expect((await problemOf(await back.client.request('POST', path, { json }))).code).toBe(
      'password_required',
    )
    back.client.now = now
    expect((await back.client.request('POST', path, { json })).status).toBe(204)
    expect((await signInWith(device, now)).response.status).toBe(401)
    const subjects = (await mailsTo(`${username}@example.com`)).map(({ subject }) => subject)
    expect(subjects.filter((subject) => subject === 'Your passkeys were removed')).toHaveLength(1)
  })
})

describe('adding a passkey', () => {
  it('asks for one that knows the account by itself, for the configured site', async () => {
    const { client, username } = await signedInAt(now)
    const first = await addPasskey(client)
    const headers = { host: 'evil.example' }
    const response = await client.request('POST', `${path}/passkeys/challenge`, { headers })
    expect(await response.json()).toMatchObject({
      rp: { id: 'localhost', name: 'Nocturne' },
      user: { name: username, displayName: username },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      // Prevents a device from being added twice.
      excludeCredentials: [{ id: first.device.id, type: 'public-key', transports: ['internal'] }],
    })
  })

  it('shows it in the list, and tells the owner by mail', async () => {
    const { client, username } = await signedInAt(now)
    const { device, passkey } = await addPasskey(client, 'Work laptop')
    const shown = { id: device.id, name: 'Work laptop', createdAt: new Date(now).toISOString(), usedAt: null }
    expect(passkey).toEqual(shown)
    expect(await list(client)).toEqual([shown])
    const mails = await mailsTo(`${username}@example.com`)
    expect(mails.map(({ subject }) => subject)).toEqual(['A passkey was added'])
    expect(mails[0]?.body).toContain('Work laptop')
  })

  it('ignores what the device says of its maker', async () => {
    const { client } = await signedInAt(now)
    const x5c = [new Uint8Array(4000).fill(7)]
    const statement = { fmt: 'packed', attStmt: new Map([['x5c', x5c]]) }
    const { device } = await addPasskey(client, 'Phone', Object.assign(new Authenticator(), { statement }))
    expect((await signInWith(device, now)).response.status).toBe(200)
  })

  it(`is possible ${passkeysMax} times`, async () => {
    const { client, id, username } = await signedInAt(now)
    const challenges: PasskeyCreation[] = []
    for (let count = 0; count < 2; count += 1)
      challenges.push(await client.json<PasskeyCreation>('POST', `${path}/passkeys/challenge`))
    for (let count = 1; count < passkeysMax; count += 1) await addPasskey(client, `Device ${count}`)
    // Two registrations that began in time finish at once, but only one more passkey is allowed. Not as requests:
    // the tests' module loader shares one import between them, which workerd doesn't allow.
    const { actor, ...ctx } = await userContext(now)
    const own = { ...ctx, actor: { ...actor, id, username } }
    const answers = await Promise.allSettled(
      challenges.map(async (creation) => {
        const credential = await new Authenticator().create(creation)
        const { challenge } = creation
        return addPasskeyAs(own, newPasskeyInput.parse({ challenge, credential, name: 'Last' }))
      }),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(answers).toContainEqual(
      expect.objectContaining({ reason: expect.objectContaining({ code: 'conflict' }) }),
    )
    expect(await list(client)).toHaveLength(passkeysMax)
    const more = await client.request('POST', `${path}/passkeys/challenge`)
    expect((await problemOf(more)).code).toBe('conflict')
  })
})

describe('signing in with a passkey', () => {
  it('needs neither name nor password, and not the app either', async () => {
    const { client, username } = await guardedAt(now)
    const { device } = await addPasskey(client)
    const { client: other, response } = await signInWith(device, now + day)
    expect([response.status, ((await response.json()) as User).username]).toEqual([200, username])
    expect((await other.get('/api/auth/me')).status).toBe(200)
    expect((await list(client))[0]?.usedAt).toBe(new Date(now + day).toISOString())
  })

  it.each(['P-256', 'Ed25519', 'RSA'] as const)('works with a key of %s', async (kind) => {
    const { client } = await signedInAt(now)
    const device = Object.assign(new Authenticator(), { kind })
    await addPasskey(client, 'Phone', device)
    expect((await signInWith(device, now)).response.status).toBe(200)
    // A credential of the same device, but signed with the key of its next registration.
    await device.create({ challenge: '', user: { id: device.userHandle } } as PasskeyCreation)
    expect((await signInWith(device, now)).response.status).toBe(401)
  })

  it('asks no device by name, and one that shows a finger', async () => {
    const { client } = await signedInAt(now)
    const { device } = await addPasskey(client)
    const { request } = await beginSignIn(device, now)
    expect(request).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
  })

  it('counts as typing the password, for grave acts', async () => {
    const { client } = await signedInAt(now)
    const { device } = await addPasskey(client)
    const { client: other } = await signInWith(device, now + 2 * confirmedMs)
    expect((await other.request('POST', `${path}/totp`)).status).toBe(200)
  })

  it('goes on with a counter that rises, and with one that stays at nought', async () => {
    const { client } = await signedInAt(now)
    const { device } = await addPasskey(client)
    for (const counter of [0, 0, 1, 5]) {
      device.counter = counter
      expect([counter, (await signInWith(device, now)).response.status]).toEqual([counter, 200])
    }
    const [row] = await db.select().from(passkeys).where(eq(passkeys.id, device.id))
    expect(row?.counter).toBe(5)
  })
})

describe('a passkey as second factor', () => {
  it('serves in place of the code', async () => {
    const { client, username } = await guardedAt(now)
    const { device } = await addPasskey(client)
    const { client: other, needed, ticket } = await firstStep(username, now + stepMs)
    expect(needed.secondFactor).toEqual(['totp', 'passkey', 'recovery'])
    expect(needed.passkey?.allowCredentials.map(({ id }) => id)).toEqual([device.id])
    const passkey = await device.get(needed.passkey ?? { challenge: '' })
    expect((await secondStep(other, { ticket, passkey })).status).toBe(200)
    expect((await other.get('/api/auth/me')).status).toBe(200)
  })

  it('is refused without its ticket in the log, which is open still', async () => {
    const { client, username, secret } = await guardedAt(now)
    const { device } = await addPasskey(client)
    const { client: other, ticket } = await firstStep(username, now + stepMs)
    const logged = vi.spyOn(console, 'info').mockImplementation(() => {})
    // A credential for another challenge: the library's error would quote both.
    const { json } = await beginSignIn(device, now)
    expect((await secondStep(other, { ticket, passkey: json.credential })).status).toBe(401)
    const lines = logged.mock.calls.map(String).filter((line) => line.includes('passkey.refused'))
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { level: 'info', event: 'passkey.refused', reason: 'The library refused it' },
    ])
    const code = codeAt(secret, now + stepMs)
    expect((await secondStep(other, { ticket, code })).status).toBe(200)
  })

  it('doesn’t take the code away', async () => {
    const { client, username, secret } = await guardedAt(now)
    await addPasskey(client)
    const { client: other, ticket } = await firstStep(username, now + stepMs)
    const code = codeAt(secret, now + stepMs)
    expect((await secondStep(other, { ticket, code })).status).toBe(200)
  })
})

describe('a passkey in the list', () => {
  it('can be renamed', async () => {
    const { client } = await signedInAt(now)
    const { passkey } = await addPasskey(client)
    const named = await client.json<Passkey>('PATCH', `${path}/passkeys/${passkey.id}`, {
      name: ' Old phone ',
    })
    expect(named).toEqual({ ...passkey, name: 'Old phone' })
  })

  it('can be removed, and opens nothing after that', async () => {
    const { client, username } = await signedInAt(now)
    const { device, passkey } = await addPasskey(client)
    const { client: other, json } = await beginSignIn(device, now)
    expect((await client.request('DELETE', `${path}/passkeys/${passkey.id}`)).status).toBe(204)
    expect(await list(client)).toEqual([])
    const refused = await other.request('POST', '/api/auth/passkey', { json })
    expect((await problemOf(refused)).code).toBe('bad_credentials')
    const mails = await mailsTo(`${username}@example.com`)
    expect(mails.map(({ subject }) => subject)).toEqual(['A passkey was added', 'A passkey was removed'])
    // A missing passkey counts as removed.
    expect((await client.request('DELETE', `${path}/passkeys/${passkey.id}`)).status).toBe(204)
  })
})
