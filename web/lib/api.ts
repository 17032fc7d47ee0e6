import { type ClientResponse, hc } from 'hono/client'
import type { Page } from '../../contract/schemas/site/boot'
import type { AppType } from '../../worker/app'
import { ApiError } from './api-error'

/** The typed client. A type is all that comes from the worker, so nothing of it is bundled. */
export const client = hc<AppType>('/')

/** The answer's body; undefined for 204. Throws ApiError. */
export async function call<Answer>(request: Promise<ClientResponse<Answer>>): Promise<Answer> {
  const response = await request
  if (!response.ok) throw new ApiError(response.status, response.statusText, await response.text())
  return (response.status === 204 ? undefined : await response.json()) as Answer
}

/** The same for something that may not be there, or not for this caller: null then. */
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

/** A list: its items, and the cursor of the next page from the `Link` header. Throws ApiError. */
export async function callPage<Item>(request: Promise<ClientResponse<Item[]>>): Promise<Page<Item>> {
  const response = await request
  const items = await call(Promise.resolve(response))
  return { items, nextCursor: nextCursor(response.headers.get('link')) }
}

/** Reads `<address?cursor=…>; rel="next"` (RFC 8288). */
export function nextCursor(link: string | null): string | null {
  const address = link?.match(/<([^>]*)>\s*;[^,]*\brel="?next"?/)?.[1]
  return address ? new URL(address, 'http://localhost').searchParams.get('cursor') : null
}
