import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import type { Problem } from '#contract/values/shared/errors'
import { solvePuzzle } from '#tools/import/solve-puzzle'
import { randomAddress } from '../e2e/support/site'
import { Tally } from './support/crowd'
import { KillableSite, type Person } from './support/kill'

const floodMs = Number(process.env.FLOOD_SECONDS ?? 60) * 1000
const wrongASecond = 50
/** Puzzles that attackers solve at once; with more they would leave this machine's site no processor. */
const solversAtOnce = 1
const allowedMs = 1000

let site: KillableSite
let folder: string

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'nocturne-flood-'))
  site = new KillableSite(join(folder, 'state'), 8895)
  await site.open()
})

test.afterAll(async () => {
  await site.close()
  rmSync(folder, { recursive: true, force: true })
})

for (const [kind, withProofs] of [
  ['that bring no proof', false],
  ['of which some bring proofs', true],
] as const) {
  test(`wrong sign-ins ${kind} keep out neither known devices nor sessions`, async () => {
    test.setTimeout(floodMs + 180_000)
    const figure = (description: string) => test.info().annotations.push({ type: 'figure', description })
    const [member, stranger, admin] = [await site.person(), await site.person(), await site.administrator()]
    const until = Date.now() + floodMs
    const [wrong, devices, sessions, strangers, others] = await Promise.all([
      every(1000 / wrongASecond, until, guessing(member, withProofs)),
      every(6000, until, returning(member)),
      every(3000, until, confirming(admin)),
      every(4000, until, entering(stranger)),
      every(100, until, async (tally) => void (await tally.ask(`${site.origin}/api/settings`))),
    ])
    figure(`${wrongASecond} wrong sign-ins a second for ${floodMs / 1000} s: ${wrong}`)
    figure(`a known device: ${devices}; a session: ${sessions}`)
    figure(`strangers who solve their puzzles: ${strangers}`)
    figure(`reading: ${others}`)
    expect(Object.keys(devices.statuses)).toEqual(['200'])
    expect(Object.keys(sessions.statuses)).toEqual(['204'])
    if (withProofs) return
    const entered = strangers.statuses[200] ?? 0
    expect(entered / Math.floor(floodMs / 4000)).toBeGreaterThanOrEqual(0.8)
    expect(others.p95()).toBeLessThan(allowedMs)
  })
}

type Act = (tally: Tally) => Promise<void>

/** Begins an act every so many milliseconds, whether the last one has ended or not. */
async function every(ms: number, until: number, act: Act): Promise<Tally> {
  const tally = new Tally()
  const begun: Promise<void>[] = []
  for (let next = Date.now(); next < until; next += ms) {
    await wait(Math.max(0, next - Date.now()))
    begun.push(act(tally))
  }
  await Promise.all(begun)
  return tally
}

/** Tries passwords, each time from another /64 of one /48. */
function guessing({ name }: Person, withProofs: boolean): Act {
  let sent = 0
  let solving = 0
  return async (tally) => {
    sent += 1
    const headers = { 'cf-connecting-ip': `2001:db8:7:${sent.toString(16)}::1` }
    const guess = { name: sent % 2 ? name : `nobody${sent}`, password: `guess ${sent}` }
    const puzzle = await signIn(guess, tally, headers)
    if (!puzzle || !withProofs || solving >= solversAtOnce) return
    solving += 1
    const proof = await solvePuzzle(puzzle)
    solving -= 1
    await signIn(guess, tally, headers, proof)
  }
}

/** Signs in again on the same device. */
function returning(person: Person): Act {
  const headers = { cookie: person.cookie, 'cf-connecting-ip': randomAddress() }
  return async (tally) => void (await signIn(person, tally, headers))
}

/** Confirms the password in a session, whose cookie is a new one each time. */
function confirming({ cookie, password }: Person): Act {
  const address = randomAddress()
  let session = cookie
  return async (tally) => {
    const { response } = await tally.ask(`${site.origin}/api/auth/confirm`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'cf-connecting-ip': address, cookie: session },
      body: JSON.stringify({ password }),
    })
    session = response.headers
      .getSetCookie()
      .map((line) => line.split(';')[0])
      .join('; ')
  }
}

/** Signs in from a new address as the page does, with as many puzzles as that asks for. */
function entering(person: Person): Act {
  return async (tally) => {
    const headers = { 'cf-connecting-ip': randomAddress() }
    let puzzle = await signIn(person, tally, headers)
    for (let solved = 0; puzzle && solved < 3; solved += 1)
      puzzle = await signIn(person, tally, headers, await solvePuzzle(puzzle))
  }
}

/** Returns the puzzle, if that is the answer. */
async function signIn(
  { name, password }: Pick<Person, 'name' | 'password'>,
  tally: Tally,
  headers: Record<string, string>,
  proof?: object,
): Promise<Problem['puzzle']> {
  const { text } = await tally.ask(`${site.origin}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ username: name, password, proof }),
  })
  return (JSON.parse(text()) as Problem).puzzle
}
