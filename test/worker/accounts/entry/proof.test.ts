import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import type { Proof, Puzzle } from '#contract/values/shared/proof-of-work'
import { minute } from '#contract/values/shared/time'
import { rateWindows } from '#db/schema'
import { newAccount } from '#test/support/accounts/accounts'
import { linkOwner } from '#test/support/accounts/links'
import { d1Cost, problemOf, TestClient } from '#test/support/client'
import { makeUser, randomLetters, testDb, testPassword } from '#test/support/factories'
import { solvePuzzle } from '#tools/import/solve-puzzle'
import { forgetAll } from '#worker/isolate-state'

const start = Date.UTC(2027, 2, 1)

function clientAt(address: string): TestClient {
  const client = new TestClient({ address })
  client.now = start
  return client
}

/** Returns the first numbers of an IPv4 address, in a /24 of its own. */
function ownBlock(): string {
  return `10.${crypto.getRandomValues(new Uint8Array(2)).join('.')}`
}

/** Returns the first groups of an IPv6 address, in a /48 of its own. */
function ownSite(): string {
  const group = () => (crypto.getRandomValues(new Uint16Array(1))[0] ?? 0).toString(16)
  return `2001:${group()}:${group()}`
}

async function counted(key: string, count: number): Promise<void> {
  await testDb()
    .insert(rateWindows)
    .values({ key, count, resetsAt: start + 15 * minute })
    .onConflictDoUpdate({ target: rateWindows.key, set: { count } })
}

async function usesOf(key: string): Promise<number> {
  const [row] = await testDb().select().from(rateWindows).where(eq(rateWindows.key, key))
  return row?.count ?? 0
}

function signIn(client: TestClient, username: string, proof?: Proof, password = testPassword) {
  return client.request('POST', '/api/auth/login', { json: { username, password, ...(proof && { proof }) } })
}

async function puzzleOf(response: Response): Promise<Puzzle> {
  const { status, code, puzzle } = await problemOf(response)
  expect([status, code]).toEqual([428, 'proof_needed'])
  if (!puzzle) throw new Error('No puzzle')
  return puzzle
}

describe('a proof of work', () => {
  it('is asked of a network that failed often, works once, and leaves the account’s limits alone', async () => {
    const { username } = await makeUser()
    const client = clientAt(`${ownSite()}:17::1`)
    const narrow = client.address.replace('::1', '::/64')
    await counted(`entryNarrow:${narrow}`, 9)
    expect((await signIn(client, username, undefined, 'a wrong guess')).status).toBe(401)
    const puzzle = await puzzleOf(await signIn(client, username))
    expect([puzzle.tries, puzzle.expiresAt]).toEqual([600, start + 2 * minute])
    const proof = await solvePuzzle(puzzle)
    expect((await signIn(client, username, proof)).status).toBe(200)
    // One failure; what was refused for want of a proof, and what succeeded, were given back.
    expect(await usesOf(`signInAccount:${username}`)).toBe(1)
    expect(await usesOf(`entryNarrow:${narrow}`)).toBe(10)
    client.dropCookie('__Host-device')
    await puzzleOf(await signIn(client, username, proof))
    // Nor where no isolate remembers it.
    forgetAll()
    await puzzleOf(await signIn(client, username, proof))
  })

  it('gives one place to all copies of a proof', async () => {
    const { username } = await makeUser()
    const client = clientAt(`${ownSite()}:17::1`)
    await counted(`entryNarrow:${client.address.replace('::1', '::/64')}`, 10)
    const proof = await solvePuzzle(await puzzleOf(await signIn(client, username)))
    const [first, ...copies] = await Promise.all([1, 2, 3, 4].map(() => signIn(client, username, proof)))
    expect(first?.status).toBe(200)
    for (const copy of copies) {
      const { trips } = d1Cost(copy)
      expect([copy.status, trips]).toEqual([428, 0])
    }
  })

  it('is good for one act, one network and two minutes, and only with its own answer', async () => {
    const { username } = await makeUser()
    const site = ownSite()
    const client = clientAt(`${site}:17::1`)
    await counted(`entryWide:${site}::/48`, 40)
    const puzzle = await puzzleOf(await signIn(client, username))
    const proof = await solvePuzzle(puzzle)
    const account = { ...newAccount(), proof }
    await puzzleOf(await client.request('POST', '/api/auth/signup', { json: account }))
    await puzzleOf(await signIn(clientAt(`${site}:18::1`), username, proof))
    await puzzleOf(await signIn(client, username, { ...proof, answer: proof.answer + 1 }))
    await puzzleOf(await signIn(client, username, { ...proof, tries: 1 }))
    await puzzleOf(await signIn(client, username, { ...proof, expiresAt: proof.expiresAt + 1 }))
    client.now = start + 2 * minute
    await puzzleOf(await signIn(client, username, proof))
    client.now = start + 2 * minute - 1
    expect((await signIn(client, username, proof)).status).toBe(200)
  })

  it.each([
    ['entryNarrow', ownSite, ':2ff::9', ':2ff::/64', 10],
    ['entryMiddle', ownSite, ':2ff::9', ':200::/56', 20],
    ['entryWide', ownSite, ':2ff::9', '::/48', 40],
    ['entryNarrow', ownBlock, '.7', '.7', 10],
    ['entryWide', ownBlock, '.7', '.0/24', 40],
  ])('costs more the more often %s failed, and refuses nobody', async (action, own, host, network, free) => {
    const { username } = await makeUser()
    const prefix = own()
    const address = prefix + host
    const key = `${action}:${prefix}${network}`
    const triesAfter = async (count: number) => {
      await testDb().delete(rateWindows)
      await counted(key, count)
      const response = await signIn(clientAt(address), username)
      return response.status === 200 ? 0 : (await puzzleOf(response)).tries
    }
    expect(await triesAfter(free - 1)).toBe(0)
    expect(await triesAfter(free)).toBe(600)
    expect(await triesAfter(4 * free)).toBe(1200)
    expect(await triesAfter(16 * free)).toBe(2400)
    expect(await triesAfter(1_000_000)).toBe(2400)
    // A proof that was worth less when it was made isn't enough any more.
    await testDb().delete(rateWindows)
    await counted(key, free)
    const client = clientAt(address)
    const cheap = await solvePuzzle(await puzzleOf(await signIn(client, username)))
    await counted(key, 16 * free)
    const dear = await puzzleOf(await signIn(client, username, cheap))
    expect((await signIn(client, username, await solvePuzzle(dear))).status).toBe(200)
  })

  it('is never asked of a device that was here before, nor of a session', async () => {
    const owner = await linkOwner(start)
    await counted(`entryNarrow:${owner.client.address}`, 1000)
    expect((await signIn(owner.client, owner.username)).status).toBe(200)
    const json = { password: testPassword }
    expect((await owner.client.request('POST', '/api/auth/confirm', { json })).status).toBe(204)
  })

  it('lets eight people sign up at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () => {
        const client = new TestClient()
        const form = newAccount()
        const first = await client.request('POST', '/api/auth/signup', { json: form })
        if (first.status !== 428) return first.status
        const proof = await solvePuzzle(await puzzleOf(first))
        return (await client.request('POST', '/api/auth/signup', { json: { ...form, proof } })).status
      }),
    )
    expect(answers).toEqual(Array(8).fill(201))
  })

  it('is asked of unknown names and known ones alike', async () => {
    const { username } = await makeUser()
    const client = clientAt(`${ownSite()}:17::1`)
    client.setCookie('__Host-device', `${'A'.repeat(22)}.${'A'.repeat(22)}`)
    await counted(`entryNarrow:${client.address.replace('::1', '::/64')}`, 10)
    const [known, unknown] = [username, `nobody${randomLetters(6)}`].map((name) => signIn(client, name))
    const fields = async (answer: Promise<Response> | undefined) =>
      Object.keys(await puzzleOf((await answer) as Response))
    expect(await fields(known)).toEqual(await fields(unknown))
  })
})
