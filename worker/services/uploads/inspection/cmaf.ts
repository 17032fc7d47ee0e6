import type { SegmentIndexRow } from '#db/queries/uploads/segments'
import type { FinishedFacts } from '#db/queries/uploads/upload'
import { BoxError } from '#worker/formats/mp4/boxes'
import { readSegments } from '#worker/formats/mp4/cmaf-segments'
import { findLocationMetadata } from '#worker/formats/mp4/location'
import type { SegmentIndex } from '#worker/formats/mp4/segment-index'
import type { Patch } from '#worker/formats/patches'
import { whyUnplayable } from '#worker/formats/probe/playable'
import { probeInit } from '#worker/formats/probe/probe'
import { type ReadAt, readerOf } from '#worker/formats/read-at'
import { locationInside, unplayable } from './refusals'

export interface CmafFacts {
  facts: FinishedFacts & { duration: number }
  segments: Omit<SegmentIndexRow, 'objectKey'>
  patches: Patch[]
}

/** Inspects a CMAF file by its segment index. Throws AppError, BoxError or ProbeError. */
export async function inspectCmaf(read: ReadAt, size: number, index: SegmentIndex): Promise<CmafFacts> {
  const { init, firstOffset, duration } = index
  // Nothing but the index and free space lies between `moov` and the segments.
  if (await findLocationMetadata(readerOf(init), init.length)) throw locationInside()
  const probe = await probeInit(init)
  const reason = whyUnplayable(probe, 'cmaf')
  if (reason) throw unplayable(reason)
  const [picture] = probe.video
  if (!picture || probe.video.length > 1 || probe.audio.length > 1) {
    throw unplayable('A fragmented MP4 may have one picture and one sound.')
  }
  const timescale = probe.timescales.get(index.trackId)
  if (!timescale) throw new BoxError('malformed', 'The segment index is of no track.')
  const { firstTime, patches } = await readSegments(read, index, timescale)

  const { width, height } = picture
  return {
    patches,
    facts: { size, contentType: 'video/mp4', duration, width, height },
    segments: {
      width,
      height,
      codecs: probe.codecs,
      initBytes: init.length,
      firstOffset,
      firstTime,
      peakBandwidth: index.peakBandwidth,
      averageBandwidth: index.averageBandwidth,
      segments: JSON.stringify(index.segments),
    },
  }
}
