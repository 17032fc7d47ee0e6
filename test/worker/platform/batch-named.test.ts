import { and, eq, type SQL } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { batchNamed } from '#db/batch-named'
import { followedBy } from '#db/followed-by'
import { leases } from '#db/schema'
import { testDb } from '../../support/factories'

const db = testDb()

function put(name: string, heldUntil: number) {
  return db.insert(leases).values({ name, heldUntil }).onConflictDoNothing()
}

function look(name: string) {
  return db.select({ heldUntil: leases.heldUntil }).from(leases).where(eq(leases.name, name))
}

function move(name: string, heldUntil: number, onlyIf: SQL) {
  return db
    .update(leases)
    .set({ heldUntil })
    .where(and(eq(leases.name, name), onlyIf))
    .returning({ name: leases.name })
}

describe('a batch of named steps', () => {
  it('runs in order, and returns what has a name', async () => {
    const { before, after, both } = await batchNamed(db, [
      { before: look('order') },
      put('order', 1),
      put('order', 2),
      { both: db.select().from(leases).where(eq(leases.name, 'order')) },
      { after: look('order') },
    ])
    expect({ before, after, both }).toEqual({
      before: [],
      after: [{ heldUntil: 1 }],
      both: [{ name: 'order', heldUntil: 1 }],
    })
    // @ts-expect-error The rows have the type that the statement gives them.
    expect(after[0]?.name).toBeUndefined()
  })

  it('promises nothing of a step that may be left out', async () => {
    const isAsked = Boolean(0)
    const results = await batchNamed(db, [
      { there: look('none') },
      ...(isAsked ? [{ asked: look('none') }] : []),
      isAsked ? { wanted: look('none') } : null,
      { last: put('last', 1) },
    ])
    // @ts-expect-error It has no type, since it may not be there.
    expect(results.asked).toBeUndefined()
    // @ts-expect-error It has no type either.
    expect(results.wanted).toBeUndefined()
    expect(results.there).toEqual([])
    expect(results.last.meta.changes).toBe(1)
  })

  it('undoes itself as one', async () => {
    const twice = db.insert(leases).values({ name: 'twice', heldUntil: 1 })
    await expect(batchNamed(db, [{ first: twice }, twice])).rejects.toThrow()
    expect(await look('twice')).toEqual([])
  })

  it('refuses a name for two results', async () => {
    const steps = [{ same: put('alike', 1) }, { same: look('alike') }] as const
    await expect(batchNamed(db, steps)).rejects.toThrow('same')
    expect(await look('alike')).toEqual([])
  })
})

describe('a statement that follows another', () => {
  it('knows whether that one changed something, one after the other', async () => {
    const steps = () =>
      followedBy(
        put('chain', 1),
        ({ changed }) => ({ second: move('chain', 2, changed) }),
        ({ changed }) => ({ third: move('chain', 3, changed) }),
      )
    const first = await batchNamed(db, steps())
    expect([first.second.length > 0, first.third.length > 0]).toEqual([true, true])
    const again = await batchNamed(db, [put('between', 1), ...steps()])
    expect([again.second, again.third]).toEqual([[], []])
  })

  it('knows how many rows that one changed', async () => {
    await db.batch([put('a', 7), put('b', 7), put('c', 8)])
    await db.batch(
      followedBy(db.delete(leases).where(eq(leases.heldUntil, 7)), ({ changes }) =>
        db.update(leases).set({ heldUntil: changes }).where(eq(leases.name, 'c')),
      ),
    )
    expect(await look('c')).toEqual([{ heldUntil: 2 }])
  })
})
