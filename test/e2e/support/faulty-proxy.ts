import { createServer, type IncomingMessage, request, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A fault in one response: another status, an early end, or damaged bytes in its body. */
export interface Fault {
  status?: number
  cutAfter?: number
  /** Offsets in the body. */
  spoil?: { from: number; to: number }
}

/** Called for every request; `undefined` lets it pass. `start` is the first byte of its Range. */
export type Faults = (path: string, start: number) => Fault | undefined

/** A proxy between a browser and the site that causes the test's faults. */
export class FaultyProxy {
  faults: Faults = () => undefined
  /** Number of faults that a browser has met. */
  met = 0
  /** Nothing gets through, and running responses are cut off. */
  #down = false
  readonly #server: Server
  readonly #open = new Set<ServerResponse>()

  private constructor(readonly target: string) {
    this.#server = createServer((incoming, outgoing) => this.#pass(incoming, outgoing))
  }

  static async start(target: string): Promise<FaultyProxy> {
    const proxy = new FaultyProxy(target)
    await new Promise<void>((resolve) => proxy.#server.listen(0, 'localhost', resolve))
    return proxy
  }

  get origin(): string {
    return `http://localhost:${(this.#server.address() as AddressInfo).port}`
  }

  takeDown(): void {
    this.#down = true
    for (const response of this.#open) response.destroy()
  }

  bringUp(): void {
    this.#down = false
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections()
    await new Promise((resolve) => this.#server.close(resolve))
  }

  #pass(incoming: IncomingMessage, outgoing: ServerResponse): void {
    if (this.#down) {
      incoming.socket.destroy()
      return
    }
    const path = incoming.url ?? '/'
    const start = Number(/^bytes=(\d+)-/.exec(incoming.headers.range ?? '')?.[1] ?? 0)
    const fault = this.faults(path, start)
    if (fault?.status) {
      this.met += 1
      outgoing.writeHead(fault.status, { 'cache-control': 'no-store' }).end()
      return
    }
    this.#open.add(outgoing)
    outgoing.once('close', () => this.#open.delete(outgoing))
    const headers = { ...incoming.headers, host: new URL(this.target).host }
    const passed = request(`${this.target}${path}`, { method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { ...answer.headers, 'cache-control': 'no-store' })
      let sent = 0
      answer.on('data', (chunk: Buffer) => {
        if (fault?.spoil && spoil(chunk, sent, fault.spoil)) this.met += 1
        if (fault?.cutAfter !== undefined && sent + chunk.length > fault.cutAfter) {
          this.met += 1
          outgoing.write(chunk.subarray(0, fault.cutAfter - sent), () => outgoing.destroy())
          answer.destroy()
          return
        }
        sent += chunk.length
        outgoing.write(chunk)
      })
      answer.on('end', () => outgoing.end())
      answer.on('error', () => outgoing.destroy())
    })
    passed.on('error', () => outgoing.destroy())
    incoming.pipe(passed)
  }
}

/** Damages a chunk. Returns whether any of the damage was in it. */
function spoil(chunk: Buffer, offset: number, { from, to }: { from: number; to: number }): boolean {
  const begin = Math.max(0, from - offset)
  const end = Math.min(chunk.length, to - offset)
  if (begin >= end) return false
  chunk.fill(0, begin, end)
  return true
}
