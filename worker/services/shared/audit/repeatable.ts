import { minute } from '../../../../contract/values/shared/time'
import { latestActs } from '../../../../db/queries/shared/audit'
import { AppError } from '../../../errors'
import type { UserContext } from '../../context'

/** For so long, an act that is asked for again is taken for the first one. */
const repeatMs = 10 * minute

interface Act {
  action: string
  subject: string
  subjectId: string | number
  /** As the log has it, if it has one. */
  reason?: string | undefined
}

/**
 * Runs an act that the log records. A refusal doesn't count when the same person has just done this: the answer was lost,
 * and they ask again.
 */
export async function repeatable(ctx: UserContext, act: Act, run: () => Promise<void>): Promise<void> {
  try {
    await run()
  } catch (error) {
    const isOver = error instanceof AppError && (error.code === 'conflict' || error.code === 'not_found')
    if (!isOver || !(await isDone(ctx, act))) throw error
  }
}

/** Returns whether the latest that was done to something is this, by the same person, a moment ago. */
export async function isDone(
  { actor, db, now }: UserContext,
  { action, subject, subjectId, reason }: Act,
  within = repeatMs,
): Promise<boolean> {
  const acts = await latestActs(db, subject, String(subjectId))
  return acts.some(
    (each) =>
      each.action === action &&
      each.actorId === actor.id &&
      each.at > now - within &&
      (reason === undefined || each.reason === reason),
  )
}
