import { type Cut, type PreparedVideo, prepareVideo } from '#web/studio/studio'
import { turnsOf } from '../delivery/turns'
import type { ResumeRecord } from '../engine/resume-record'
import { abandonLost } from './abandon-lost'
import { JobVideo } from './job-video'
import { newRecord, sourceUpload, storedVideo } from './new-record'

type Options = Omit<Parameters<typeof prepareVideo>[1], 'onProgress'> & {
  /** Receives a share, and null until it is this draft's turn. */
  onProgress: (share: number | null) => void
}

/** Prepares a draft's video when no other one is being prepared. */
export function prepareInTurn(draft: string, file: Blob, options: Options): Promise<PreparedVideo> {
  const { signal, onProgress } = options
  onProgress(null)
  return turnsOf(Number.parseInt(draft, 10)).run('prepare', draft, signal, () => {
    onProgress(0)
    return prepareVideo(file, options)
  })
}

/** Prepares the whole of a chosen file. `cut` is the part to publish, where it is the published video. */
export async function prepareChosen(
  draft: string,
  chosen: File,
  cut: Cut | null,
  options: Options,
): Promise<{ video: JobVideo; source: ResumeRecord }> {
  const made = await prepareInTurn(draft, chosen, options)
  const copy = storedVideo(made)
  const { file, duration, damage, sounds } = made
  const source = await sourceUpload(chosen, copy, null, sounds)
  await abandonLost(draft, source, options.signal)
  // Only a published video is trimmed when it is chosen.
  const record = { ...newRecord(draft, chosen, copy), cut, ofPublished: cut !== null, damage, sounds }
  return { video: new JobVideo(record, { file, duration }, chosen), source }
}

/** Prepares a part of a video. */
export async function prepareCut(
  draft: string,
  video: JobVideo,
  whole: Blob,
  options: Options & { cut: Cut },
): Promise<{ file: Blob; source: ResumeRecord }> {
  const { chosen, sounds } = video.keeper.record
  const made = await prepareInTurn(draft, whole, options)
  return {
    file: made.file,
    source: await sourceUpload(chosen, storedVideo(made), options.cut, sounds),
  }
}
