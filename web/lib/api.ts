import { type ClientResponse, hc } from 'hono/client'
import type { Page } from '#contract/schemas/site/boot'
import type { AppType } from '#worker/app'
import { ApiError } from './api-error'

/** The typed client. It takes only a type from the worker, so none of the worker's code is bundled. */
export const client = hc<AppType>('/')

/** Returns the response's body, undefined for 204. Throws ApiError. */
export async function call<Answer>(request: Promise<ClientResponse<Answer>>): Promise<Answer> {
  const response = await request
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  return (response.status === 204 ? undefined : await response.json()) as Answer
}

/** Calls like `call`, but returns null for a 404: the item doesn't exist, or not for this caller. */
export async function callUnlessMissing<Answer>(
  request: Promise<ClientResponse<Answer>>,
): Promise<Answer | null> {
  try {
    return await call(request)
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null
    throw error
  }
}

/** Returns the items of a list, and the next page's cursor from the `Link` header. Throws ApiError. */
export async function callPage<Item>(request: Promise<ClientResponse<Item[]>>): Promise<Page<Item>> {
  return readPage(await request)
}

export async function readPage<Item>(response: ClientResponse<Item[]>): Promise<Page<Item>> {
  const items = await call(Promise.resolve(response))
  return { items, nextCursor: nextCursor(response.headers.get('link')) }
}

/** Reads `<address?cursor=…>; rel="next"` (RFC 8288). */
export function nextCursor(link: string | null): string | null {
  const address = link?.match(/<([^>]*)>\s*;[^,]*\brel="?next"?/)?.[1]
  return address ? new URL(address, 'http://localhost').searchParams.get('cursor') : null
}
