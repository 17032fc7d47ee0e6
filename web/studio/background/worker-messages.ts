import type { LadderFile, LadderOutcome, LadderPart, LadderProgress } from '../ladder/ladder'
import type { PreparedFile, PrepareRequest } from '../prepare/prepare'
import type { SourceFacts } from '../source/inspect'

/** A request to the studio's worker. One worker serves one request. */
export type WorkerRequest =
  | ({ kind: 'prepare' } & PrepareRequest)
  | { kind: 'inspect'; video: Blob | string }
  | { kind: 'frame'; video: Blob | string; second: number; crop: boolean }
  | { kind: 'trailer'; video: Blob | string; start: number }
  | { kind: 'frameTimes'; video: Blob | string; around: number }
  | { kind: 'filmstrip'; video: Blob | string; count: number; height: number }
  | { kind: 'ladder'; source: Blob | string; key: string; part: LadderPart; patient: boolean }
  | { kind: 'cancel' }

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
