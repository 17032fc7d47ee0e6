import type { CreateVideo, Video } from '#contract/schemas/videos/video'
import { client } from '#web/lib/api'
import { ApiError, errorDetail } from '#web/lib/api-error'
import { limitDetail } from '#web/lib/limit-detail'
import type { FurtherFiles } from '../delivery/derived-files'
import { browserSurroundings } from '../engine/browser-surroundings'
import { type Patience, withRetry } from '../engine/retry'
import { TransportError } from '../engine/transport'
import { ask, headersFor } from '../engine/xhr-transport'

type NewVideo = Partial<CreateVideo> & Pick<CreateVideo, 'title' | 'categoryId'>

/**
 * Publishes with the finished derived files. If the server refuses them, publishes without: publication
 * doesn't wait for them. `video` is read right before each request. A second request with the same file
 * returns the same video. Rejects with a TransportError, with an error of `video`, or with the signal's
 * reason.
 */
export async function publishWith(
  video: () => NewVideo,
  further: FurtherFiles | null,
  { account, signal }: Pick<Patience, 'account' | 'signal'>,
): Promise<{ video: Video; further: FurtherFiles | null }> {
  const headers = headersFor(account)
  const post = (files: FurtherFiles | null) =>
    withRetry(
      () =>
        ask<Video>(
          client.api.videos.$post({ json: { ...video(), ...files } }, { headers, init: { signal } }),
        ),
      { signal, surroundings: browserSurroundings },
    )
  try {
    return { video: await post(further), further }
  } catch (error) {
    if (!further || !refusesOnly(error, further)) throw error
    return { video: await post(null), further: null }
  }
}

function refusesOnly(error: unknown, further: FurtherFiles): boolean {
  const fields = Object.keys(fieldErrorsOf(error))
  return fields.length > 0 && fields.every((field) => (field.split('.')[0] ?? '') in further)
}

/** Returns for how many milliseconds a limit holds a publication; null for any other failure. */
export function limitOf(error: unknown): number | null {
  return error instanceof TransportError && error.status === 429 ? error.retryAfter : null
}

/** Returns the server's sentences by the name of their field. */
export function fieldErrorsOf(error: unknown): Partial<Record<string, string>> {
  const cause = causeOf(error)
  return cause instanceof ApiError ? cause.fieldErrors : {}
}

/** Returns a sentence for any failure on the way to a published video. */
export function publishFailure(error: unknown): string {
  const cause = causeOf(error)
  return limitDetail(cause) ?? errorDetail(cause)
}

function causeOf(error: unknown): unknown {
  return error instanceof TransportError ? error.cause : error
}
