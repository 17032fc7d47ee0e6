import { limitEnd } from '#web/lib/limit-detail'

/** Says until when a limit of the site holds an upload, which then continues automatically. */
export function limitText(until: number | null): string {
  const reached = "You've reached the upload limit."
  return until === null ? reached : `${reached} It continues ${limitEnd(until)}.`
}

/** Says that the site gives no answer, or is in trouble. */
export const delayText = "The site isn't responding. The upload continues automatically."
