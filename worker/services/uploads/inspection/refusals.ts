import type { FinishedFacts } from '#db/queries/uploads/upload'
import { AppError } from '#worker/errors'
import { BoxError } from '#worker/formats/mp4/boxes'
import { nameOfKind, videoContainer } from '#worker/formats/probe/container'
import { whyUnplayable } from '#worker/formats/probe/playable'
import { type Probe, ProbeError } from '#worker/formats/probe/probe'
import { contentTypes, sniffLength } from '#worker/formats/probe/sniff'
import { limitReads, type ReadAt, ScatteredError } from '#worker/formats/read-at'
import { maxReads } from '#worker/formats/strip-file'
import { EbmlError } from '#worker/formats/webm/ebml'

export const prepare = 'Choose the file on the upload page, which prepares it for you.'

/** Returns the obstacle alone, for the upload page itself. */
export function withoutAdvice(detail: string): string {
  return detail.replace(prepare, '').trimEnd()
}

/**
 * Returns which of the two containers the bytes are. Throws when they are neither, or not the announced type.
 */
export async function requireContainer(
  read: ReadAt,
  size: number,
  announced: string,
): Promise<'mp4' | 'webm'> {
  const container = videoContainer(await read(0, Math.min(sniffLength, size)))
  if (typeof container === 'object') throw unplayable(container.reason)
  if (contentTypes[container] !== announced) throw typeDiffers(announced, nameOfKind(container))
  return container
}

/**
 * Inspects a file with a limited number of reads. Turns the parsers' errors about a damaged file into one message;
 * R2's errors pass through.
 */
export async function orDamaged<Facts>(
  read: ReadAt,
  inspect: (read: ReadAt) => Promise<Facts>,
): Promise<Facts> {
  try {
    return await inspect(limitReads(read, maxReads))
  } catch (error) {
    if (error instanceof ScatteredError) {
      throw new AppError('unplayable_media', `This file is stored in too many pieces. ${prepare}`, {
        cause: error,
      })
    }
    if (error instanceof BoxError || error instanceof EbmlError || error instanceof ProbeError) {
      throw new AppError('unplayable_media', 'This file is damaged or incomplete.', {
        cause: error,
      })
    }
    throw error
  }
}

/**
 * Returns the duration and dimensions from a probe. Throws with a message when the file can't be published.
 */
export function requirePlayable(
  probe: Probe,
  container: 'mp4' | 'webm',
  size: number,
): FinishedFacts & { duration: number } {
  const reason = whyUnplayable(probe, container)
  if (reason) throw unplayable(reason)
  const { duration } = probe
  if (duration === null) throw unplayable(`This video has no duration. ${prepare}`)
  const [picture, ...more] = probe.video
  // Players choose one of them, each in its own way.
  if (!picture || more.length > 0) throw unplayable(`This file has more than one video track. ${prepare}`)
  const { width, height } = picture
  return { size, contentType: contentTypes[container], duration, width, height }
}

export function typeDiffers(announced: string, found: string): AppError {
  const name = announced.replace(/^\w+\//, '').toUpperCase()
  const said = announced === contentTypes.webm ? 'WebM' : name
  return new AppError('unsupported_media', `The file says it is ${said} but is ${found}.`)
}

export function locationInside(): AppError {
  return new AppError('private_metadata', `This file contains its recording location. ${prepare}`)
}

export function unplayable(reason: string): AppError {
  return new AppError('unplayable_media', reason)
}
