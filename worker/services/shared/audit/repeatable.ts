import { latestActs } from '#db/queries/shared/audit'
import { AppError } from '#worker/errors'
import type { UserContext } from '../../context'
import { repeatMs } from '../time'

interface Act {
  action: string
  subject: string
  subjectId: string | number
  /** As it is logged, null if it has none; left out where the actor gives none. */
  reason?: string | null | undefined
  /** Other parts of the request, as they are in the log's details. */
  details?: Record<string, unknown>
}

/**
 * Runs an act that the log records. A refusal doesn't count when the same person has just done exactly this:
 * the answer was lost, and they ask again. Returns whether it was done before.
 */
export function repeatable(ctx: UserContext, act: Act, run: () => Promise<void>): Promise<boolean> {
  return unlessDone(() => isDone(ctx, act), run)
}

/** Does the same for an act that is recorded elsewhere than in the log. */
export async function unlessDone(
  wasDone: () => Promise<boolean>,
  run: () => Promise<void>,
): Promise<boolean> {
  try {
    await run()
    return false
  } catch (error) {
    const isOver = error instanceof AppError && (error.code === 'conflict' || error.code === 'not_found')
    if (isOver && (await wasDone())) return true
    throw error
  }
}

/** Returns whether the latest act on a subject is this one, by the same person, a moment ago. */
export async function isDone(
  { actor, db, now }: UserContext,
  { action, subject, subjectId, reason, details = {} }: Act,
): Promise<boolean> {
  const acts = await latestActs(db, subject, String(subjectId))
  return acts.some(
    (each) =>
      each.action === action &&
      each.actorId === actor.id &&
      each.at > now - repeatMs &&
      (reason === undefined || each.reason === reason) &&
      contains(JSON.parse(each.details ?? '{}'), details),
  )
}

function contains(whole: unknown, part: unknown): boolean {
  if (!isRecord(part)) return JSON.stringify(whole) === JSON.stringify(part)
  return isRecord(whole) && Object.entries(part).every(([name, value]) => contains(whole[name], value))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
