import { MiB } from '../../../contract/values/limits'
import { formatDuration } from '../../../contract/values/units'
import type { FinishedFacts } from '../../../db/queries/uploads'
import { AppError } from '../../errors'
import { type Box, BoxError, indexBytes, isFastStart, walkBoxes } from '../../media/mp4-boxes'
import { findLocationMetadata } from '../../media/mp4-location'
import { ProbeError, probeVideo } from '../../media/probe'
import { nameOfKind, videoContainer } from '../../media/probe-container'
import { whyUnplayable } from '../../media/probe-playable'
import type { ReadAt } from '../../media/read-at'
import { contentTypes, sniffLength } from '../../media/sniff'
import { EbmlError, findWebmLocationTag } from '../../media/webm-tags'

export interface DurationLimits {
  /** Seconds. */
  minDuration: number
  maxDuration: number
}

/** Encoders round a cut to whole frames of picture and sound: a video of exactly an hour may be a little longer. */
const slack = 0.1

/** Read whole, more than once: four hours of 60 pictures a second have half of it, and a worker has 128 MB. */
const maxIndexBytes = 32 * MiB

const prepare = 'Let the browser prepare the file, then upload it again.'

/** Reads what a stored file really is. Throws an AppError with a sentence when it can't be published. */
export async function inspectVideo(
  read: ReadAt,
  size: number,
  announced: string,
  limits: DurationLimits,
): Promise<FinishedFacts> {
  const container = videoContainer(await read(0, Math.min(sniffLength, size)))
  if (typeof container === 'object') throw unplayable(container.reason)
  if (contentTypes[container] !== announced) throw typeDiffers(announced, nameOfKind(container))

  try {
    if (container === 'mp4') await checkBoxes(read, size)
    else if (await findWebmLocationTag(read, size)) throw locationInside()

    const probe = await probeVideo(read, size)
    const reason = whyUnplayable(probe, container)
    if (reason) throw unplayable(reason)
    if (probe.duration === null) throw unplayable(`This video doesn't say how long it is. ${prepare}`)
    checkDuration(probe.duration, limits)
    const [picture] = probe.video
    if (!picture) throw unplayable('There is no picture in this file.')
    const { width, height } = picture
    return { size, contentType: announced, duration: probe.duration, width, height }
  } catch (error) {
    if (error instanceof BoxError || error instanceof EbmlError || error instanceof ProbeError) {
      throw new AppError('unplayable_media', "This file is damaged: it can't be read to its end.", {
        cause: error,
      })
    }
    throw error
  }
}

export function typeDiffers(announced: string, found: string): AppError {
  const name = announced.replace(/^\w+\//, '').toUpperCase()
  const said = announced === contentTypes.webm ? 'WebM' : name
  return new AppError('unsupported_media', `The file says it is ${said} but is ${found}.`)
}

/** One file with its index in front: what starts to play after one read. */
async function checkBoxes(read: ReadAt, size: number): Promise<void> {
  const boxes: Box[] = []
  for await (const box of walkBoxes(read, size)) {
    // An hour of fragments is thousands of boxes, so the walk ends at the first.
    if (box.type === 'moof') throw unplayable(`This MP4 is cut into fragments. ${prepare}`)
    boxes.push(box)
  }
  if (!boxes.some((box) => box.type === 'moov')) {
    throw new BoxError('truncated', 'There is no index.')
  }
  if (!isFastStart(boxes)) {
    throw unplayable(`The index of this MP4 stands at its end, so that it can't start at once. ${prepare}`)
  }
  if (indexBytes(boxes) > maxIndexBytes) throw new BoxError('too_large', 'The index is too large.')
  if (await findLocationMetadata(read, size, boxes)) throw locationInside()
}

function checkDuration(duration: number, { minDuration, maxDuration }: DurationLimits): void {
  if (duration >= minDuration - slack && duration <= maxDuration + slack) return
  const own = duration < 60 ? inWords(Math.round(duration * 10) / 10) : formatDuration(duration)
  throw new AppError(
    'invalid_input',
    `Videos may be ${inWords(minDuration)} to ${inWords(maxDuration)} long; this one is ${own}.`,
  )
}

function inWords(seconds: number): string {
  if (seconds > 60 && seconds % 60 === 0) return `${seconds / 60} minutes`
  if (seconds === 60) return '1 minute'
  return seconds === 1 ? '1 second' : seconds < 60 ? `${seconds} seconds` : formatDuration(seconds)
}

function locationInside(): AppError {
  return new AppError('private_metadata', `This file says where it was filmed. ${prepare}`)
}

function unplayable(reason: string): AppError {
  return new AppError('unplayable_media', reason)
}
