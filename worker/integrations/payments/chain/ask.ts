import type { z } from 'zod'
import { ask, type Outside } from '../http'
import { ProviderDown } from '../provider'

/**
 * Returns an explorer's answer, or null for 404. Any other unexpected shape, such as an error dressed as a
 * success, is "unknown", never "not paid". With a body it is a POST; all calls only read.
 */
export async function askExplorer<Answer>(
  outside: Outside,
  url: string,
  schema: z.ZodType<Answer>,
  body?: unknown,
): Promise<Answer | null> {
  const { status, json } = await ask(outside, {
    provider: 'chain',
    step: 'look',
    url,
    repeatable: true,
    ...(body === undefined
      ? { method: 'GET', headers: {} }
      : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  })
  if (status === 404) return null
  if (status < 200 || status > 299) throw new ProviderDown(`http-${status}`)
  const parsed = schema.safeParse(json)
  if (!parsed.success) throw new ProviderDown('explorer-answer')
  return parsed.data
}
