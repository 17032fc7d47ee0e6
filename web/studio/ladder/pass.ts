import { VideoSampleSink } from 'mediabunny'
import { RenditionCuts } from '../cmaf/cuts'
import type { Tracks } from '../source/source'
import { SourceKeys } from '../source/source-keys'
import type { LadderLog } from './log'
import type { LadderMeter } from './meter'
import type { Rendition } from './rendition'

/** Seconds of video after which work is saved, so that a closed tab loses no more than that. */
const pieceSeconds = 30
/** Saved times are rounded to microseconds; frames last longer than this. Seconds. */
const rounding = 0.0005

/** The outputs of one pass over a source's frames. */
export interface Pass {
  renditions: readonly Rendition[]
  /** Its number in the ladder's plan. */
  number: number
  log: LadderLog
  meter: LadderMeter
  /** Second that an earlier run reached. */
  from: number
  signal: AbortSignal
}

/** Decodes the source once. Returns the second at which its last frame ends. Throws the signal's reason. */
export async function runPass({ video, span }: Tracks, pass: Pass): Promise<number> {
  const { renditions, number, meter, from, signal } = pass
  const duration = span.end - span.start
  const keys = new SourceKeys(video, span.start)
  const cuts = new RenditionCuts(duration)
  let [pieceStart, end] = [from, from]
  meter.begin(number, from)
  for await (const sample of new VideoSampleSink(video).samples(span.start + from + rounding)) {
    try {
      signal.throwIfAborted()
      const time = Math.max(0, sample.timestamp - span.start)
      sample.setTimestamp(time)
      end = time + sample.duration
      await keys.goTo(time)
      const decision = cuts.next(time, keys.current, keys.next)
      if (decision.cut && time - pieceStart >= pieceSeconds) {
        await keepPiece(pass, sample.microsecondTimestamp / 1e6)
        pieceStart = time
      }
      const frame = sample.toVideoFrame()
      try {
        for (const rendition of renditions) rendition.encode(frame, decision)
      } finally {
        frame.close()
      }
      for (const rendition of renditions) await rendition.settle()
      meter.at(time)
    } finally {
      sample.close()
    }
  }
  return end
}

/** Writes everything up to a cut, and then the checkpoint. */
async function keepPiece({ renditions, log }: Pass, time: number): Promise<void> {
  for (const rendition of renditions) await rendition.flush(time)
  log.checkpoint({ time, renditions: renditions.map((rendition) => rendition.progress()) })
}
