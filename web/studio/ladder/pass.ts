import { type VideoSample, VideoSampleSink } from 'mediabunny'
import { RenditionCuts } from '../cmaf/cuts'
import type { Tracks } from '../source/source'
import { SourceKeys } from '../source/source-keys'
import type { WorkFile } from './files'
import type { LadderLog } from './log'
import type { LadderMeter } from './meter'
import type { Preview } from './preview'
import type { Rendition } from './rendition'
import type { Storyboard } from './storyboard'

/** Seconds of video after which work is saved, so that a closed tab loses no more than that. */
const pieceSeconds = 30
/** Saved times are rounded to microseconds; frames last longer than this. Seconds. */
const rounding = 0.0005
/** The outputs of one pass over a source's frames. */
export interface Pass {
  renditions: readonly Rendition[]
  storyboard: Storyboard | null
  preview: Preview | null
  /** Where tiles and frames of the preview are saved. */
  tiles: WorkFile
  frames: WorkFile
  log: LadderLog
  meter: LadderMeter
  /** Second that an earlier run reached. */
  from: number
  signal: AbortSignal
}

/** Decodes the source once. Returns the second at which its last frame ends. Throws the signal's reason. */
export async function runPass({ video, span }: Tracks, pass: Pass): Promise<number> {
  const { renditions, meter, from, signal } = pass
  const duration = span.end - span.start
  const keys = new SourceKeys(video, span.start)
  const cuts = new RenditionCuts(duration)
  let [pieceStart, end] = [from, from]
  meter.begin(from)
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
      feed(pass, sample, decision)
      for (const rendition of renditions) await rendition.settle()
      await pass.preview?.settle()
      meter.at(time)
    } finally {
      sample.close()
    }
  }
  return end
}

function feed(
  { renditions, storyboard, preview }: Pass,
  sample: VideoSample,
  decision: { key: boolean; cut: boolean },
): void {
  storyboard?.take(sample)
  const frame = sample.toVideoFrame()
  try {
    for (const rendition of renditions) rendition.encode(frame, decision)
    preview?.take(frame)
  } finally {
    frame.close()
  }
}

/** Writes everything up to a cut, and then the checkpoint. */
async function keepPiece(pass: Pass, time: number): Promise<void> {
  const { renditions, storyboard, preview, log } = pass
  for (const rendition of renditions) await rendition.flush(time)
  storyboard?.keep(pass.tiles)
  const kept = (await preview?.keep(pass.frames)) ?? { preview: [], previewFormat: '' }
  log.checkpoint({
    time,
    rungs: renditions.map((rendition) => rendition.progress()),
    tiles: storyboard?.drawn ?? 0,
    ...kept,
  })
}
