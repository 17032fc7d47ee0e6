import { errorDetail } from '../../../lib/api-error'
import { CaptionFileError } from './read-file'

/** What went wrong, whether the file was refused here or by the server. */
export function sentenceOf(error: unknown): string {
  return error instanceof CaptionFileError ? error.message : errorDetail(error)
}
