import { descriptionLength, titleLength } from '../shared/limits'

/** Sentences about videos that both a form and the server use. */
export const videoMessages = {
  titleShort: `Title must be at least ${titleLength.min} characters`,
  titleLong: `Title cannot exceed ${titleLength.max} characters`,
  descriptionLong: `Description cannot exceed ${descriptionLength.max} characters`,
  durationShort: 'Duration must be at least 1 second',
  categoryMissing: 'Please select a category',
  videoUrlInvalid: 'Please enter a valid video URL',
  publishAtInvalid: 'Please enter a date and time.',
  publishAtPast: 'This time has passed. Choose a later one.',
  publishAtFar: 'Choose a time within the next 12 months.',
  importedAtInvalid: 'Enter a date and time, such as 2021-05-04T18:00:00Z.',
  importedAtAhead: 'This date lies in the future.',
  thumbnailUrlInvalid: 'Please enter a valid thumbnail URL',
} as const
