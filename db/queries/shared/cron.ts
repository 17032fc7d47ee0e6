import { eq, type SQLWrapper, sql } from 'drizzle-orm'
import { minute } from '#contract/values/shared/time'
import type { Db } from '../../client'
import { cronRuns, type TaskState } from '../../schema'

/** Tasks of cron by name. */
export type CronTasks = Record<string, TaskState>

/** A task's properties that a claim depends on. */
export interface TaskToClaim {
  name: string
  /** Milliseconds between two turns, counted from midnight. */
  every: number
  /** Whether cron runs it itself; otherwise the queue does. */
  isOwn: boolean
  /** Whether cron also runs it if it was sent to the queue and didn't start. */
  isRescued: boolean
  /** A query that returns a row while there is work to do. Without it, there always is. */
  work: SQLWrapper | undefined
}

interface ClaimTimes {
  now: number
  /** Until then, no other run takes the tasks claimed by this one. */
  until: number
  /** Tasks sent to the queue before this time that haven't started are rescued. */
  lateSince: number
  /** Tasks sent to the queue before this time that aren't done are sent again. */
  lostSince: number
}

/** Binds a number as an integer: drivers bind numbers as reals, whose quotients aren't whole numbers. */
const whole = (number: number) => sql`cast(${number} as integer)`

/**
 * Takes every task that is due and that no run works on, and returns all tasks. This run has to do those that
 * are `by` it, or send them to the queue if they have no `until`. Tasks without work count as done.
 *
 * A task is due in any turn but the one in which it was last done, so that a missed task gets its turn. A new
 * task counts as done when the first run sees it, and waits for its turn: a new site has no work for it. A
 * task that an earlier run never gave back counts as failed, since it may have ended that run.
 *
 * D1 takes a hundred parameters, most of which the queries use: the statement's other values are bound once,
 * and constants are written into it. The tasks are rows, since an expression may be at most a hundred levels
 * deep and a function has at most 32 arguments.
 */
export function claimTasks(db: Db, run: string, tasks: readonly TaskToClaim[], times: ClaimTimes) {
  const rows = tasks.map(({ name, every, isOwn, isRescued, work }) => {
    const constants = sql.raw(`'${name}', ${every}, ${isOwn}, ${isRescued}`)
    return sql`(${constants}, ${work ? sql`exists ${work}` : sql.raw('true')})`
  })
  const claimed = sql`(
    with task (name, every, is_own, is_rescued, has_work) as materialized (values ${sql.join(rows, sql.raw(', '))}),
    told (run, now, until, late_since, lost_since, states) as materialized (
      select ${run}, ${whole(times.now)}, ${whole(times.until)}, ${whole(times.lateSince)}, ${whole(times.lostSince)},
        coalesce((select tasks from ${cronRuns} where id = 1), '{}')
    ),
    known as (
      select task.*, told.*, coalesce(states -> name, json_object('done', now - ${sql.raw(String(minute))})) as state
      from told, task
    ),
    looked_at as (
      select *, state ->> 'sent' as sent, state ->> 'until' as held_until,
        is_own or (is_rescued and coalesce(state ->> 'sent' <= late_since, false)) as is_for_cron,
        (state ->> 'done') / every <> now / every and coalesce(state ->> 'until' <= now, true) as is_due
      from known
    )
    select json_group_object(name, json(case
      when not is_due then state
      when not has_work then json_object('done', now)
      when not is_for_cron and sent > lost_since then state
      else json_patch(state, json_object(
        'by', run,
        'until', case when is_for_cron then until end,
        'sent', case when is_for_cron then sent else now end,
        'failing', coalesce(state ->> 'failing', sent, case when held_until is not null then now end)))
      end))
    from looked_at)`
  return db
    .insert(cronRuns)
    .values({ id: 1, at: times.now, tasks: claimed })
    .onConflictDoUpdate({
      target: cronRuns.id,
      set: { at: sql`max(${cronRuns.at}, excluded.at)`, tasks: sql`excluded.tasks` },
    })
    .returning({ tasks: cronRuns.tasks })
}

/**
 * Takes a task that was sent to the queue, unless a run works on it. Returns all tasks. A task that an
 * earlier run never gave back counts as failed.
 */
export function claimSentTask(db: Db, run: string, name: string, now: number, until: number) {
  const task = sql`${cronRuns.tasks} -> ${name}`
  const taken = sql`json_object(
    'by', ${run},
    'until', ${whole(until)},
    'failing', coalesce(${task} ->> 'failing', case when ${task} ->> 'until' is not null then ${whole(now)} end))`
  const whenFree = sql`${task} ->> 'sent' is not null and coalesce(${task} ->> 'until' <= ${now}, true)`
  return db
    .update(cronRuns)
    .set({
      tasks: sql`case when ${whenFree} then json_patch(${cronRuns.tasks}, json_object(${name}, ${taken})) else ${cronRuns.tasks} end`,
    })
    .where(eq(cronRuns.id, 1))
    .returning({ tasks: cronRuns.tasks })
}

/**
 * Writes the new states of tasks, except those that another run has taken in the meantime. Returns all tasks.
 */
export function writeTasks(db: Db, run: string, states: CronTasks) {
  const written = sql`(select json_group_object(key, json(
      case when value ->> 'by' = ${run} then coalesce(${JSON.stringify(states)} -> key, value) else value end))
    from json_each(${cronRuns.tasks}))`
  return db
    .update(cronRuns)
    .set({ tasks: written })
    .where(eq(cronRuns.id, 1))
    .returning({ tasks: cronRuns.tasks })
}
