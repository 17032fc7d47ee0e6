import type { AdminVideo } from '#contract/schemas/moderation/content'
import type { Switches } from '#web/entities/video/manage/use-switch'

/** The actions that the list offers for a single video. */
export interface ContentActs {
  onSwitch: (video: AdminVideo, change: Switches) => void
  /** Opens the dialog that deletes it, takes it down for a violation, or changes its texts, picture and captions. */
  onAsk: (video: AdminVideo, as: 'delete' | 'remove' | 'correct') => void
}
