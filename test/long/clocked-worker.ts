import worker from '../../worker'

const actualNow = Date.now
let ahead = 0

/** For requests and queues too, time goes on from the last run of cron. */
Date.now = () => actualNow() + ahead

export default {
  ...worker,
  async scheduled(event, env, execution) {
    ahead = event.scheduledTime - actualNow()
    await worker.scheduled(event, env, execution)
  },
} satisfies ExportedHandler<Env>
