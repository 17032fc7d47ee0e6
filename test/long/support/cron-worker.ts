import worker from '#worker/index'
import { scheduleAll } from '../../support/cron'

/**
 * Serves a test's cron, which is ahead of the clock and waits for its tasks, including those sent to the
 * queue: they run at cron's time before it answers.
 */
export default {
  ...worker,
  scheduled: (event, env, execution) => scheduleAll(event.scheduledTime, env, execution),
} satisfies ExportedHandler<Env>
