import type { LadderFile, LadderOutcome, LadderPart, LadderProgress } from '../ladder/ladder'
import type { Damage } from '../prepare/damage'
import type { Cut } from '../source/cut'
import type { SourceFacts } from '../source/inspect'
import type { VideoLimits } from '../source/limits'

/** A request to the studio's worker. One worker serves one request. */
export type WorkerRequest =
  | { kind: 'prepare'; file: Blob; name: string; limits: VideoLimits; cut: Cut | null; recorded: boolean }
  | { kind: 'inspect'; video: Blob | string }
  | { kind: 'frame'; video: Blob | string; second: number; crop: boolean }
  | { kind: 'trailer'; video: Blob | string; start: number }
  | { kind: 'frameTimes'; video: Blob | string; around: number }
  | { kind: 'filmstrip'; video: Blob | string; count: number; height: number }
  | { kind: 'ladder'; source: Blob | string; key: string; part: LadderPart; patient: boolean }
  | { kind: 'cancel' }

export interface PreparedFile {
  /** The file, if it couldn't be stored in OPFS. */
  blob: Blob | null
  contentType: string
  /** Seconds. */
  duration: number
  width: number
  height: number
  isEncoded: boolean
  /** Null where all of the file could be read. */
  damage: Damage | null
}

/** Sent while the work goes on. */
export type WorkerReport =
  | { kind: 'progress'; share: number }
  | { kind: 'tile'; index: number; picture: Blob }
  | { kind: 'ladderProgress'; progress: LadderProgress }
  | { kind: 'ladderFile'; file: LadderFile }

/** Ends a request that succeeded. */
export type WorkerAnswer =
  | { kind: 'prepared'; file: PreparedFile }
  | { kind: 'inspected'; facts: SourceFacts }
  | { kind: 'frame'; picture: Blob | null }
  | { kind: 'trailer'; clip: Blob | null }
  | { kind: 'frameTimes'; times: number[] }
  | { kind: 'filmstrip'; tiles: number }
  | { kind: 'ladder'; outcome: LadderOutcome }

export type WorkerReply =
  | WorkerReport
  | WorkerAnswer
  | { kind: 'refused'; message: string }
  | { kind: 'cancelled' }
