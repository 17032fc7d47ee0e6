import { app } from './app'
import { compose } from './compose'
import { handleQueue } from './jobs/consumer'
import { runCron } from './jobs/cron'
import { randomId } from './storage/keys'

function systemOrigin(execution: ExecutionContext, now: number) {
  return {
    now,
    requestId: randomId(),
    client: { address: 'system', userAgent: '' },
    defer: (work: Promise<unknown>) => execution.waitUntil(work),
  }
}

export default {
  fetch: app.fetch,
  async queue(batch, env, execution) {
    await handleQueue(batch, async () => (await compose(env, systemOrigin(execution, Date.now()))).ctx)
  },
  async scheduled(event, env, execution) {
    const startedAt = Date.now()
    const { ctx } = await compose(env, systemOrigin(execution, event.scheduledTime))
    await runCron(ctx, () => Date.now() - startedAt)
  },
} satisfies ExportedHandler<Env>
