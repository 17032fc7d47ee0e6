import { formatDuration } from '../../../../../contract/values/shared/duration'
import type { Damage } from '../../../../studio/studio'

/** Asks whether to publish what can be read of a damaged file. */
export function damageText({ readable, announced }: Damage): string {
  const part = `only ${formatDuration(readable)} of ${formatDuration(announced)} can be read`
  return `This file is damaged: ${part}. Publish anyway?`
}
