import { type LinkKey, paths, readId, readKey, withKey } from './paths'

const parameter = 'video'

/** Returns the premium page's address for buyers who come from a locked video, with which the sale is counted. */
export function premiumPathFor(videoId: number, key?: LinkKey): string {
  return withKey(`${paths.premium}?${parameter}=${videoId}`, key)
}

/** The locked video that led to the premium page. */
export interface SoldVideo {
  id: number
  /** The key in an unlisted video's link. */
  key: string | null
}

/** Returns the locked video that led to this address. */
export function soldVideoOf(search: URLSearchParams): SoldVideo | undefined {
  const id = readId(search.get(parameter))
  return id === null ? undefined : { id, key: readKey(search.get('key')) }
}
