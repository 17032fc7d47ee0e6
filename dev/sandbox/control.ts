import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'
import type { Mailbox } from './mail/mailbox.ts'
import { runCommand } from './payments/commands.ts'
import type { PaymentFault } from './payments/faults.ts'
import { isOfPayments, type PaymentsSandbox } from './payments/sandbox.ts'

/** A fault for the next request whose path begins with `path`. */
export interface Fault {
  path: string
  /** Sends this status with an empty body. */
  status?: number
  /** Milliseconds before anything is answered. */
  delay?: number
  /** Breaks the connection after this many bytes of the body. */
  cutAfter?: number
  /** Number of requests affected; 1 by default. */
  times?: number
}

export interface SeenRequest {
  method: string
  path: string
  headers: Record<string, string>
}

/** Enough for a test to read back, small enough to leave a sandbox running for days. */
const requestsKept = 500

/** A test's control over the sandbox, and its view into it. One per running sandbox. */
export class Control {
  private requests: SeenRequest[] = []
  private faults: Fault[] = []
  private readonly payments: PaymentsSandbox
  private readonly mailbox: Mailbox

  constructor(payments: PaymentsSandbox, mailbox: Mailbox) {
    this.payments = payments
    this.mailbox = mailbox
  }

  /**
   * Handles control requests. GET lists requests and waiting faults, POST adds faults, DELETE clears both and
   * resets the clock; orders and money stay. POST to `paypal/approve` and the like runs a payments command;
   * `mail` lists delivered emails.
   */
  async handle(request: IncomingMessage, response: ServerResponse, command: string): Promise<void> {
    if (request.method === 'DELETE') this.forget()
    const text = request.method === 'POST' ? await readText(request) : ''
    const answer = command ? await this.run(command, text) : this.list(text)
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(answer))
  }

  private async run(command: string, text: string): Promise<unknown> {
    if (command === 'mail') return this.mailbox.deliveries
    return runCommand(this.payments, command, text ? JSON.parse(text) : [])
  }

  private list(added: string) {
    if (added) {
      const { payments, mail, files } = readFaults(added)
      this.payments.fail(...payments)
      this.mailbox.faults.add(...mail)
      this.faults.push(...files)
    }
    const faults = [...this.faults, ...this.payments.faults.list(), ...this.mailbox.faults.list()]
    return { requests: this.requests, faults }
  }

  private forget(): void {
    this.requests = []
    this.faults = []
    this.payments.faults.clear()
    this.mailbox.forget()
    this.payments.clock.reset()
    this.payments.webhooks.release()
  }

  record(request: IncomingMessage): void {
    const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)])
    this.requests.push({
      method: request.method ?? '',
      path: request.url ?? '',
      headers: Object.fromEntries(headers),
    })
    if (this.requests.length > requestsKept) this.requests.shift()
  }

  /** Applies the first waiting fault for this path. Returns whether the request was answered. */
  async applyFault(path: string, response: ServerResponse): Promise<boolean> {
    const fault = this.faults.find((one) => path.startsWith(one.path))
    if (!fault) return false
    fault.times = (fault.times ?? 1) - 1
    this.faults = this.faults.filter((one) => one.times !== 0)
    if (fault.delay) await wait(fault.delay)
    if (fault.cutAfter !== undefined) cutAfter(response, fault.cutAfter)
    if (fault.status === undefined) return false
    response.writeHead(fault.status).end()
    return true
  }
}

/** Breaks the connection after `bytes` of the body, regardless of the code that writes them. */
export function cutAfter(response: ServerResponse, bytes: number): void {
  const write = response.write.bind(response) as (chunk: Uint8Array) => boolean
  let left = bytes
  const writeUntilCut = (chunk: unknown): boolean => {
    const part = Buffer.from(chunk as Uint8Array).subarray(0, left)
    left -= part.length
    const more = write(part)
    if (left === 0) response.socket?.destroySoon()
    return more
  }
  response.write = writeUntilCut as typeof response.write
}

/** Separates faults of payments and email, whose answers can fail in more ways, from the rest. */
function readFaults(text: string): { payments: PaymentFault[]; mail: PaymentFault[]; files: Fault[] } {
  const body = JSON.parse(text) as { faults?: (Fault & PaymentFault)[] }
  const faults = body.faults ?? []
  if (!faults.every((fault) => typeof fault.path === 'string')) throw new Error('A fault needs a path.')
  const isMail = ({ path }: Fault) => /^\/mail\b/.test(path)
  const isPayment = ({ path }: Fault) => isOfPayments(path)
  return {
    payments: faults.filter(isPayment),
    mail: faults.filter(isMail),
    files: faults.filter((fault) => !isPayment(fault) && !isMail(fault)),
  }
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}
