import worker from '#worker/index'
import { scheduleAll } from '../../support/cron'

/**
 * A test's cron is ahead of the clock, and waits for its tasks: those of the queue are done at its time, too, before it
 * answers.
 */
export default {
  ...worker,
  scheduled: (event, env, execution) => scheduleAll(event.scheduledTime, env, execution),
} satisfies ExportedHandler<Env>
