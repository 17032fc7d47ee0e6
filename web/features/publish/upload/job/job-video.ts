import type { SoundChoice } from '#web/studio/studio'
import type { JobDelivery } from '../delivery/job-delivery'
import { JobKeeper, type JobRecord } from '../store/job-record'
import type { LocalVideo } from './job-state'

/** The video of a job, prepared. Another file or another cut is another video. */
export class JobVideo {
  readonly keeper: JobKeeper
  /** The whole video; null where it isn't here. */
  readonly uncut: LocalVideo | null
  /** The file as it was chosen. After a reload, the untrimmed copy replaces it. */
  readonly chosen: Blob | null
  /** Null until its file to publish is made. */
  delivery: JobDelivery | null = null

  constructor(record: JobRecord, uncut: LocalVideo | null, chosen: Blob | null) {
    this.keeper = new JobKeeper(record)
    this.uncut = uncut
    this.chosen = chosen
  }

  /** The facts about it that a form shows. */
  get editing() {
    const { chosen, cut, sounds = null } = this.keeper.record
    return { name: chosen.name, uncut: this.uncut, cut, sounds }
  }

  /** Which sound of the chosen file to publish. */
  get sound(): SoundChoice {
    const { sounds } = this.keeper.record
    return sounds ? (sounds.taken ?? 'none') : 'first'
  }
}
