import { TransportError } from '../features/publish/upload/engine/transport'
import { PictureError } from '../features/publish/upload/pictures/upload-picture'
import { ApiError, isPassing } from '../lib/api-error'

const attempts = 20

/**
 * Repeats a call once the site takes requests again, if it was stopped by a limit, an outage, the end of the
 * session or a password entered too long ago.
 */
export async function withPatience<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (let left = attempts; ; left -= 1) {
    try {
      return await work()
    } catch (error) {
      const isStopped = error instanceof ApiError && [401, 429].includes(error.status)
      const mayPass = isStopped || asksForPassword(error) || isPassing(error) || error instanceof PictureError
      if (left === 0 || !mayPass) throw error
      await window.waitForSite()
    }
  }
}

/** Repeats a call of an upload, which deals with everything else, once the password was confirmed again. */
export async function withPassword<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof TransportError && asksForPassword(error.cause))) throw error
    await window.waitForSite()
    return work()
  }
}

function asksForPassword(error: unknown): boolean {
  return error instanceof ApiError && error.problem?.code === 'password_required'
}
