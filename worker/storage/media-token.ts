import { createHmac, timingSafeEqual } from 'node:crypto'
import { day as dayMs, minute } from '#contract/values/shared/time'
import { embedGrantMs } from '#contract/values/videos/embed'

export const mediaClasses = ['free', 'premium', 'owner', 'case', 'embed'] as const
export type MediaClass = (typeof mediaClasses)[number]

/** The signed part of a media URL. It describes the bytes; the viewer's rights stay in the session. */
export interface MediaToken {
  /** ID of the object: its key without `m/`. */
  object: string
  /** Bytes of the whole object. */
  size: number
  /** Revision of the video when the URL was signed; a revocation refuses those below its own. */
  revision: number
  class: MediaClass
  /** Account ID. */
  owner: number
  /**
   * UTC day of signing, counted from 1970: dayOf(now). Within a day the same fields give the same URL, so
   * that browsers keep the file.
   */
  day: number
  /**
   * When a grant to a frame on another site ends, in steps: see grantEnd(). Always present for class embed,
   * and only there.
   */
  until?: number
  /** The part of the object that the URL serves; by default, the whole. */
  segment?: { offset: number; length: number }
  /** Signed for a poster in several widths: the file's name says which picture is the segment. */
  pictures?: { widths: readonly number[]; bytes: readonly number[] }
  /** Signed for a master playlist: the video whose renditions it lists. */
  video?: number
}

/** `poster.webp` is the widest picture; one signature covers `poster-640.webp`, too. */
const posterFile = /^(poster)(?:-(\d+))?(\.\w+)$/

/** The type follows the extension of the file's name, never an uploader's claim. */
const contentTypes: ReadonlyMap<string, string> = new Map([
  ['mp4', 'video/mp4'],
  ['webm', 'video/webm'],
  ['m4s', 'video/mp4'],
  ['m3u8', 'application/vnd.apple.mpegurl'],
  ['vtt', 'text/vtt'],
  ['jpg', 'image/jpeg'],
  ['png', 'image/png'],
  ['webp', 'image/webp'],
])

/** 128 of the 256 bits: 22 characters, beyond guessing. */
const signatureBytes = 16

/** Unknown extensions are served as opaque bytes. */
export function contentTypeOf(file: string): string {
  const extension = /\.(\w+)$/.exec(file)?.[1] ?? ''
  return contentTypes.get(extension) ?? 'application/octet-stream'
}

/** Returns a file's signed URL. The name is signed too: a poster's URL can't be turned into the source's. */
export function signMediaUrl(mediaKey: string, fields: MediaToken, file: string): string {
  return `/media/${signedPath(mediaKey, fields, file)}`
}

/** Returns a signed URL relative to a playlist, which is in a sibling folder. */
export function signBesideUrl(mediaKey: string, fields: MediaToken, file: string): string {
  return `../${signedPath(mediaKey, fields, file)}`
}

function signedPath(mediaKey: string, fields: MediaToken, file: string): string {
  const text = tokenText(fields)
  return `${text}.${sign(mediaKey, text, file)}/${file}`
}

/**
 * Returns the token of a URL signed today or yesterday; null for any other. A grant lasts until its own end, or
 * until `renewedUntil`.
 */
export function verifyMediaUrl(
  mediaKey: string,
  token: string,
  file: string,
  now: number,
  renewedUntil = 0,
): MediaToken | null {
  const dot = token.lastIndexOf('.')
  const text = token.slice(0, Math.max(dot, 0))
  // Compares texts, not bytes: base64 has spare bits, so several texts would encode one signature.
  const signed = file.replace(posterFile, '$1$3')
  if (!equal(token.slice(dot + 1), sign(mediaKey, text, signed))) return null
  const fields = parseToken(text, file)
  if (fields === null || now < fields.day * dayMs) return null
  // Only a grant ends before its day's tokens do, so nothing else is renewed.
  const ends = Math.max(endOf(fields), Math.min(endOf({ day: fields.day }), renewedUntil))
  return now < ends ? fields : null
}

/** Returns the seconds that a URL is valid for from `now` on. */
export function secondsLeft(fields: Pick<MediaToken, 'day' | 'until'>, now: number): number {
  return Math.max(0, Math.floor((endOf(fields) - now) / 1000))
}

/** Grants end in steps, so that a frame gets the same URLs for that long. */
const grantStep = 5 * minute

/** Returns `until` of a grant issued now, rounded so that it never exceeds the maximum. */
export function grantEnd(now: number): number {
  return Math.floor((now + embedGrantMs) / grantStep)
}

/** Returns the value of the cookie by which a browser's running frames keep their URLs. */
export function signRenewal(mediaKey: string, until: number): string {
  const text = until.toString(36)
  return `${text}.${sign(mediaKey, text, renewalFile)}`
}

/** Returns until when a cookie's value renews the browser's grants; 0 for an invalid one. */
export function readRenewal(mediaKey: string, value: string): number {
  const [text = '', signature = ''] = value.split('.')
  const until = Number.parseInt(text, 36)
  return equal(signature, sign(mediaKey, text, renewalFile)) ? until * grantStep : 0
}

/** Signed in the place of a file, which never has a slash in its name. */
const renewalFile = '/renewal'

function endOf({ day, until }: Pick<MediaToken, 'day' | 'until'>): number {
  const days = (day + 2) * dayMs
  return until === undefined ? days : Math.min(days, until * grantStep)
}

const letters: Record<MediaClass, string> = { free: 'f', premium: 'p', owner: 'o', case: 'c', embed: 'e' }

function tokenText(fields: MediaToken): string {
  const { object, size, revision, class: kind, owner, day, until, segment, pictures, video } = fields
  // Without an expiry it would open the file for two days, to anyone.
  if ((kind === 'embed') !== (until !== undefined)) throw new Error('A grant, and nothing else, has an end.')
  const numbers = [size, revision, owner, day]
  if (until !== undefined) numbers.push(until)
  if (segment) numbers.push(segment.offset, segment.length)
  if (video !== undefined) numbers.push(video)
  if (pictures) numbers.push(...pictures.widths.flatMap((width, at) => [width, pictures.bytes[at] ?? 0]))
  return [object, letters[kind], ...numbers.map((number) => number.toString(36))].join('.')
}

/**
 * Reads a token's text. It was written by `tokenText`, since the signature is checked first. That of an
 * earlier or later release may have other fields; without its day, it is never in time. Null for a width that
 * isn't there.
 */
function parseToken(text: string, file: string): MediaToken | null {
  const [object = '', letter, ...rest] = text.split('.')
  const numbers = rest.map((number) => Number.parseInt(number, 36))
  const kind = mediaClasses.find((each) => letters[each] === letter)
  const until = kind === 'embed' ? numbers.splice(4, 1)[0] : undefined
  const [size, revision, owner, day, ...part] = numbers as [number, number, number, number, ...number[]]
  if (kind === undefined || (kind === 'embed' && until === undefined)) return null
  const poster = posterFile.exec(file)
  const signedFor = poster ? pictureOf(part, poster[2]) : partOf(part)
  if (!signedFor) return null
  return {
    object,
    size,
    revision,
    class: kind,
    owner,
    day,
    ...(until !== undefined && { until }),
    ...signedFor,
  }
}

/** Two numbers are a segment, and one is a video. */
function partOf([first, length]: number[]): Pick<MediaToken, 'segment' | 'video'> {
  if (first === undefined) return {}
  return length === undefined ? { video: first } : { segment: { offset: first, length } }
}

/**
 * Returns the segment with the picture of a width or, without one, the first picture. `numbers` are the width
 * and bytes of each.
 */
function pictureOf(numbers: number[], width: string | undefined): Pick<MediaToken, 'segment'> | null {
  let offset = 0
  for (let at = 0; at < numbers.length; at += 2) {
    const length = numbers[at + 1] ?? 0
    const isWanted = at === 0 ? width === undefined : numbers[at] === Number(width)
    if (isWanted) return { segment: { offset, length } }
    offset += length
  }
  return width === undefined ? {} : null
}

function sign(mediaKey: string, text: string, file: string): string {
  const digest = createHmac('sha256', mediaKey).update(`/media/${text}/${file}`).digest()
  return digest.subarray(0, signatureBytes).toString('base64url')
}

function equal(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
