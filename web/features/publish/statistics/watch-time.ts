import { roughHours } from '#web/lib/time/rough-time'

/** Says for how long people watched in all; null where too few views sent a curve. */
export function watchTimeText(seconds: number | null): string | null {
  return seconds === null ? null : `Watched for ${roughHours(seconds)} in all, going by a sample of views.`
}
