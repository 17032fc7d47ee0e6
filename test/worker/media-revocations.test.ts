import { afterEach, describe, expect, it, vi } from 'vitest'
import { AppError } from '../../worker/errors'
import { type Revocation, RevocationList, type RevocationSource } from '../../worker/storage/revocations'

const start = 1_800_000_000_000
const dayMs = 24 * 3600_000

/** A table that says what was asked of it, and fails on demand. */
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
    since: (at) => answer(`since ${at - start}`, () => [...rows]),
    after: (id) => answer(`after ${id}`, () => rows.filter((row) => row.id > id)),
  }
  const revoke = (object: string) =>
    rows.push({ id: rows.length + 1, kind: 'object', target: `m/${object}`, below: 2 })
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
    await list.refresh(source, start, defer)
    expect(list.isRevoked({ object: 'a', revision: 1 })).toBe(true)
    expect(list.isRevoked({ object: 'a', revision: 2 })).toBe(false)
    revoke('b')
    await list.refresh(source, start + 9_999, defer)
    expect(list.isRevoked({ object: 'b', revision: 1 })).toBe(false)
    await list.refresh(source, start + 10_000, defer)
    expect(list.isRevoked({ object: 'b', revision: 1 })).toBe(true)
    await list.refresh(source, start + 20_000, defer)
    await list.refresh(source, start + dayMs, defer)
    expect(asked).toEqual([`since ${-3 * dayMs}`, 'after 1', 'after 2', `since ${-2 * dayMs}`])
  })

  it('is read once for all who come at the same time', async () => {
    const { source, asked, state } = createSource()
    const list = new RevocationList()
    let open = () => {}
    state.gate = new Promise((resolve) => {
      open = resolve
    })
    const waiting = Promise.all(
      Array.from({ length: 50 }, (_, index) => list.refresh(source, start + index, defer)),
    )
    open()
    await waiting
    expect(asked).toHaveLength(1)
  })

  it('goes on with what it knows for a minute while the table cannot be read, then refuses', async () => {
    const { source, asked, state, revoke } = createSource()
    const list = new RevocationList()
    revoke('a')
    await list.refresh(source, start, defer)
    state.fails = true
    expect(await outcome(list.refresh(source, start + 10_000, defer))).toBe('fine')
    expect(await outcome(list.refresh(source, start + 59_999, defer))).toBe('fine')
    expect(list.isRevoked({ object: 'a', revision: 1 })).toBe(true)
    expect(await outcome(list.refresh(source, start + 60_000, defer))).toBe('unavailable')
    state.fails = false
    expect(await outcome(list.refresh(source, start + 61_000, defer))).toBe('fine')
    expect(asked).toHaveLength(4)
  })

  it('asks a failing table once a second at most', async () => {
    const { source, asked, state } = createSource()
    const list = new RevocationList()
    state.fails = true
    for (const after of [0, 1, 500, 999, 1000, 1500, 2000]) {
      expect(await outcome(list.refresh(source, start + after, defer))).toBe('unavailable')
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
    const stuck = list.refresh(source, start, defer)
    state.gate = Promise.resolve()
    revoke('a')
    await list.refresh(source, start + 5_000, defer)
    expect(list.isRevoked({ object: 'a', revision: 1 })).toBe(true)
    open()
    await stuck
    expect(asked).toHaveLength(2)
    await list.refresh(source, start + 14_999, defer)
    expect(asked).toHaveLength(2)
  })

  it('lets nobody wait longer than five seconds for it', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { source, state } = createSource()
    state.gate = new Promise(() => {})
    const waiting = outcome(new RevocationList().refresh(source, start, defer))
    await vi.advanceTimersByTimeAsync(4_999)
    expect(vi.getTimerCount()).toBe(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(await waiting).toBe('unavailable')
    expect(vi.getTimerCount()).toBe(0)
  })

  it('keeps the read alive after the request that began it', async () => {
    const { source } = createSource()
    deferred.length = 0
    await new RevocationList().refresh(source, start, defer)
    expect(deferred).toHaveLength(1)
  })
})
