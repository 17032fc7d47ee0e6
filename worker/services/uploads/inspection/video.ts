import { durationInWords } from '#contract/values/shared/duration-words'
import type { FinishedFacts } from '#db/queries/uploads/upload'
import { AppError } from '#worker/errors'
import { readSegmentIndex } from '#worker/formats/mp4/segment-index'
import { type Patch, patchedReader } from '#worker/formats/patches'
import { probeVideo } from '#worker/formats/probe/probe'
import type { ReadAt } from '#worker/formats/read-at'
import { stripWebm } from '#worker/formats/webm/strip'
import { findWebmLocationTag } from '#worker/formats/webm/tags'
import { type CmafFacts, inspectCmaf } from './cmaf'
import { inspectMp4 } from './mp4'
import { locationInside, orDamaged, prepare, requireContainer, requirePlayable, unplayable } from './refusals'

interface DurationLimits {
  /** Seconds. */
  minDuration: number
  maxDuration: number
}

/** The result of inspecting an upload of any kind. */
export interface Inspected {
  facts: FinishedFacts
  /** Only for a CMAF file: nothing else is served in segments. */
  segments: CmafFacts['segments'] | null
  /** Patches that strip the stored file. */
  patches: Patch[]
}

/** Encoders round a cut to whole frames of picture and sound: an hour's video may be slightly longer. */
const slack = 0.1

/** Inspects a stored file. Throws an AppError with a message when it can't be published. */
export async function inspectVideo(
  read: ReadAt,
  size: number,
  announced: string,
  limits: DurationLimits,
): Promise<Inspected> {
  const container = await requireContainer(read, size, announced)
  return orDamaged(read, async (read) => {
    const found = container === 'mp4' ? await inspectAnyMp4(read, size) : await inspectWebm(read, size)
    checkDuration(found.facts.duration, limits)
    return found
  })
}

async function inspectAnyMp4(read: ReadAt, size: number) {
  const index = await readSegmentIndex(read, size)
  if (index) return inspectCmaf(read, size, index)
  const { facts, patches } = await inspectMp4(read, size)
  return { facts, segments: null, patches }
}

async function inspectWebm(read: ReadAt, size: number) {
  if (await findWebmLocationTag(read, size)) throw locationInside()
  const stripped = await stripWebm(read, size)
  if ('reason' in stripped) throw unplayable(`${stripped.reason} ${prepare}`)
  const { patches } = stripped
  const probe = await probeVideo(patchedReader(read, patches), size)
  return { facts: requirePlayable(probe, 'webm', size), segments: null, patches }
}

function checkDuration(duration: number, { minDuration, maxDuration }: DurationLimits): void {
  if (duration >= minDuration - slack && duration <= maxDuration + slack) return
  throw new AppError(
    'invalid_input',
    `Videos may be ${durationInWords(minDuration)} to ${durationInWords(maxDuration)} long; this one is ${durationInWords(duration)}.`,
  )
}
