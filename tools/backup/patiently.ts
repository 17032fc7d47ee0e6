import { progressed } from '../programs/watched.ts'

/** Milliseconds to wait before each further try. */
const pauses = [200, 1000, 5000]

/**
 * Errors of the network, D1 and R2, and of a local database that the running site writes to, after which the
 * same call may well succeed.
 */
const passing =
  /fetch failed|network|connection|socket|time[d ]?out|internal (?:server )?error|reset|overloaded|transient|unavailable|try again|retry|reduce your|database is locked/i

/**
 * Does work that may be repeated, repeats it after a temporary error, and reports progress once it is done.
 * `work` gets the number of the try.
 */
export async function patiently<Result>(work: (attempt: number) => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      const result = await work(attempt)
      progressed()
      return result
    } catch (error) {
      const pause = pauses[attempt]
      if (pause === undefined || !passing.test(textOf(error))) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** Returns an error's messages. In an error of the product's queries, the reason is its cause. */
function textOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return `${error.message} ${textOf(error.cause)}`
}
