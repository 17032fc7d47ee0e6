import { formatDuration } from '../../../../../contract/values/shared/duration'
import type { Damage } from '../../../../studio/studio'

/** Says how much of a damaged file can be read. */
export function damageSentence({ readable, announced }: Damage): string {
  const part = `only ${formatDuration(readable)} of ${formatDuration(announced)} can be read`
  return `This file is damaged: ${part}.`
}

/** Asks whether to use what can be read of a damaged file. */
export function damageText(damage: Damage): string {
  return `${damageSentence(damage)} Publish anyway?`
}
