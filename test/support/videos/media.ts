import { env, exports } from 'cloudflare:workers'
import { expect, vi } from 'vitest'
import { dayOf } from '#contract/values/shared/time'
import { revocations } from '#db/schema'
import { parseConfig } from '#worker/config'
import { type SessionClaims, signSessionToken } from '#worker/services/accounts/sessions/token'
import { objectKey, randomId } from '#worker/storage/keys'
import { type MediaToken, signMediaUrl } from '#worker/storage/media-token'
import { testDb } from '../factories'

export const config = parseConfig(env)
export const origin = config.siteOrigin
/** Cookie of the age gate. */
export const past = 'age_verified=1'

/**
 * Returns bytes in which no two neighbouring stretches are alike, so that the position of a slice can be
 * recognised.
 */
export function patternBytes(size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size)
  let state = 1
  for (let at = 0; at < size; at += 1) {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    bytes[at] = state >>> 24
  }
  return bytes
}

/** Stores bytes as a published file. Returns the facts for its URL. */
export async function storeObject(
  bytes: Uint8Array<ArrayBuffer>,
  facts: Partial<MediaToken> = {},
): Promise<MediaToken> {
  const object = randomId()
  await env.MEDIA.put(objectKey(object), bytes)
  return {
    object,
    size: bytes.length,
    revision: 1,
    class: 'free',
    owner: 1,
    day: dayOf(Date.now()),
    ...facts,
  }
}

export function addressOf(facts: MediaToken, file = 'source.mp4'): string {
  return signMediaUrl(config.mediaKey, facts, file)
}

/** Refuses the object's URLs below a revision, as a change of its video does. */
export async function revokeObject(object: string, below: number, at: number): Promise<void> {
  await testDb()
    .insert(revocations)
    .values({ kind: 'object', target: objectKey(object), below, at })
}

/** Returns a session cookie with these claims; it has no row, since media reads none. */
export async function sessionCookie(claims: Partial<SessionClaims> = {}, now = Date.now()): Promise<string> {
  const { userId = 1, sessionId = randomId(), tokenVersion = 0, premiumUntil = null, staff = null } = claims
  const token = await signSessionToken(
    config,
    { userId, sessionId, tokenVersion, premiumUntil, staff },
    now,
    30 * 24 * 3600,
  )
  return `__Host-session=${token}`
}

export function request(
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<Response> {
  return exports.default.fetch(new Request(`${origin}${path}`, { method, headers, redirect: 'manual' }))
}

/**
 * Requests the file until the edge cache has all that it can hold of it: the cache is filled after an answer.
 */
export async function warm(path: string, cookie = past): Promise<void> {
  await vi.waitFor(async () => {
    const response = await request(path, { cookie })
    await response.arrayBuffer()
    expect(cost(response, 'cache').hits).toBe(1)
  })
}

/** Returns a Server-Timing entry of the response, such as `r2;desc="reads=1 writes=0"`. */
export function cost(response: Response, binding: 'd1' | 'r2' | 'cache'): Record<string, number> {
  const [, text = ''] =
    new RegExp(`${binding};desc="([^"]*)"`).exec(response.headers.get('server-timing') ?? '') ?? []
  return Object.fromEntries(text.split(' ').map((pair) => [pair.split('=')[0], Number(pair.split('=')[1])]))
}

export async function problemCode(response: Response): Promise<string> {
  const { code } = await response.json<{ code: string }>()
  return code
}
