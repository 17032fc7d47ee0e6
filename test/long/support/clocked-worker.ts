import worker from '#worker/index'
import { scheduleAll } from '../../support/cron'

const actualNow = Date.now
let ahead = 0

/** In requests and queues, too, time continues from the last run of cron. */
Date.now = () => actualNow() + ahead

export default {
  ...worker,
  async scheduled(event, env, execution) {
    ahead = event.scheduledTime - actualNow()
    await scheduleAll(event.scheduledTime, env, execution)
  },
} satisfies ExportedHandler<Env>
