import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { groupOf } from './memory'

/** The bytes in the isolates of a workerd after collecting garbage, and those of the whole process. */
export interface Heaps {
  /** Bytes in the isolate that runs our code, including buffers, which aren't in V8's own heap. */
  ours: number
  /** Bytes in the isolates that simulate R2, D1, the cache, KV, queues and more locally. */
  locals: Record<string, number>
  /** Resident bytes of the process. */
  resident: number
  /** Bytes of the other workerd, through which wrangler passes every request. None of our code runs there. */
  proxy: number
}

/** Wrangler's name for the worker's service. */
const ourService = 'core:user:nocturne'

interface Target {
  id: string
  title: string
  webSocketDebuggerUrl: string
}

/** Asks the inspector of the workerd that runs our worker, started by a wrangler of this process group. */
export async function heapsOf(group: number): Promise<Heaps> {
  const heaps: Heaps = { ours: 0, locals: {}, resident: 0, proxy: 0 }
  for (const pid of workerdsOf(group)) {
    const targets = await targetsOf(pid)
    const hasOurs = targets.some(({ id }) => isOurs(id))
    heaps[hasOurs ? 'resident' : 'proxy'] += residentOf(pid)
    for (const { id, webSocketDebuggerUrl } of hasOurs ? targets : []) {
      const used = await usedAfterCollection(webSocketDebuggerUrl)
      const [kind = ''] = id.split(':')
      if (isOurs(id)) heaps.ours = used
      else heaps.locals[kind] = (heaps.locals[kind] ?? 0) + used
    }
  }
  if (!(heaps.ours > 0)) throw new Error('No workerd of this site has an inspector')
  return heaps
}

function residentOf(pid: string): number {
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
}

function isOurs(id: string): boolean {
  return id === ourService
}

function workerdsOf(group: number): string[] {
  return readdirSync('/proc').filter((pid) => {
    try {
      return (
        /^\d+$/.test(pid) &&
        readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'workerd' &&
        groupOf(pid) === group
      )
    } catch {
      // The process has ended meanwhile.
      return false
    }
  })
}

/** Finds the inspector among the ports on which a process listens. */
async function targetsOf(pid: string): Promise<Target[]> {
  for (const port of portsOf(pid)) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/json`, { signal: AbortSignal.timeout(2000) })
      const targets = (await response.json()) as Target[]
      if (Array.isArray(targets) && targets[0]?.webSocketDebuggerUrl) return targets
    } catch {
      // The port belongs to something else.
    }
  }
  return []
}

function portsOf(pid: string): number[] {
  const sockets = new Set(
    readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
      try {
        const [, inode] = /^socket:\[(\d+)\]$/.exec(readlinkSync(`/proc/${pid}/fd/${fd}`)) ?? []
        return inode ? [inode] : []
      } catch {
        // The port was closed meanwhile.
        return []
      }
    }),
  )
  const listening = '0A'
  return readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, , , state, , , , , , inode = '']) => state === listening && sockets.has(inode))
    .map(([, address = '']) => Number.parseInt(address.split(':')[1] ?? '', 16))
}

/**
 * Commands that collect garbage at once. An isolate that is only asked to collect does so at its next
 * request.
 */
const questions = ['HeapProfiler.startSampling', 'HeapProfiler.stopSampling', 'Runtime.getHeapUsage']

/** Returns the bytes used. Asks again if wrangler ends our connection, as ours has ended wrangler's own. */
async function usedAfterCollection(url: string, triesLeft = 10): Promise<number> {
  const socket = new WebSocket(url)
  const used = await new Promise<number | null>((resolve) => {
    socket.addEventListener('open', () => {
      for (const [id, method] of questions.entries()) socket.send(JSON.stringify({ id, method }))
    })
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data))
      if (id === questions.length - 1) resolve(sizeOf(result))
    })
    socket.addEventListener('close', () => resolve(null))
  })
  socket.close()
  if (used !== null) return used
  if (triesLeft === 0) throw new Error(`${url} doesn't answer`)
  return usedAfterCollection(url, triesLeft - 1)
}

interface HeapUsage {
  usedSize: number
  embedderHeapUsedSize: number
  backingStorageSize: number
}

function sizeOf({ usedSize, embedderHeapUsedSize, backingStorageSize }: HeapUsage): number {
  return usedSize + embedderHeapUsedSize + backingStorageSize
}

/** Names each local isolate that holds more than a few MiB. */
export function figureOf({ ours, locals, resident, proxy }: Heaps): string {
  const large = Object.entries(locals).filter(([, bytes]) => bytes > 4 * 2 ** 20)
  const named = large.map(([kind, bytes]) => `${kind} ${mib(bytes)}`)
  const sum = Object.values(locals).reduce((total, bytes) => total + bytes, 0)
  const rest = resident - ours - sum
  return `our heap ${mib(ours)}, those of the local platform ${mib(sum)} (${named.join(', ') || 'none large'}), no heap ${mib(rest)}, workerd in all ${mib(resident)}; wrangler's other workerd ${mib(proxy)}`
}

function mib(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`
}
