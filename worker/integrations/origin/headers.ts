/** Facts from an answer's headers about the file, read strictly: anything unclear is null. */

/**
 * Returns a validator usable in If-Range (RFC 9110, 13.1.5): a strong tag, or a date at least a second older
 * than the answer (8.8.2.2). Without one, two ranges may belong to different files.
 */
export function strongValidator(headers: Headers): string | null {
  const tag = headers.get('etag')
  if (tag) return /^"[\x21\x23-\x7e\x80-\xff]*"$/.test(tag) ? tag : null
  const modified = headers.get('last-modified')
  const age = Date.parse(headers.get('date') ?? '') - Date.parse(modified ?? '')
  return modified !== null && age >= 1000 ? modified : null
}

export interface ContentRange {
  start: number
  /** Position of the last byte. */
  end: number
  total: number
}

/** RFC 9110, 14.4; a total of `*` is of no use here. */
export function contentRange(headers: Headers): ContentRange | null {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15})$/.exec(headers.get('content-range') ?? '')
  if (!match) return null
  const [start, end, total] = match.slice(1).map(Number) as [number, number, number]
  return start <= end && end < total ? { start, end, total } : null
}

export function contentLength(headers: Headers): number | null {
  const text = headers.get('content-length') ?? ''
  return /^\d{1,15}$/.test(text) ? Number(text) : null
}

/** Type and subtype in lower case, without parameters; null where the origin doesn't know or say. */
export function mediaType(headers: Headers): string | null {
  const type = (headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase()
  return type && !['application/octet-stream', 'binary/octet-stream'].includes(type) ? type : null
}
