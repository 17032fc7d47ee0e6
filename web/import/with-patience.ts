import { PictureError } from '../features/publish/upload/poster/upload-picture'
import { ApiError, isPassing } from '../lib/api-error'

const attempts = 20

/** Repeats a call that a limit, an outage or the end of the session stopped, when the site takes requests again. */
export async function withPatience<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let left = attempts; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      const isStopped = error instanceof ApiError && [401, 429].includes(error.status)
      if (left === 0 || !(isStopped || isPassing(error) || error instanceof PictureError)) throw error
      await window.waitForSite()
    }
  }
}
