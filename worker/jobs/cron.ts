import { minute } from '#contract/values/shared/time'
import { inTime } from '#db/in-time'
import { type CronTasks, claimTasks, type TaskToClaim, writeTasks } from '#db/queries/shared/cron'
import type { TaskState } from '#db/schema'
import { describeError, log } from '../log'
import type { ServiceContext } from '../services/context'
import { sendAll } from '../services/shared/send'
import { randomId } from '../storage/keys'
import { failed, longestMs, runTask } from './run-task'
import { ownTasks, queuedTasks, type Task, type TaskName } from './tasks'

/** How long a killed run keeps other runs out. */
const claimMs = 2 * minute
/** How long the other tasks wait for one, which then goes on beside them. */
const turnMs = minute / 2
/** A message of the queue begins within seconds. */
const lateMs = 2 * minute
/** Longer than the queue repeats a failing task. A task not done by then is queued again. */
const lostMs = 10 * minute

const allTasks: Record<string, Task> = { ...ownTasks, ...queuedTasks }
const queuedNames = Object.keys(queuedTasks) as TaskName[]

/**
 * Claims the tasks that are due, does its own one after the other and asks the queue for the others. If the
 * queue takes nothing, or hasn't begun a task after two minutes, cron does the tasks that can't wait itself.
 * A failure is logged and doesn't stop the others, and a task that hangs delays them by its turn. `elapsed`
 * returns the milliseconds since `ctx.now`.
 *
 * Nothing but the claim keeps a task from being done twice, and a claim lapses where a run is killed.
 */
export async function runCron(ctx: ServiceContext, elapsed = () => 0): Promise<void> {
  const run = await CronRun.begin(ctx, elapsed)
  if (!run) return
  const { toDo, toSend } = run
  const sending = ask(ctx, toSend)
  await run.doInTurn(toDo)
  if (!(await sending)) await run.doInTurn(await run.takeBack(toSend))
  await run.end()
}

async function ask({ jobs }: ServiceContext, names: readonly TaskName[]): Promise<boolean> {
  try {
    await sendAll(
      jobs,
      names.map((task) => ({ job: 'task' as const, task })),
    )
    return true
  } catch (error) {
    log('error', 'cron.not-sent', { tasks: names.join(' '), ...describeError(error) })
    return false
  }
}

/** The tasks that one run has claimed, and their outcomes. */
class CronRun {
  readonly #running = new Map<string, Promise<void>>()
  #notedAt: number

  private constructor(
    private readonly ctx: ServiceContext,
    private readonly elapsed: () => number,
    private readonly id: string,
    private readonly tasks: Map<string, TaskState>,
  ) {
    this.#notedAt = ctx.now
  }

  /**
   * Claims the tasks that are due. Returns undefined if it can't, since it couldn't note their outcomes
   * either. If the query for their work fails, each counts as having some, so that one failing query stops
   * its own task alone.
   */
  static async begin(ctx: ServiceContext, elapsed: () => number): Promise<CronRun | undefined> {
    const id = randomId()
    const toClaim = Object.entries(allTasks).map(([name, task]) => ({
      name,
      every: (task.every ?? 1) * minute,
      isOwn: name in ownTasks,
      isRescued: task.rescue !== undefined,
      work: task.work?.(ctx),
    }))
    const { now } = ctx
    const times = { now, until: now + claimMs, lateSince: now - lateMs, lostSince: now - lostMs }
    const claim = (tasks: readonly TaskToClaim[]) => claimTasks(ctx.db, id, tasks, times)
    try {
      const [row] = await claim(toClaim).catch((error: unknown) => {
        log('error', 'cron.work-unknown', describeError(error))
        return claim(toClaim.map((task) => ({ ...task, work: undefined })))
      })
      const claimed = Object.entries(row?.tasks ?? {}).filter(([, { by }]) => by === id)
      return new CronRun(ctx, elapsed, id, new Map(claimed))
    } catch (error) {
      log('error', 'cron.not-claimed', describeError(error))
      return undefined
    }
  }

  /** Tasks that cron does itself. */
  get toDo(): string[] {
    return [...this.tasks.keys()].filter((name) => this.tasks.get(name)?.until !== undefined)
  }

  /** Tasks that cron asks the queue for. */
  get toSend(): TaskName[] {
    return queuedNames.filter((name) => this.tasks.has(name) && this.tasks.get(name)?.until === undefined)
  }

  /**
   * Does tasks one after the other. Those that failed before come last, the most recently begun at the very
   * end: one may kill the run.
   */
  async doInTurn(names: readonly string[]): Promise<void> {
    const rank = (name: string) => {
      const { failing, begun = 0 } = this.tasks.get(name) ?? {}
      return failing === undefined ? -1 : begun
    }
    for (const name of names.toSorted((one, other) => rank(one) - rank(other))) await this.#doNext(name)
  }

  async #doNext(name: string): Promise<void> {
    const state = this.tasks.get(name)
    const run = name in ownTasks ? allTasks[name]?.run : allTasks[name]?.rescue
    if (!state || !run) return
    // Each has the time of its own start, from which leases and claims last some minutes.
    const now = this.#now()
    if (state.failing !== undefined) {
      // Noted before it runs, since it may kill the run.
      this.tasks.set(name, { ...state, begun: now })
      await this.#note()
    }
    const work = runTask({ ...this.ctx, now }, name, run).then((isDone) => {
      this.#end(name, isDone)
      this.#running.delete(name)
    })
    this.#running.set(name, work)
    await inTime(work, turnMs, () => log('warn', 'cron.slow', { task: name }))
    if (this.#now() - this.#notedAt >= turnMs) await this.#note()
  }

  /**
   * Takes back tasks that the queue didn't take. Returns those that cron does itself; the others wait for the
   * next minute.
   */
  async takeBack(names: readonly TaskName[]): Promise<string[]> {
    for (const name of names) {
      const state = this.tasks.get(name)
      if (state && allTasks[name]?.rescue) this.tasks.set(name, { ...state, until: this.#now() })
      else this.#end(name, false)
    }
    const now = await this.#note()
    // The queue may have taken it without confirming it.
    return names.filter((name) => this.tasks.get(name)?.until !== undefined && now[name]?.by === this.id)
  }

  /** Waits for the tasks that still run, and gives up all claims. */
  async end(): Promise<void> {
    if (this.#running.size > 0) {
      // The next run does the others meanwhile.
      await this.#note()
      await inTime(Promise.all(this.#running.values()), longestMs, () => {
        for (const name of this.#running.keys()) {
          log('error', 'cron.hung', { task: name })
          this.#end(name, false)
        }
      })
    }
    await this.#note()
  }

  #end(name: string, isDone: boolean): void {
    const { now } = this.ctx
    const state = this.tasks.get(name)
    if (state) this.tasks.set(name, isDone ? { done: now } : failed(state, now))
  }

  #now(): number {
    return this.ctx.now + this.elapsed()
  }

  /**
   * Writes the outcomes of its tasks, and extends the claims on those that aren't over. Returns all tasks.
   */
  async #note(): Promise<CronTasks> {
    this.#notedAt = this.#now()
    for (const [name, state] of this.tasks) {
      const until = this.#notedAt + (this.#running.has(name) ? longestMs : claimMs)
      if (state.until !== undefined) this.tasks.set(name, { ...state, until })
    }
    try {
      const [row] = await writeTasks(this.ctx.db, this.id, Object.fromEntries(this.tasks))
      return row?.tasks ?? {}
    } catch (error) {
      log('error', 'cron.not-noted', describeError(error))
      return {}
    }
  }
}
