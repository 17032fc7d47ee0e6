import { setTimeout } from 'node:timers/promises'

/** How long to wait before each further try. */
const pauses = [200, 1000, 5000]

/** What the network, D1 or R2 say when the same call may well succeed later. */
const passing =
  /fetch failed|network|connection|socket|time[d ]?out|internal error|reset|overloaded|transient|unavailable|try again|retry|reduce your/i

/** Does work that may be done twice, and again if it fails for a reason that passes. `work` learns which try it is. */
export async function patiently<Result>(work: (attempt: number) => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work(attempt)
    } catch (error) {
      const pause = pauses[attempt]
      if (pause === undefined || !passing.test(textOf(error))) throw error
      await setTimeout(pause)
    }
  }
}

/** An error of the product's queries has the reason as its cause. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return `${error.message} ${textOf(error.cause)}`
}
