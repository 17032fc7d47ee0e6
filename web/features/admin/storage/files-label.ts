import { formatCount } from '#web/lib/format-count'

/** Formats `1 file`, `1,234 files`. */
export function filesLabel(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'file' : 'files'}`
}
