import { readdirSync, readFileSync } from 'node:fs'

/** Returns the resident bytes of the largest workerd in this process group, or on the machine. */
export function workerMemory(group?: number): number {
  const sizes = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        const status = readFileSync(`/proc/${pid}/status`, 'utf8')
        if (!/^Name:\s+workerd/m.test(status)) return 0
        if (group !== undefined && groupOf(pid) !== group) return 0
        return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
      } catch {
        // The process has ended meanwhile.
        return 0
      }
    })
  return Math.max(...sizes)
}

/**
 * Returns a process's group. Before the fields is the name, in brackets, which may contain anything; after it
 * come state, parent and group.
 */
export function groupOf(pid: string): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[2])
}
