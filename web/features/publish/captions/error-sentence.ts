import { errorDetail } from '#web/lib/api-error'
import { CaptionFileError } from './read-file'

/** Returns the sentence for an error, whether the browser or the server refused the file. */
export function sentenceOf(error: unknown): string {
  return error instanceof CaptionFileError ? error.message : errorDetail(error)
}
