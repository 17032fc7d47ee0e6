/** The result of a load of requests. */
export interface Load {
  sent: number
  /** Requests by the status of their answer; 0 for those without one. */
  statuses: Record<number, number>
  /** Seconds from the first request to the last answer. */
  seconds: number
  /** Milliseconds to the answer, from when the request was due. */
  median: number
  p95: number
  worst: number
}

/** Sends one request and returns the status of its answer. */
export type Send = (index: number) => Promise<number>

interface Pace {
  /** Connections; a request that is due while all are busy waits, and that is part of its time. */
  atOnce: number
  requests: number
  /** Without it, each is sent as soon as a connection is free. */
  perSecond?: number
}

export async function sendLoad({ atOnce, requests, perSecond }: Pace, send: Send): Promise<Load> {
  const times: number[] = []
  const statuses: Record<number, number> = {}
  const began = performance.now()
  let next = 0
  const connection = async () => {
    while (next < requests) {
      const index = next++
      const due = perSecond === undefined ? performance.now() : began + (index * 1000) / perSecond
      const early = due - performance.now()
      if (early > 0) await new Promise((resolve) => setTimeout(resolve, early))
      const status = await send(index).catch(() => 0)
      statuses[status] = (statuses[status] ?? 0) + 1
      times.push(performance.now() - due)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, connection))
  const sorted = times.toSorted((one, other) => one - other)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  const seconds = (performance.now() - began) / 1000
  return { sent: requests, statuses, seconds, median: at(0.5), p95: at(0.95), worst: at(1) }
}
