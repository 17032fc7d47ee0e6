import { paths, readId } from './paths'

const parameter = 'video'

/** Returns the premium page's address for buyers who come from a locked video, with which the sale is counted. */
export function premiumPathFor(videoId: number): string {
  return `${paths.premium}?${parameter}=${videoId}`
}

/** Returns the locked video that led to this address. */
export function soldVideoOf(search: URLSearchParams): number | undefined {
  return readId(search.get(parameter)) ?? undefined
}
