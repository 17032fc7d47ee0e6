import { formatDuration } from '#contract/values/shared/duration'
import type { Damage } from '#web/studio/studio'

/** Seconds below which tenths are shown: in whole seconds, both durations could be the same. */
const shortSeconds = 10

/** Says how much of a damaged file can be read. */
export function damageSentence({ readable, announced }: Damage): string {
  const part =
    announced < shortSeconds
      ? `${readable.toFixed(1)} of ${announced.toFixed(1)} seconds`
      : `${formatDuration(readable)} of ${formatDuration(announced)}`
  return `This file is damaged: only ${part} can be read.`
}
