import { concat } from '#contract/values/shared/concat'
import type { FinishedFacts } from '#db/queries/uploads/upload'
import { AppError } from '#worker/errors'
import { nameOfKind } from '#worker/formats/probe/container'
import { contentTypes } from '#worker/formats/probe/sniff'
import { ImageError, type StrippedImage, stripImage } from '#worker/formats/strip-image'
import { typeDiffers } from './refusals'

/** The pictures that an upload announces. */
type Announced = Pick<NonNullable<FinishedFacts['pictures']>, 'color' | 'widths'>

/**
 * Returns the picture, or the announced pictures one after the other, without their metadata. Throws an AppError with a
 * message when they can't be used.
 */
export function inspectImage(
  bytes: Uint8Array,
  announced: string,
  set: Announced | null,
): { bytes: Uint8Array; facts: FinishedFacts } {
  const first = strip(bytes)
  const contentType = contentTypes[first.kind]
  if (contentType !== announced) throw typeDiffers(announced, nameOfKind(first.kind))
  const { width, height } = first
  const facts = { contentType, duration: null, width, height }
  if (!set) return { bytes: first.bytes, facts: { ...facts, size: first.bytes.length } }
  const pictures = stripAll(bytes, first, set.widths)
  const all = concat(pictures)
  const { color, widths } = set
  return {
    bytes: all,
    facts: {
      ...facts,
      size: all.length,
      pictures: { color, widths, bytes: pictures.map(({ length }) => length) },
    },
  }
}

/** Returns each picture of a file that holds one of each width, of the same kind and shape as the first, and nothing else. */
function stripAll(bytes: Uint8Array, first: StrippedImage, widths: readonly number[]): Uint8Array[] {
  let at = 0
  const pictures = widths.map((wanted, number) => {
    const { kind, width, height, end, ...found } = number === 0 ? first : strip(bytes.subarray(at))
    const isLike = kind === first.kind && Math.abs(height - (width * first.height) / first.width) <= 1
    if (width !== wanted || !isLike) throw differs()
    at += end
    return found.bytes
  })
  if (at < bytes.length) throw differs()
  return pictures
}

function differs(): AppError {
  return new AppError('unsupported_media', "The file's pictures aren't the ones that were announced.")
}

function strip(bytes: Uint8Array): StrippedImage {
  try {
    return stripImage(bytes)
  } catch (error) {
    if (!(error instanceof ImageError)) throw error
    if (error.reason === 'unsupported') throw new AppError('unsupported_media', error.message)
    if (error.reason === 'too_large') throw new AppError('too_large', error.message)
    throw new AppError('unplayable_media', 'This image is damaged.', {
      cause: error,
    })
  }
}
