import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { hour, minute } from '#contract/values/shared/time'
import { rateWindows } from '#db/schema'
import { newAccount, signIn, signUp } from '#test/support/accounts/accounts'
import { askForLink, bringLink, type LinkOwner, linkOwner } from '#test/support/accounts/links'
import { addPasskey, beginSignIn } from '#test/support/accounts/passkeys'
import { problemOf, TestClient } from '#test/support/client'
import { testDb, testPassword } from '#test/support/factories'

const start = Date.UTC(2027, 2, 1)
const cookie = '__Host-device'

function fresh(device?: string): TestClient {
  const client = new TestClient()
  client.now = start
  if (device !== undefined) client.setCookie(cookie, device)
  return client
}

/** Uses up both of the name's windows, the last guess coming from a new address. */
async function lockOut({ username }: LinkOwner): Promise<void> {
  await testDb()
    .insert(rateWindows)
    .values([
      { key: `signInAccount:${username}`, count: 9, resetsAt: start + 15 * minute },
      { key: `signInAccountDay:${username}`, count: 99, resetsAt: start + 21 * hour },
    ])
    .onConflictDoUpdate({
      target: rateWindows.key,
      set: { count: sql`excluded.count`, resetsAt: sql`excluded.resets_at` },
    })
  const statuses: number[] = []
  for (let tried = 0; tried < 3; tried += 1)
    statuses.push((await signIn(username, 'a wrong guess', fresh())).status)
  expect(statuses).toEqual([401, 429, 429])
}

async function statusOf(client: TestClient, { username }: LinkOwner, password = testPassword) {
  return (await signIn(username, password, client)).status
}

describe('an account that strangers lock out', () => {
  it('refuses a new device, and says until when and what to do', async () => {
    const owner = await linkOwner(start)
    await lockOut(owner)
    const response = await signIn(owner.username, testPassword, fresh())
    expect(response.headers.get('retry-after')).toBe(String(21 * 3600))
    expect((await problemOf(response)).detail).toBe(
      'Too many failed attempts to sign in to this account. Try again in 21 hours. To sign in sooner, use a passkey, use a device where you signed in before, or reset your password.',
    )
  })

  it('opens for a device that signed in before, also after it signed out', async () => {
    const owner = await linkOwner(start)
    await owner.client.request('POST', '/api/auth/logout')
    await lockOut(owner)
    expect(await statusOf(owner.client, owner)).toBe(200)
  })

  it('opens for that device on the strangers’ own network', async () => {
    const owner = await linkOwner(start)
    const key = `signInAddress:${owner.client.address}`
    await testDb()
      .insert(rateWindows)
      .values({ key, count: 25, resetsAt: start + minute })
      .onConflictDoUpdate({ target: rateWindows.key, set: { count: 25 } })
    expect(await statusOf(owner.client, owner)).toBe(200)
  })

  it('still believes the password of a session on the strangers’ own network', async () => {
    const { client } = await linkOwner(start)
    const key = `signInAddress:${client.address}`
    const full = { count: 25, resetsAt: start + minute }
    await testDb()
      .insert(rateWindows)
      .values({ key, ...full })
      .onConflictDoUpdate({ target: rateWindows.key, set: full })
    const json = { password: testPassword }
    expect((await client.request('POST', '/api/auth/confirm', { json })).status).toBe(204)
  })

  it('opens by passkey, on the strangers’ own network too', async () => {
    const owner = await linkOwner(start)
    const { device } = await addPasskey(owner.client)
    await lockOut(owner)
    const { client, json } = await beginSignIn(device, start)
    await testDb()
      .insert(rateWindows)
      .values(
        ['signInAddress', 'passkeySignIn'].map((action) => ({
          key: `${action}:${client.address}`,
          count: 25,
          resetsAt: start + minute,
        })),
      )
      .onConflictDoUpdate({ target: rateWindows.key, set: { count: 25 } })
    expect((await client.request('POST', '/api/auth/passkey', { json })).status).toBe(200)
  })

  it('opens again by a reset: for every device, and for the one that did it even if it goes on', async () => {
    const owner = await linkOwner(start)
    await lockOut(owner)
    const client = fresh()
    await bringLink(client, 'reset', await askForLink(owner, 'reset'))
    expect(await statusOf(fresh(), owner, 'another password')).toBe(200)
    await lockOut(owner)
    expect(await statusOf(fresh(), owner, 'another password')).toBe(429)
    expect(await statusOf(client, owner, 'another password')).toBe(200)
  })
})

describe('the cookie of a device', () => {
  it('is kept from scripts, lasts, and says nothing about the account', async () => {
    const { id, username } = await linkOwner(start)
    const response = await signIn(username, testPassword, fresh())
    const line = response.headers.getSetCookie().find((each) => each.startsWith(`${cookie}=`)) ?? ''
    expect(line).toMatch(
      /^__Host-device=[\w-]{22}\.[\w-]{22}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    )
    expect(line).not.toContain(username)
    expect(line.split('; ')[0]).not.toMatch(new RegExp(`[=.]${id}(\\.|$)`))
  })

  it('stays small whatever it is brought, and remembers the last five accounts', async () => {
    const client = fresh()
    const owners: LinkOwner[] = []
    for (let made = 0; made < 6; made += 1) {
      const owner = await linkOwner(start)
      await statusOf(client, owner)
      owners.push(owner)
    }
    expect(client.cookie(cookie)).toMatch(/^[\w-]{22}(\.[\w-]{22}){5}$/)
    const [first, second] = owners
    if (!first || !second) throw new Error('There are no owners')
    for (const owner of [first, second]) await lockOut(owner)
    expect([await statusOf(client, first), await statusOf(client, second)]).toEqual([429, 200])
    const long = fresh(`${'x'.repeat(22)}${`.${'y'.repeat(22)}`.repeat(50)}`)
    await signUp(newAccount(), long)
    expect(long.cookie(cookie)).toMatch(/^[\w-]{22}\.[\w-]{22}$/)
  })

  it('helps nobody when it is of another account, forged, or of before a reset', async () => {
    const [owner, other] = [await linkOwner(start), await linkOwner(start)]
    const own = owner.client.cookie(cookie) ?? ''
    const [device = '', mark = ''] = own.split('.')
    await lockOut(owner)
    const foreign = other.client.cookie(cookie) ?? ''
    const forged = [
      foreign,
      `${device}.${foreign.split('.')[1]}`,
      `${foreign.split('.')[0]}.${mark}`,
      device,
      `${device}.`,
      `${device}.${'A'.repeat(22)}`,
      `${own}.`,
      '',
      'x'.repeat(5000),
    ]
    for (const value of forged) expect([value, await statusOf(fresh(value), owner)]).toEqual([value, 429])
    expect(await statusOf(fresh(own), owner)).toBe(200)
    await bringLink(fresh(), 'reset', await askForLink(owner, 'reset'))
    await lockOut(owner)
    expect(await statusOf(fresh(own), owner, 'another password')).toBe(429)
  })

  it('costs the owner none of their own hashes, however often a thief guesses', async () => {
    const owner = await linkOwner(start)
    const thief = fresh(owner.client.cookie(cookie))
    for (let guess = 0; guess < 35; guess += 1) {
      // The same device on ever new networks.
      const other = fresh(owner.client.cookie(cookie))
      expect([401, 429]).toContain(await statusOf(other, owner, 'a wrong guess'))
    }
    expect(await statusOf(thief, owner)).toBe(429)
    const json = { password: testPassword }
    expect((await owner.client.request('POST', '/api/auth/confirm', { json })).status).toBe(204)
  })

  it('allows a thief ten guesses, which a stranger’s guesses don’t add to', async () => {
    const owner = await linkOwner(start)
    const stolen = owner.client.cookie(cookie)
    const statuses: number[] = []
    for (let guess = 0; guess < 11; guess += 1)
      statuses.push(await statusOf(fresh(stolen), owner, `guess ${guess}`))
    expect(statuses).toEqual([...Array(10).fill(401), 429])
    const { detail } = await problemOf(await signIn(owner.username, testPassword, fresh(stolen)))
    expect(detail).toContain('To sign in sooner, use a passkey or reset your password.')
    // The name's own windows are untouched.
    expect(await statusOf(fresh(), owner)).toBe(200)
  })
})
