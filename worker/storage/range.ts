export type ByteRange =
  | { kind: 'whole' }
  | { kind: 'slice'; offset: number; length: number }
  | { kind: 'unsatisfiable' }

const singleRange = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/i

/**
 * Returns the part of `size` bytes that a Range header requests (RFC 9110, 14.1.2 and 14.2). Other units,
 * broken syntax and several ranges, which a server may decline, are ignored: the whole is sent. BigInt, since
 * a header may hold more digits than a double.
 */
export function parseRange(header: string | null, size: number): ByteRange {
  const match = header === null ? null : singleRange.exec(header)
  if (!match) return { kind: 'whole' }
  const [, first, last, suffix] = match
  const end = BigInt(size)
  if (first === undefined) return suffixRange(BigInt(suffix ?? 0), size)

  const from = BigInt(first)
  const to = last ? BigInt(last) : null
  if (to !== null && to < from) return { kind: 'whole' }
  if (from >= end) return { kind: 'unsatisfiable' }
  const stop = to === null || to >= end ? size : Number(to) + 1
  return { kind: 'slice', offset: Number(from), length: stop - Number(from) }
}

function suffixRange(count: bigint, size: number): ByteRange {
  if (count === 0n) return { kind: 'unsatisfiable' }
  // A suffix of an empty representation is satisfiable, but no Content-Range can express it.
  if (size === 0) return { kind: 'whole' }
  const length = Math.min(Number(count), size)
  return { kind: 'slice', offset: size - length, length }
}

/**
 * Returns whether the Range header counts (RFC 9110, 13.1.5). Without If-Range it does. Only a strong tag can
 * match: the media routes send no date precise enough for a strong validator.
 */
export function ifRangeMatches(header: string | null, etag: string): boolean {
  return header === null || (header === etag && isStrong(etag))
}

/**
 * RFC 9110, 13.1.2: If-None-Match names the current tag, compared weakly, so a GET or HEAD is answered 304.
 */
export function isNotModified(ifNoneMatch: string | null, etag: string): boolean {
  if (ifNoneMatch === null) return false
  const tags = parseEntityTags(ifNoneMatch)
  return tags === '*' || tags.some((tag) => opaque(tag) === opaque(etag))
}

/**
 * RFC 9110, 13.1.1: If-Match names other tags than the current one, compared strongly, so the answer is 412.
 */
export function isPreconditionFailed(ifMatch: string | null, etag: string): boolean {
  if (ifMatch === null) return false
  const tags = parseEntityTags(ifMatch)
  return tags !== '*' && !(isStrong(etag) && tags.includes(etag))
}

/**
 * RFC 9110, 8.8.3, 5.6.1: `*` or a list of tags, with quotes and `W/`; everything after a syntax error is
 * dropped.
 */
export function parseEntityTags(header: string): '*' | string[] {
  if (header.trim() === '*') return '*'
  const tags: string[] = []
  const item = /[ \t,]*((?:W\/)?"[\x21\x23-\x7e\x80-\uffff]*")[ \t]*(?=,|$)/y
  for (let match = item.exec(header); match; match = item.exec(header)) tags.push(match[1] ?? '')
  return tags
}

function isStrong(etag: string): boolean {
  return !etag.startsWith('W/')
}

function opaque(etag: string): string {
  return isStrong(etag) ? etag : etag.slice(2)
}
