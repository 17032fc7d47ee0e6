import { createExecutionContext, createMessageBatch, getQueueResult } from 'cloudflare:test'
import { vi } from 'vitest'
import { handleQueue } from '#worker/jobs/consumer'
import type { ServiceContext } from '#worker/services/context'
import { randomId } from '#worker/storage/keys'

export function message(body: unknown, attempts = 1) {
  return { id: randomId(), timestamp: new Date(0), attempts, body }
}

/**
 * Passes a batch to the consumer. Returns the messages that are done, and those to retry with their delays.
 */
export async function deliver(queue: string, messages: ReturnType<typeof message>[], ctx: ServiceContext) {
  const batch = createMessageBatch(queue, messages)
  const retries = batch.messages.map((one) => vi.spyOn(one, 'retry'))
  await handleQueue(batch, async () => ctx)
  const result = await getQueueResult(batch, createExecutionContext())
  return {
    done: result.explicitAcks,
    again: result.retryMessages.map(({ msgId }) => msgId),
    delays: retries.flatMap((retry) => retry.mock.calls.map(([options]) => options?.delaySeconds)),
  }
}
