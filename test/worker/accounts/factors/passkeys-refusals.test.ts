import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { type PasskeyCreation, passkeySignInInput } from '#contract/schemas/accounts/account'
import { accountMessages, passkeyChallengeMs } from '#contract/values/accounts/account'
import { passkeys, users } from '#db/schema'
import { Authenticator } from '#test/support/accounts/authenticator'
import { addPasskey, beginSignIn, signInWith } from '#test/support/accounts/passkeys'
import { firstStep, guardedAt, secondStep, signedInAt } from '#test/support/accounts/second-factor'
import { problemOf, type TestClient } from '#test/support/client'
import { jobContext } from '#test/support/context'
import { ban, testDb } from '#test/support/factories'
import { signInWithPasskey } from '#worker/services/accounts/passkeys/sign-in'

const db = testDb()
const now = Date.UTC(2027, 2, 1, 12, 0, 5)
const path = '/api/account/security/passkeys'

async function withDevice() {
  const user = await signedInAt(now)
  const { device, passkey } = await addPasskey(user.client)
  return { ...user, device, passkey }
}

function signIn(client: TestClient, json: unknown) {
  return client.request('POST', '/api/auth/passkey', { json })
}

interface Attempt {
  client: TestClient
  json: unknown
  headers?: Record<string, string>
}

describe('signing in', () => {
  const attempts: [string, () => Promise<Attempt>][] = [
    [
      'of another site',
      async () => {
        const { device } = await withDevice()
        device.origin = 'http://evil.example'
        return beginSignIn(device, now)
      },
    ],
    [
      'that another site asked for',
      async () => {
        const { device } = await withDevice()
        device.rpId = 'evil.example'
        return beginSignIn(device, now)
      },
    ],
    [
      'held by anybody',
      async () => {
        const { device } = await withDevice()
        device.userVerified = false
        return beginSignIn(device, now)
      },
    ],
    [
      'that is a copy, whose counter fell behind',
      async () => {
        const { device } = await withDevice()
        device.counter = 7
        await signInWith(device, now)
        device.counter = 6
        return beginSignIn(device, now)
      },
    ],
    [
      'that doesn’t say whose it is',
      async () => {
        const { client, json } = await beginSignIn((await withDevice()).device, now)
        const { userHandle, ...response } = json.credential.response
        return { client, json: { ...json, credential: { ...json.credential, response } } }
      },
    ],
    [
      'that was never added',
      async () => {
        const { client } = await signedInAt(now)
        const device = new Authenticator()
        await device.create(await client.json<PasskeyCreation>('POST', `${path}/challenge`))
        return beginSignIn(device, now)
      },
    ],
    [
      'that is late',
      async () => {
        const attempt = await beginSignIn((await withDevice()).device, now)
        attempt.client.now = now + passkeyChallengeMs
        return attempt
      },
    ],
    [
      'that is used already',
      async () => {
        const attempt = await beginSignIn((await withDevice()).device, now)
        expect((await signIn(attempt.client.copy(), attempt.json)).status).toBe(200)
        return attempt
      },
    ],
    [
      'for a challenge that the site never gave',
      async () => {
        const { device } = await withDevice()
        const { client } = await beginSignIn(device, now)
        const challenge = 'A'.repeat(43)
        return { client, json: { challenge, credential: await device.get({ challenge }) } }
      },
    ],
    [
      'for a challenge that was given for something else',
      async () => {
        const { device, client: owner } = await withDevice()
        const { client } = await beginSignIn(device, now)
        const { challenge } = await owner.json<PasskeyCreation>('POST', `${path}/challenge`)
        return { client, json: { challenge, credential: await device.get({ challenge }) } }
      },
    ],
    [
      'that signed another challenge',
      async () => {
        const { device } = await withDevice()
        const [one, other] = [await beginSignIn(device, now), await beginSignIn(device, now)]
        return { client: one.client, json: { ...one.json, credential: other.json.credential } }
      },
    ],
    [
      'with somebody else’s handle',
      async () => {
        const [ada, eve] = [await withDevice(), await withDevice()]
        const { client, json } = await beginSignIn(ada.device, now)
        const { json: of } = await beginSignIn(eve.device, now)
        const userHandle = of.credential.response.userHandle
        const response = { ...json.credential.response, userHandle }
        return { client, json: { ...json, credential: { ...json.credential, response } } }
      },
    ],
    [
      'with somebody else’s key under one’s own name',
      async () => {
        const [ada, eve] = [await withDevice(), await withDevice()]
        const { client, json } = await beginSignIn(eve.device, now)
        const credential = { ...json.credential, id: ada.device.id, rawId: ada.device.id }
        return { client, json: { ...json, credential } }
      },
    ],
    [
      'of an account that is being erased',
      async () => {
        const { id, device } = await withDevice()
        await db.update(users).set({ deletingAt: now }).where(eq(users.id, id))
        return beginSignIn(device, now)
      },
    ],
    [
      'that is brought to another name of the site',
      async () => {
        const attempt = await beginSignIn((await withDevice()).device, now)
        return { ...attempt, headers: { host: 'evil.example' } }
      },
    ],
  ]

  it.each(attempts)('gives the one answer to a passkey %s, and no session', async (_, prepare) => {
    const { client, json, headers = {} } = await prepare()
    const response = await client.request('POST', '/api/auth/passkey', { json, headers })
    const { status, code, detail } = await problemOf(response)
    expect([status, code, detail]).toEqual([401, 'bad_credentials', accountMessages.passkeyUnknown])
    expect(client.cookie('__Host-session')).toBeUndefined()
  })

  it('tells whoever is banned why', async () => {
    const { id, device } = await withDevice()
    await ban(id)
    const { code, detail } = await problemOf((await signInWith(device, now)).response)
    expect([code, detail]).toEqual(['banned', expect.stringContaining('suspended')])
  })

  it('opens one session when it comes twice at once', async () => {
    const { json } = await beginSignIn((await withDevice()).device, now)
    const ctx = await jobContext(now)
    // Not as requests: the tests' module loader shares one import between them, which workerd doesn't allow.
    const answers = await Promise.allSettled(
      [1, 2].map(() => signInWithPasskey(ctx, passkeySignInInput.parse(json))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(answers).toContainEqual(
      expect.objectContaining({ reason: expect.objectContaining({ code: 'bad_credentials' }) }),
    )
  })

  it('refuses what isn’t a passkey’s answer', async () => {
    const { client, json } = await beginSignIn((await withDevice()).device, now)
    const { challenge, credential } = json
    for (const wrong of [
      {},
      { challenge },
      { credential },
      { ...json, userId: 1 },
      { challenge, credential: 'x' },
      { challenge, credential: { id: 'x', response: { clientDataJSON: 7 } } },
      { challenge, credential: { ...credential, id: 'not base64url!' } },
    ])
      expect((await problemOf(await signIn(client, wrong))).code).toBe('invalid_input')
    expect((await signIn(client, json)).status).toBe(200)
  })
})

describe('adding', () => {
  const add = async (client: TestClient, prepare: (device: Authenticator) => void = () => {}) => {
    const device = new Authenticator()
    prepare(device)
    const creation = await client.json<PasskeyCreation>('POST', `${path}/challenge`)
    return { challenge: creation.challenge, credential: await device.create(creation), name: 'Phone' }
  }
  const send = async (client: TestClient, json: unknown) =>
    (await problemOf(await client.request('POST', path, { json }))).code

  it('refuses a device that lies, and stores nothing', async () => {
    const { id, client } = await signedInAt(now)
    for (const lie of [{ origin: 'http://evil.example' }, { rpId: 'evil.example' }, { userVerified: false }])
      expect(await send(client, await add(client, (device) => Object.assign(device, lie)))).toBe(
        'invalid_input',
      )
    expect(await db.select().from(passkeys).where(eq(passkeys.userId, id))).toEqual([])
  })

  it('refuses a challenge that is late, or somebody else’s', async () => {
    const [{ client }, eve] = [await signedInAt(now), await signedInAt(now)]
    expect(await send(eve.client, await add(client))).toBe('gone')
    const late = await add(client)
    client.now = now + passkeyChallengeMs
    expect(await send(client, late)).toBe('gone')
  })

  it('takes a used challenge for the passkey alone that was added by it', async () => {
    const { id, client } = await signedInAt(now)
    const used = await add(client)
    const first = await client.json('POST', path, used)
    expect(await client.json('POST', path, used)).toEqual(first)
    const other = await add(client)
    expect(await send(client, { ...other, challenge: used.challenge })).toBe('gone')
    expect(await db.select().from(passkeys).where(eq(passkeys.userId, id))).toHaveLength(1)
  })

  it('refuses one that is somebody’s already', async () => {
    const [ada, eve] = [await withDevice(), await signedInAt(now)]
    const creation = await eve.client.json<PasskeyCreation>('POST', `${path}/challenge`)
    const credential = await ada.device.create(creation)
    const json = { challenge: creation.challenge, credential, name: 'Mine' }
    expect(await send(eve.client, json)).toBe('conflict')
    const [row] = await db.select().from(passkeys).where(eq(passkeys.id, ada.device.id))
    expect(row?.userId).toBe(ada.id)
  })

  it('refuses names that are none', async () => {
    const { client } = await signedInAt(now)
    const json = await add(client)
    for (const name of ['', '  ', 'x'.repeat(61), 7])
      expect([name, await send(client, { ...json, name })]).toEqual([name, 'invalid_input'])
  })
})

it('somebody else’s passkey can be neither renamed nor removed, and isn’t told from none', async () => {
  const [ada, eve] = [await withDevice(), await signedInAt(now)]
  for (const [method, status, json] of [
    ['PATCH', 404, { name: 'Mine' }],
    ['DELETE', 204, undefined],
  ] as const) {
    const answers = []
    for (const id of [ada.passkey.id, 'nobodys']) {
      const response = await eve.client.request(method, `${path}/${id}`, json ? { json } : {})
      answers.push([response.status, await response.text()])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]?.[0]).toBe(status)
  }
  expect((await signInWith(ada.device, now)).response.status).toBe(200)
})

it('a passkey of another account is no second factor', async () => {
  const [ada, eve] = [await guardedAt(now), await withDevice()]
  await addPasskey(ada.client)
  const { client, ticket } = await firstStep(ada.username, now)
  const passkey = await eve.device.get({ challenge: ticket })
  expect((await problemOf(await secondStep(client, { ticket, passkey }))).code).toBe('bad_credentials')
})

it('a passkey that names another account is no second factor, and one that names none is', async () => {
  const { client: owner, username } = await guardedAt(now)
  const { device } = await addPasskey(owner)
  const named = device.userHandle
  const codes = []
  const other = String(Number(Buffer.from(named ?? '', 'base64url')) + 1)
  for (const userHandle of [Buffer.from(other).toString('base64url'), named, undefined]) {
    const { client, ticket } = await firstStep(username, now)
    device.userHandle = userHandle
    const response = await secondStep(client, { ticket, passkey: await device.get({ challenge: ticket }) })
    codes.push(response.status)
  }
  expect(codes).toEqual([401, 200, 200])
})
