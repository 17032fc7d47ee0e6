/** The part of a call that names a video. */
export interface VideoRequest {
  param: { id: string }
  query: { key?: string }
}

/**
 * Returns the part of a call that names a video. `key` is the one in an unlisted video's link: its owner
 * needs none, and others can't open the video without it.
 */
export function videoRequest(id: number, key?: string | null): VideoRequest {
  return { param: { id: String(id) }, query: key ? { key } : {} }
}
