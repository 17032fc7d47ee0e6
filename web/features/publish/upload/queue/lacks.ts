import { checkDetails } from '../draft/details'
import type { Draft } from '../draft/draft'
import type { JobState } from '../job/job-state'
import { questionText } from '../job/question-text'

/** Messages for an incomplete submit. Their wording is fixed: they are texts of the product. */
export const sourceMessages = {
  url: 'Please provide both video and thumbnail URLs',
  video: 'Please upload a video file or provide a URL',
  thumbnail: 'Please upload a thumbnail image or provide a URL',
} as const

/** Sentences by the field of a form, whose sections `video` and `thumbnail` are fields, too. */
export type Sentences = Partial<Record<string, string>>

/** Returns the sentence for the video's section on a submit; null when there is a video. */
export function lacksVideo(state: JobState, tab: Draft['tab']): string | null {
  if (state.step === 'stuck') return state.error
  if (state.step === 'damaged' || state.step === 'silent') return questionText(state)
  if (state.step !== 'empty') return null
  return tab === 'url' ? sourceMessages.url : sourceMessages.video
}

/** Returns the faults to mend before a draft can be published; empty when it is complete. */
export function lacksOf({ details, tab }: Draft, state: JobState): Sentences {
  const video = lacksVideo(state, tab)
  const faults = Object.entries(checkDetails(details)).flatMap(([name, sentence]) =>
    sentence ? [[name, sentence]] : [],
  )
  return { ...Object.fromEntries(faults), ...(video && { video }) }
}
