import { ladderStopped } from '#web/studio/ladder/support'
import { Refusal } from '#web/studio/source/refusal'
import {
  drawPictures,
  type LadderFile,
  type LadderOutcome,
  type LadderProgress,
  makeLadder,
} from '#web/studio/studio'
import type { JobKeeper, JobRecord } from '../store/job-record'
import type { DerivedFiles } from './derived-files'
import { type TurnKind, turnsOf } from './turns'

/** What the studio does for a video, or what that waits for: its turn. */
export type Making = Omit<LadderProgress, 'task'> & { task: LadderProgress['task'] | 'waiting' }

interface Derivation {
  keeper: JobKeeper
  /** The source, or its address where it is on the server alone. */
  file: Blob | string
  /** Receives the files. */
  made: DerivedFiles
  signal: AbortSignal
  onProgress: (making: Making) => void
}

/**
 * Has the studio derive further files from a source, when it is this video's turn. Resolves to the resulting
 * changes of the job's record.
 */
export async function deriveFiles(derivation: Derivation): Promise<Partial<JobRecord>> {
  const { keeper, file, made, signal, onProgress } = derivation
  const { id, ladder } = keeper.record
  const adding: Promise<void>[] = []
  const onFile = (each: LadderFile) => void adding.push(made.add(each))
  const options = { key: id, signal, onProgress, onFile }
  const show = (task: Making['task']) => onProgress({ task, qualities: [], share: null, timeLeft: null })
  const inTurn = <Result>(kind: TurnKind, work: () => Promise<Result>) => {
    show('waiting')
    return turnsOf(keeper.record.account).run(kind, keeper.record.draft ?? '', signal, () => {
      show('opening')
      return work()
    })
  }
  try {
    await inTurn('draw', () => drawPictures(file, options))
    // A remote file gets no renditions: all of it would have to be downloaded.
    const outcome: LadderOutcome =
      typeof file === 'string'
        ? { kind: 'made' }
        : await inTurn('encode', () => makeLadder(file, { ...options, patient: ladder === 'patient' }))
    await Promise.all(adding)
    if (outcome.kind === 'choice') return { ladder: 'offered', minutes: outcome.minutes }
    return { ladder: 'over', ...(outcome.kind === 'unable' && { missing: outcome.missing }) }
  } catch (error) {
    if (signal.aborted) return {}
    // The studio keeps its finished files, so it resumes from there.
    return { makingError: error instanceof Refusal ? error.message : ladderStopped }
  }
}
