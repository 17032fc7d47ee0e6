import { compose } from '#worker/compose'
import worker from '#worker/index'
import { runCron } from '#worker/jobs/cron'
import { runSentTask } from '#worker/jobs/run-task'
import type { TaskName } from '#worker/jobs/tasks'
import type { JobMessage } from '#worker/queues'
import type { ServiceContext } from '#worker/services/context'

/**
 * Runs cron, and then the tasks that it sends to the queue, as the queue's consumer does in the same minute.
 */
export async function runAll(ctx: ServiceContext): Promise<void> {
  const { jobs, sent } = catching(ctx.jobs)
  await runCron({ ...ctx, jobs })
  const failures: unknown[] = []
  for (const task of sent) await runSentTask(ctx, task).catch((error: unknown) => failures.push(error))
  if (failures.length > 0) throw failures[0]
}

/**
 * Runs cron by the worker's own handler. A failed task stays failed, as it does until the queue repeats it.
 */
export async function scheduleAll(
  scheduledTime: number,
  env: Env,
  execution: ExecutionContext,
): Promise<void> {
  const { jobs, sent } = catching(env.JOBS as ServiceContext['jobs'])
  const event = { scheduledTime, cron: '* * * * *', type: 'scheduled' as const, noRetry() {} }
  await worker.scheduled(event, { ...env, JOBS: jobs }, execution)
  for (const task of sent) {
    const { ctx } = await compose(env, {
      now: scheduledTime,
      requestId: task,
      client: { address: 'system', userAgent: '' },
      defer: (work) => execution.waitUntil(work),
    })
    await runSentTask(ctx, task).catch(() => undefined)
  }
}

/** Returns a queue that keeps the messages about tasks, and passes the others on. */
export function catching(queue: Queue<JobMessage>): { jobs: Queue<JobMessage>; sent: TaskName[] } {
  const sent: TaskName[] = []
  const sendBatch: typeof queue.sendBatch = async (messages, options) => {
    const others: MessageSendRequest<JobMessage>[] = []
    for (const message of messages)
      if (message.body.job === 'task') sent.push(message.body.task)
      else others.push(message)
    return others.length > 0 ? queue.sendBatch(others, options) : ({} as QueueSendBatchResponse)
  }
  const jobs = new Proxy(queue, {
    get: (_, name) => {
      if (name === 'sendBatch') return sendBatch
      const value: unknown = Reflect.get(queue, name)
      return typeof value === 'function' ? value.bind(queue) : value
    },
  })
  return { jobs, sent }
}
