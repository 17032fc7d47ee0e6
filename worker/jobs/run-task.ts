import { minute } from '#contract/values/shared/time'
import { inTime } from '#db/in-time'
import { claimSentTask, writeTasks } from '#db/queries/shared/cron'
import type { TaskState } from '#db/schema'
import { describeError, log } from '../log'
import type { ServiceContext } from '../services/context'
import { randomId } from '../storage/keys'
import { queuedTasks, type Run, type Task, type TaskName } from './tasks'

/** Longer than any batch takes: a task that still runs then hangs, and is given up. */
export const longestMs = 5 * minute

/** Returns whether the task was done. */
export async function runTask(ctx: ServiceContext, name: string, run: Run): Promise<boolean> {
  try {
    await run(ctx)
    return true
  } catch (error) {
    log('error', 'cron.failed', { task: name, ...describeError(error) })
    return false
  }
}

/** Returns the state of a task that wasn't done. */
export function failed({ done, failing, begun }: TaskState, now: number): TaskState {
  return { done, failing: failing ?? now, ...(begun !== undefined && { begun }) }
}

/** Thrown while a run holds the task, even one that was killed. */
export class TaskHeldError extends Error {
  override readonly name = 'TaskHeldError'

  /** After `delaySeconds`, the run no longer holds the task. */
  constructor(
    task: string,
    readonly delaySeconds: number,
  ) {
    super(`A run holds the task ${task}.`)
  }
}

/**
 * Does a task that cron asked the queue for, unless it was done meanwhile: a message may be delivered twice,
 * or after cron did its work. Throws if the queue has to repeat it. That includes a task that another run is
 * doing, since its outcome is unknown.
 */
export async function runSentTask(ctx: ServiceContext, name: TaskName): Promise<void> {
  const task: Task | undefined = queuedTasks[name]
  // Another version of the worker has it: retries give that version time to return.
  if (!task) throw new Error(`Unknown task ${name}`)
  const id = randomId()
  const [row] = await claimSentTask(ctx.db, id, name, ctx.now, ctx.now + longestMs + minute)
  const state = row?.tasks[name]
  if (state?.sent === undefined) return
  if (state.by !== id) throw new TaskHeldError(name, Math.ceil(((state.until ?? ctx.now) - ctx.now) / 1000))
  const isDone = await inTime(runTask(ctx, name, task.run), longestMs, () => {
    log('error', 'cron.hung', { task: name })
    return false
  })
  // While the queue repeats it, it isn't late.
  const after = isDone ? { done: ctx.now } : { ...failed(state, ctx.now), sent: ctx.now }
  await writeTasks(ctx.db, id, { [name]: after })
  if (!isDone) throw new Error(`The task ${name} failed.`)
}
