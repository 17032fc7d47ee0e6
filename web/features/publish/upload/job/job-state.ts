import type { Cut, Damage, Sounds } from '#web/studio/studio'
import type { FurtherFiles } from '../delivery/derived-files'
import type { DeliveryState } from '../delivery/job-delivery'

/** The video to take frames from: a file, or an address of our own. */
export interface FrameSource {
  file: Blob | string
  /** Seconds. */
  duration: number
}

/** A local file, to be shown and to take frames from. */
export interface LocalVideo {
  file: Blob
  /** Seconds. */
  duration: number
}

/** The whole chosen video, and the part to publish. */
interface Editing {
  name: string
  /** Null until its copy is made. */
  uncut: LocalVideo | null
  cut: Cut | null
  /** The chosen file's sounds; null until they are known, and where the file isn't here. */
  sounds: Sounds | null
}

export type JobState =
  | { step: 'empty'; error: null }
  /** The file of this name was refused, or can't be found again. */
  | { step: 'empty'; error: string; name: string }
  /** `share` is null while the progress isn't known. */
  | ({ step: 'fetching'; share: number | null } & Editing)
  /** `share` is null while another video is being prepared. */
  | ({ step: 'preparing'; share: number | null } & Editing)
  /** The chosen part can't be created here, so nothing is published until another one is chosen. */
  | ({ step: 'stuck'; error: string } & Editing)
  /** Only a part of the file can be read, so nothing is uploaded until it is accepted. */
  | ({ step: 'damaged'; damage: Damage } & Editing)
  /** None of the file's sounds can be read here, so nothing is uploaded until that is accepted. */
  | ({ step: 'silent'; formats: readonly string[] } & Editing)
  | ({ step: 'uploading'; video: FrameSource } & Editing & DeliveryState)

/** The files that a published video takes over. */
export interface FinishedFiles {
  videoFile: string
  further: FurtherFiles | null
}
