import type { Cut } from '../../../../studio/studio'
import type { DeliveryState } from './delivery'
import type { FurtherFiles } from './made-files'

/** A file in this browser, to be shown and to take frames from. */
export interface LocalVideo {
  file: Blob
  /** Seconds. */
  duration: number
}

/** The whole of what was chosen, and the part of it that is published. */
interface Editing {
  name: string
  /** Null until the copy of it is made. */
  uncut: LocalVideo | null
  cut: Cut | null
}

export type JobState =
  | { step: 'empty'; error: string | null }
  /** `share` is null while nobody can say how far it is. */
  | ({ step: 'fetching'; share: number | null } & Editing)
  | ({ step: 'preparing'; share: number } & Editing)
  /** The chosen part can't be made here, so nothing is published before another one is chosen. */
  | ({ step: 'stuck'; error: string } & Editing)
  | ({ step: 'uploading'; video: LocalVideo } & Editing & DeliveryState)

/** What a published video takes over. */
export interface FinishedFiles {
  videoFile: string
  further: FurtherFiles | null
}
