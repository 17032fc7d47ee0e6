import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createDb, zeroCounts } from '#db/client'
import { revocationsAfter, revocationsSince, revokeSession } from '#db/queries/shared/revocations'
import { revocations } from '#db/schema'
import { emptySite } from '#test/support/empty-site'
import { testDb } from '#test/support/factories'
import {
  addressOf,
  cost,
  past,
  patternBytes,
  request,
  sessionCookie,
  storeObject,
} from '#test/support/videos/media'
import { AppError } from '#worker/errors'
import {
  graceMs,
  heldAtMost,
  type Revocation,
  RevocationList,
  type RevocationSource,
} from '#worker/storage/revocations'

const db = testDb()
const start = 1_800_000_000_000
const dayMs = 24 * 3600_000

/** Creates a table that records its reads and can be made to fail. */
function createSource() {
  const rows: Revocation[] = []
  const asked: string[] = []
  const state = { fails: false, gate: Promise.resolve() }
  const answer = async (question: string, found: () => Revocation[]) => {
    asked.push(question)
    await state.gate
    if (state.fails) throw new Error('D1_ERROR: Network connection lost')
    return found()
  }
  const source: RevocationSource = {
    since: (at, atMost) => answer(`since ${at - start}`, () => rows.slice(0, atMost)),
    after: (id, atMost) => answer(`after ${id}`, () => rows.filter((row) => row.id > id).slice(0, atMost)),
    of: (kind, target) =>
      answer(`of ${kind} ${target}`, () => rows.filter((row) => row.kind === kind && row.target === target)),
  }
  const revoke = (object: string, below = 2) =>
    rows.push({ id: rows.length + 1, kind: 'object', target: `m/${object}`, below })
  return { source, asked, state, revoke }
}

const deferred: Promise<unknown>[] = []
const defer = (work: Promise<unknown>) => void deferred.push(work)

async function outcome(work: Promise<void>): Promise<string> {
  try {
    await work
    return 'fine'
  } catch (error) {
    return error instanceof AppError ? error.code : 'other'
  }
}

afterEach(() => {
  vi.useRealTimers()
})

describe('the list of revocations', () => {
  it('is loaded with three days, then with what is new, then after a day anew', async () => {
    const { source, asked, revoke } = createSource()
    const list = new RevocationList()
    revoke('a')
    await list.refresh(source, start, defer, { grace: 0 })
    expect(await list.isRevoked(source, { object: 'a', revision: 1 })).toBe(true)
    expect(await list.isRevoked(source, { object: 'a', revision: 2 })).toBe(false)
    revoke('b')
    await list.refresh(source, start + 9_999, defer, { grace: 0 })
    expect(await list.isRevoked(source, { object: 'b', revision: 1 })).toBe(false)
    await list.refresh(source, start + 10_000, defer, { grace: 0 })
    expect(await list.isRevoked(source, { object: 'b', revision: 1 })).toBe(true)
    await list.refresh(source, start + 20_000, defer, { grace: 0 })
    await list.refresh(source, start + dayMs, defer, { grace: 0 })
    expect(asked).toEqual([`since ${-3 * dayMs}`, 'after 1', 'after 2', `since ${-2 * dayMs}`])
  })

  it('goes by the highest of an object, in whatever order they came', async () => {
    const { source, revoke } = createSource()
    const list = new RevocationList()
    revoke('a', 3)
    revoke('a', 2)
    await list.refresh(source, start, defer, { grace: 0 })
    expect(await list.isRevoked(source, { object: 'a', revision: 2 })).toBe(true)
    expect(await list.isRevoked(source, { object: 'a', revision: 3 })).toBe(false)
  })

  it('is read once for all who come at the same time', async () => {
    const { source, asked, state } = createSource()
    const list = new RevocationList()
    let open = () => {}
    state.gate = new Promise((resolve) => {
      open = resolve
    })
    const waiting = Promise.all(
      Array.from({ length: 50 }, (_, index) => list.refresh(source, start + index, defer, { grace: 0 })),
    )
    open()
    await waiting
    expect(asked).toHaveLength(1)
  })

  it('goes on within grace while the table cannot be read, then refuses', async () => {
    const { source, asked, state, revoke } = createSource()
    const list = new RevocationList()
    revoke('a')
    await list.refresh(source, start, defer, { grace: graceMs })
    state.fails = true
    expect(await outcome(list.refresh(source, start + 10_000, defer, { grace: graceMs }))).toBe('fine')
    expect(await outcome(list.refresh(source, start + 12_000, defer, { grace: 0 }))).toBe('unavailable')
    expect(await outcome(list.refresh(source, start + 29_999, defer, { grace: graceMs }))).toBe('fine')
    expect(await list.isRevoked(source, { object: 'a', revision: 1 })).toBe(true)
    expect(await outcome(list.refresh(source, start + 30_000, defer, { grace: graceMs }))).toBe('unavailable')
    state.fails = false
    expect(await outcome(list.refresh(source, start + 31_000, defer, { grace: graceMs }))).toBe('fine')
    expect(asked).toHaveLength(4)
  })

  it('is read meanwhile within grace, and waited for without', async () => {
    const { source, asked, state, revoke } = createSource()
    const list = new RevocationList()
    await list.refresh(source, start, defer, { grace: graceMs })
    revoke('a')
    let open = () => {}
    state.gate = new Promise((resolve) => {
      open = resolve
    })
    await list.refresh(source, start + 10_000, defer, { grace: graceMs })
    expect(await list.isRevoked(source, { object: 'a', revision: 1 })).toBe(false)
    const waiting = list.refresh(source, start + 10_001, defer, { grace: 0 })
    open()
    await waiting
    expect(await list.isRevoked(source, { object: 'a', revision: 1 })).toBe(true)
    expect(asked).toHaveLength(2)
  })

  it('asks a failing table once a second at most', async () => {
    const { source, asked, state } = createSource()
    const list = new RevocationList()
    state.fails = true
    for (const after of [0, 1, 500, 999, 1000, 1500, 2000]) {
      expect(await outcome(list.refresh(source, start + after, defer, { grace: 0 }))).toBe('unavailable')
    }
    expect(asked).toHaveLength(3)
  })

  it('gives up on a read that never ends, and takes nothing from it afterwards', async () => {
    const { source, asked, state, revoke } = createSource()
    const list = new RevocationList()
    let open = () => {}
    state.gate = new Promise((resolve) => {
      open = resolve
    })
    const stuck = list.refresh(source, start, defer, { grace: 0 })
    state.gate = Promise.resolve()
    revoke('a')
    await list.refresh(source, start + 5_000, defer, { grace: 0 })
    expect(await list.isRevoked(source, { object: 'a', revision: 1 })).toBe(true)
    open()
    await stuck
    expect(asked).toHaveLength(2)
    await list.refresh(source, start + 14_999, defer, { grace: 0 })
    expect(asked).toHaveLength(2)
  })

  it('reads a long table in pages, and goes on where a read was cut off', async () => {
    const { source, asked, state, revoke } = createSource()
    const list = new RevocationList()
    for (let count = 0; count < 12_000; count += 1) revoke(`o${count}`)
    const { after } = source
    source.after = (id, atMost) => {
      state.fails = id === 10_000
      return after(id, atMost)
    }
    expect(await outcome(list.refresh(source, start, defer, { grace: 0 }))).toBe('unavailable')
    source.after = after
    state.fails = false
    expect(await outcome(list.refresh(source, start + 1000, defer, { grace: 0 }))).toBe('fine')
    expect(asked).toEqual([`since ${-3 * dayMs}`, 'after 5000', 'after 10000', 'after 10000'])
    for (const object of ['o0', 'o5000', 'o11999'])
      expect([object, await list.isRevoked(source, { object, revision: 1 })]).toEqual([object, true])
  })

  it('that is too long to hold is asked for each target, and refuses where it cannot be', async () => {
    const { source, asked, state, revoke } = createSource()
    const list = new RevocationList(3)
    for (const object of ['a', 'b', 'c', 'd']) revoke(object)
    await list.refresh(source, start, defer, { grace: 0 })
    await list.refresh(source, start + 10_000, defer, { grace: 0 })
    expect(await list.isRevoked(source, { object: 'b', revision: 1 })).toBe(true)
    expect(await list.isRevoked(source, { object: 'b', revision: 2 })).toBe(false)
    expect(await list.isRevoked(source, { object: 'e', revision: 1 })).toBe(false)
    expect(asked).toEqual([`since ${-3 * dayMs}`, 'of object m/b', 'of object m/b', 'of object m/e'])
    const session = { sessionId: 's', userId: 1, tokenVersion: 0 }
    expect(await list.isEnded(source, session)).toBe(false)
    state.fails = true
    await expect(list.isEnded(source, session)).rejects.toThrow()
    await expect(list.isRevoked(source, { object: 'e', revision: 1 })).rejects.toThrow()
  })

  it('goes by what it knew while it reads anew', async () => {
    const { source, state, revoke } = createSource()
    const list = new RevocationList()
    revoke('a')
    await list.refresh(source, start, defer, { grace: 0 })
    await list.refresh(source, start + dayMs - 1, defer, { grace: 0 })
    state.fails = true
    expect(await outcome(list.refresh(source, start + dayMs + 10_000, defer, { grace: graceMs }))).toBe(
      'fine',
    )
    expect(await list.isRevoked(source, { object: 'a', revision: 1 })).toBe(true)
  })

  it('lets nobody wait longer than five seconds for it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { source, state } = createSource()
    state.gate = new Promise(() => {})
    const waiting = outcome(new RevocationList().refresh(source, start, defer, { grace: 0 }))
    await vi.advanceTimersByTimeAsync(4_999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await waiting).toBe('unavailable')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('keeps the read alive after the request that began it', async () => {
    const { source } = createSource()
    deferred.length = 0
    await new RevocationList().refresh(source, start, defer, { grace: 0 })
    expect(deferred).toHaveLength(1)
  })
})

it('a member costs a table that is too long to hold three look-ups a request', async () => {
  await emptySite()
  const now = Date.now()
  const bytes = patternBytes(10)
  const file = await storeObject(bytes, { class: 'premium' })
  await env.DB.prepare(
    `insert into revocations (kind, target, below, at)
     with recursive n (i) as (select 1 union all select i + 1 from n where i <= ?) select 'object', 'm/' || i, 2, ? from n`,
  )
    .bind(heldAtMost, now)
    .run()
  const sessionId = 'a-session'
  const cookie = await sessionCookie({ sessionId, premiumUntil: now + dayMs }, now)
  const get = () => request(addressOf(file), { cookie: `${past}; ${cookie}` })
  await (await get()).arrayBuffer()
  const answer = await get()
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(bytes)
  expect(cost(answer, 'd1').queries).toBe(3)
  await revokeSession(db, sessionId, now)
  expect((await get()).status).toBe(403)
})

describe('the table of revocations', () => {
  beforeEach(async () => {
    await db.delete(revocations)
    const older = Array.from({ length: 40 }, (_, index) => index)
    for (const at of [...older, 100, 101, 100, 102, 103])
      await db.insert(revocations).values({ kind: 'session', target: `at ${at}`, at: start + at })
  })

  it('is read from a time on, in the order in which they came, a page at a time', async () => {
    const first = await revocationsSince(db, start + 100, 3)
    expect(first.map(({ target }) => target)).toEqual(['at 100', 'at 101', 'at 100'])
    const rest = await revocationsAfter(db, first.at(-1)?.id ?? 0, 3)
    expect(rest.map(({ target }) => target)).toEqual(['at 102', 'at 103'])
    expect((await revocationsSince(db, 0, 1))[0]?.target).toBe('at 0')
    expect(await revocationsSince(db, start + 104, 3)).toEqual([])
  })

  it('costs a page and one row, however many are older', async () => {
    const counts = zeroCounts()
    const { length } = await revocationsSince(createDb(env.DB, counts), start + 100, 3)
    expect([length, counts.rowsRead <= 5, counts]).toEqual([3, true, counts])
  })
})
