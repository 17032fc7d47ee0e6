import type { ImportKind } from '#contract/values/uploads/upload'
import { contentLength, contentRange, mediaType, strongValidator } from '#worker/integrations/origin/headers'
import { OriginRefused } from '#worker/integrations/origin/refused'
import type { FetchLimits } from './limits'

export interface OriginFile {
  /** Bytes of the file, and of this response. */
  size: number
  length: number
  /** Null when an interrupted transfer can't be resumed. */
  validator: string | null
}

/**
 * Content types that origins report for accepted files. The bytes decide, but a response that says it is a
 * web page needn't be read.
 */
const acceptedTypes: Record<ImportKind, readonly string[]> = {
  video: ['video/mp4', 'video/webm', 'video/quicktime', 'video/x-m4v', 'video/x-matroska'],
  image: ['image/jpeg', 'image/jpg', 'image/png', 'image/webp'],
}

/** Describes the file from the first response. When it can't be fetched, throws and cancels the response. */
export async function describeFile(
  response: Response,
  kind: ImportKind,
  limits: FetchLimits,
): Promise<OriginFile | 'in one pass only'> {
  try {
    checkType(response, kind)
    return response.status === 206 ? describeRange(response) : describeWhole(response, limits)
  } catch (error) {
    await response.body?.cancel()
    throw error
  }
}

function checkType({ headers }: Response, kind: ImportKind): void {
  const type = mediaType(headers)
  if (type === null || acceptedTypes[kind].includes(type)) return
  throw new OriginRefused(
    kind === 'video' ? "That URL isn't an MP4 or WebM video." : "That URL isn't a JPEG, PNG or WebP image.",
  )
}

function describeRange({ headers }: Response): OriginFile | 'in one pass only' {
  const range = contentRange(headers)
  if (range?.start !== 0) return 'in one pass only'
  const size = range.total
  const length = range.end + 1
  const validator = strongValidator(headers)
  return length < size && validator === null ? 'in one pass only' : { size, length, validator }
}

function describeWhole({ status, headers }: Response, limits: FetchLimits): OriginFile {
  const size = status === 416 ? 0 : contentLength(headers)
  if (size === null) throw new OriginRefused("The server doesn't report the file's size.")
  if (size === 0) throw new OriginRefused('The file is empty.')
  if (size > limits.onePassBytes) {
    throw new OriginRefused("The server doesn't support range requests, so files over 1 GB can't be fetched.")
  }
  return { size, length: size, validator: null }
}
