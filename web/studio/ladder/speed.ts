import { VideoSampleSink } from 'mediabunny'
import { FrameEncoder } from '../transcode/frame-encoder'
import type { LadderSource } from './source'

/** Milliseconds of encoding from which the rest is estimated. */
const measuredFor = 2000
/** A video longer than this many seconds is encoded without asking only at this many times its own speed. */
const patience = { seconds: 15 * 60, speed: 8 }

/**
 * Returns the minutes that encoding would take here, if so long that it should be a choice; null otherwise.
 * Encodes the first seconds and discards the result.
 */
export async function minutesToAskFor(
  { tracks, duration, renditions }: LadderSource,
  byCanvas: boolean,
  signal: AbortSignal,
): Promise<number | null> {
  if (duration <= patience.seconds) return null
  const encoders = renditions.map(({ config }) => new FrameEncoder(config, byCanvas, () => {}))
  const { start } = tracks.span
  const from = performance.now()
  let reached = 0
  try {
    for await (const sample of new VideoSampleSink(tracks.video).samples(start)) {
      try {
        signal.throwIfAborted()
        const frame = sample.toVideoFrame()
        try {
          for (const encoder of encoders) encoder.encode(frame, false)
        } finally {
          frame.close()
        }
        reached = sample.timestamp - start
      } finally {
        sample.close()
      }
      for (const encoder of encoders) await encoder.hasRoom()
      if (performance.now() - from > measuredFor) break
    }
  } finally {
    for (const encoder of encoders) encoder.close()
  }
  const speed = Math.max(0.001, (1000 * reached) / (performance.now() - from))
  return speed < patience.speed ? Math.ceil(duration / speed / 60) : null
}
