import { previewSeconds, trailerSeconds } from '#contract/values/videos/media'
import { AppError } from '#worker/errors'
import { readSegmentIndex } from '#worker/formats/mp4/segment-index'
import type { ReadAt } from '#worker/formats/read-at'
import { type CmafFacts, inspectCmaf } from './cmaf'
import { inspectMp4 } from './mp4'
import { orDamaged, requireContainer, unplayable } from './refusals'
import type { Inspected } from './video'

/** Inspects a rendition. Whether it matches its source is checked when a video takes it. */
export async function inspectRendition(read: ReadAt, size: number, announced: string): Promise<CmafFacts> {
  await requireContainer(read, size, announced)
  return orDamaged(read, async (read) => {
    const index = await readSegmentIndex(read, size)
    if (!index) throw unplayable('A further quality must be a fragmented MP4 with a segment index in front.')
    return inspectCmaf(read, size, index)
  })
}

const clipSeconds = { preview: previewSeconds, trailer: trailerSeconds } as const

/**
 * Inspects a short silent clip, a preview or a trailer: one small file, since it starts when a pointer rests
 * on the card.
 */
export async function inspectClip(
  kind: keyof typeof clipSeconds,
  read: ReadAt,
  size: number,
  announced: string,
): Promise<Inspected> {
  await requireContainer(read, size, announced)
  return orDamaged(read, async (read) => {
    const { facts, probe, patches } = await inspectMp4(read, size)
    if (probe.audio.length > 0) throw unplayable(`A ${kind} must have no sound.`)
    const most = clipSeconds[kind]
    if (facts.duration > most + 1) {
      const own = `${Math.round(facts.duration)} seconds`
      throw new AppError('invalid_input', `A ${kind} may be ${most} seconds long; this one is ${own}.`)
    }
    return { facts, segments: null, patches }
  })
}
