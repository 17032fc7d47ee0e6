import { globSync, readFileSync } from 'node:fs'
import type { Service } from '#tools/programs/process'

/** Linux counts a process's time in hundredths of a second. */
const ticksPerSecond = 100

/** Seconds of CPU that a service's workerd has used so far; the time of wrangler's own proxy is left out. */
export function workerdSeconds({ child }: Service): number {
  const ticks = globSync('/proc/[0-9]*/stat').map((file) => {
    let text = ''
    try {
      text = readFileSync(file, 'utf8')
    } catch {
      // It ended meanwhile.
      return 0
    }
    const [, name = '', rest = ''] = /\((.*)\) (.*)/.exec(text) ?? []
    // From the third on, as proc(5) numbers them: the group is the fifth, user and system time the 14th and 15th.
    const fields = rest.split(' ')
    const isOurs = Number(fields[2]) === child.pid && name.startsWith('workerd')
    return isOurs ? Number(fields[11]) + Number(fields[12]) : 0
  })
  return ticks.reduce((sum, each) => sum + each, 0) / ticksPerSecond
}
