import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { auditLog } from '#db/schema'
import { jobContext, userContext } from '#test/support/context'
import { audit } from '#worker/services/shared/audit/index'
import { randomId } from '#worker/storage/keys'

describe('audit', () => {
  it('records who, what, on what, when, why and from which request', async () => {
    const ctx = await userContext()
    const subjectId = randomId()
    const entry = {
      action: 'video.remove',
      subject: 'video',
      subjectId,
      reason: 'Stolen.',
      details: { title: 'A' },
    }
    await audit(ctx, entry)
    expect(await ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId))).toEqual([
      {
        id: expect.any(Number),
        at: ctx.now,
        actorId: ctx.actor.id,
        action: 'video.remove',
        subject: 'video',
        subjectId,
        reason: 'Stolen.',
        details: '{"title":"A"}',
        requestId: ctx.requestId,
      },
    ])
  })

  it('has no account for what the system does', async () => {
    const ctx = await jobContext()
    const subjectId = randomId()
    await audit(ctx, { action: 'claim.expire', subject: 'claim', subjectId })
    const [row] = await ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId))
    expect(row?.actorId).toBeNull()
  })

  it('only grows', async () => {
    const ctx = await jobContext()
    const subjectId = randomId()
    await audit(ctx, { action: 'claim.expire', subject: 'claim', subjectId })
    const mine = eq(auditLog.subjectId, subjectId)
    // Drizzle wraps D1's errors.
    const refusal = (words: string) => ({
      cause: expect.objectContaining({ message: expect.stringContaining(words) }),
    })
    await expect(ctx.db.update(auditLog).set({ action: 'nothing' }).where(mine)).rejects.toMatchObject(
      refusal('the audit log only grows'),
    )
    await expect(ctx.db.delete(auditLog).where(mine)).rejects.toMatchObject(
      refusal('the audit log keeps this entry'),
    )
    const [row] = await ctx.db.select().from(auditLog).where(mine)
    expect(row?.action).toBe('claim.expire')
  })

  it('is written with the act or not at all', async () => {
    const ctx = await jobContext()
    const subjectId = randomId()
    const entry = audit(ctx, { action: 'video.remove', subject: 'video', subjectId })
    await expect(ctx.db.batch([entry, ctx.db.delete(auditLog)])).rejects.toThrow()
    expect(await ctx.db.select().from(auditLog).where(eq(auditLog.subjectId, subjectId))).toEqual([])
  })
})
