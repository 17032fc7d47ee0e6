import { type LinkKey, paths, readId, readKey, withKey } from './paths'

const parameter = 'video'
const slot = 'sold-video'
/** As long as a payment elsewhere may take. */
const lifetimeMs = 60 * 60_000

/** Returns the premium page's address for buyers who come from a locked video, with which the sale is counted. */
export function premiumPathFor(videoId: number, key: LinkKey): string {
  return withKey(`${paths.premium}?${parameter}=${videoId}`, key)
}

/** The locked video that led to the premium page. */
export interface SoldVideo {
  id: number
  /** The key in an unlisted video's link. */
  key: string | null
}

/** Returns the locked video that led to this address, or from which this tab left to pay. */
export function soldVideoOf(search: URLSearchParams): SoldVideo | undefined {
  return named(search.get(parameter), search.get('key')) ?? kept()
}

/** Returns an address's parameters without the locked video, for documents that run a provider's script. */
export function withoutSoldVideo(search: URLSearchParams): URLSearchParams {
  return new URLSearchParams([...search].filter(([name]) => name !== parameter && name !== 'key'))
}

/** Returns the parameters that name a locked video. */
export function soldVideoParameters(video: SoldVideo | undefined): Record<string, string> {
  return video ? { [parameter]: String(video.id), ...(video.key && { key: video.key }) } : {}
}

/**
 * Keeps the locked video in this tab while the buyer is at a payment page, whose address never has a key: the
 * provider's script could read it there.
 */
export function keepSoldVideo(video: SoldVideo | undefined): void {
  try {
    if (video) sessionStorage.setItem(slot, JSON.stringify({ ...video, at: Date.now() }))
    else sessionStorage.removeItem(slot)
  } catch {
    // Without storage the buyer finds the video by its link.
  }
}

function kept(): SoldVideo | undefined {
  try {
    const { id, key, at } = JSON.parse(sessionStorage.getItem(slot) ?? '{}')
    return Date.now() - at < lifetimeMs ? named(String(id), key) : undefined
  } catch {
    return undefined
  }
}

function named(id: string | null, key: string | null): SoldVideo | undefined {
  const known = readId(id)
  return known === null ? undefined : { id: known, key: readKey(key) }
}
