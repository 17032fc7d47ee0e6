import type { Step } from '#db/batch-named'
import { batchNamed } from '#db/batch-named'
import { always, type Condition } from '#db/conditions'
import { auditLog } from '#db/schema'
import type { UserContext } from '../../context'
import { audit, repeatable } from '../../shared/audit'
import { kickMail } from '../../shared/mail'
import { explainRefusal, whereBelowActor } from '../users-admin/guard'

interface Care {
  action: string
  before: unknown
  after: unknown
  /** The condition that the account, as `target`, must meet. */
  target?: Condition
  /** The sentence for an account that doesn't meet it. */
  otherwise: string
  /** Statements of the same batch, each under the condition. */
  changes: (onlyIf: Condition) => readonly Step[]
}

/**
 * Does something to an account whose role is below the actor's, and records it, in one batch. Throws where the
 * account, or the actor's role, is no longer as it was.
 */
export async function actOn(ctx: UserContext, id: number, care: Care): Promise<void> {
  const { action, before, after, target = always, otherwise, changes } = care
  const onlyIf = whereBelowActor(ctx, id, target)
  const entry = { action, subject: 'user', subjectId: id, details: { before, after } }
  const { recorded } = await batchNamed(ctx.db, [
    { recorded: audit(ctx, entry, onlyIf).returning({ id: auditLog.id }) },
    ...changes(onlyIf),
  ])
  if (recorded.length === 0) throw await explainRefusal(ctx, id, () => otherwise)
  ctx.defer(kickMail(ctx))
}

/**
 * Does the same for an act that can't be done twice in a row. Someone who has just done it gets no conflict.
 */
export async function actOnce(ctx: UserContext, id: number, care: Care): Promise<void> {
  await repeatable(ctx, { action: care.action, subject: 'user', subjectId: id }, () => actOn(ctx, id, care))
}
