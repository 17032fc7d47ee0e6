import type { FinishedFacts } from '../../../../db/queries/uploads/uploads'
import { AppError } from '../../../errors'
import { nameOfKind } from '../../../formats/probe-container'
import { contentTypes } from '../../../formats/sniff'
import { ImageError, type StrippedImage, stripImage } from '../../../formats/strip-image'
import { typeDiffers } from './inspect-refusals'

/** Returns the picture without its metadata. Throws an AppError with a message when it can't be used. */
export function inspectImage(
  bytes: Uint8Array,
  announced: string,
): { stripped: StrippedImage; facts: FinishedFacts } {
  const stripped = strip(bytes)
  const contentType = contentTypes[stripped.kind]
  if (contentType !== announced) throw typeDiffers(announced, nameOfKind(stripped.kind))
  const { width, height } = stripped
  return { stripped, facts: { size: stripped.bytes.length, contentType, duration: null, width, height } }
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
