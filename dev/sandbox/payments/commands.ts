import { processorIds } from '#contract/values/payments/processors'
import type { PaymentsSandbox } from './sandbox.ts'

/** Parts whose methods can be called by name. */
const parts = [...processorIds, 'chain', 'webhooks', 'clock'] as const

/**
 * `/__ctl/paypal/approve` with the arguments as a JSON list: the same methods that tests in one process call.
 */
export async function runCommand(sandbox: PaymentsSandbox, path: string, args: unknown): Promise<unknown> {
  const [part, name = ''] = path.split('/')
  const known = parts.find((one) => one === part)
  if (!known) throw new Error(`There is ${parts.join(', ')}, and no ${part}.`)
  const methods = Object.getOwnPropertyNames(Object.getPrototypeOf(sandbox[known]))
  if (name === 'constructor' || !methods.includes(name)) {
    throw new Error(`${part} can ${methods.slice(1).join(', ')}, and not ${name}.`)
  }
  const target = sandbox[known] as unknown as Record<string, (...given: unknown[]) => unknown>
  const result = await target[name]?.(...(Array.isArray(args) ? args : []))
  return result ?? null
}
