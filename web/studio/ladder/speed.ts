import { EncodedPacketSink, VideoSampleSink } from 'mediabunny'
import { FrameEncoder } from '../transcode/frame-encoder'
import type { Encoding, LadderSource } from './source'

/** Frames that only start decoder and encoders. */
const warmUp = 4
/** Milliseconds and frames of a measurement, and milliseconds after which it ends with fewer. */
const enough = { ms: 2000, frames: 12, mostMs: 8000 }
/** A video longer than this many seconds is encoded without asking only at this many times its own speed. */
const patience = { seconds: 15 * 60, speed: 8 }

interface Measuring {
  byCanvas: boolean
  signal: AbortSignal
  /** Receives how much of the measuring is over. */
  onShare: (share: number) => void
}

/**
 * Returns the seconds that encoding a second of video takes here: encodes a little of its middle, and
 * discards the result.
 */
export async function measureCost(
  { tracks: { video, span } }: LadderSource,
  encodings: readonly Encoding[],
  { byCanvas, signal, onShare }: Measuring,
): Promise<number> {
  const encoders = encodings.map(({ config }) => new FrameEncoder(config, byCanvas, () => {}))
  const middle = await new EncodedPacketSink(video).getKeyPacket((span.start + span.end) / 2, {
    metadataOnly: true,
  })
  let frames = 0
  let [began, first, last] = [performance.now(), 0, 0]
  try {
    for await (const sample of new VideoSampleSink(video).samples(middle?.timestamp ?? span.start)) {
      last = sample.timestamp
      try {
        signal.throwIfAborted()
        const frame = sample.toVideoFrame()
        try {
          for (const encoder of encoders) encoder.encode(frame, false)
        } finally {
          frame.close()
        }
      } finally {
        sample.close()
      }
      for (const encoder of encoders) await encoder.hasRoom()
      frames += 1
      if (frames === warmUp) [began, first] = [performance.now(), last]
      const took = performance.now() - began
      // Whichever ends it: a slow device takes the most time, and encodes the fewest frames.
      onShare(
        Math.min(
          1,
          Math.max(Math.min(took / enough.ms, (frames - warmUp) / enough.frames), took / enough.mostMs),
        ),
      )
      if ((took > enough.ms && frames >= warmUp + enough.frames) || took > enough.mostMs) break
    }
  } finally {
    for (const encoder of encoders) encoder.close()
  }
  // A video of a few frames takes no time worth an estimate.
  return last > first ? (performance.now() - began) / 1000 / (last - first) : 0
}

/** Returns the minutes that encoding takes, if so long that it should be a choice; null otherwise. */
export function minutesToAskFor(duration: number, costs: readonly number[]): number | null {
  const cost = costs.reduce((sum, each) => sum + each, 0)
  return duration > patience.seconds && cost > 1 / patience.speed ? (duration * cost) / 60 : null
}
