import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'

/** Arguments that run a package's command with this Node, whatever the PATH says. */
export const bins = {
  wrangler: 'node_modules/wrangler/bin/wrangler.js',
  vite: 'node_modules/vite/bin/vite.js',
  vitest: 'node_modules/vitest/vitest.mjs',
  playwright: 'node_modules/@playwright/test/cli.js',
  tsc: 'node_modules/typescript/bin/tsc',
  drizzleKit: 'node_modules/drizzle-kit/bin.cjs',
} as const

export interface Service {
  name: string
  child: ChildProcess
  /** Settles when the process is gone, with its exit code. */
  exit: Promise<number | null>
}

/** Signals that ask this process to end. */
export const endingSignals = ['SIGINT', 'SIGTERM'] as const

const running = new Set<Service>()
let listening = false
let ending = false
let hasOwnGroups = true

/** Leaves the children of this process in its group, so that a kill of the group ends them with it. */
export function shareGroup(): void {
  hasOwnGroups = false
}

/** Runs a command to its end and returns its stdout. Throws with all of its output when it fails. */
export async function run(command: string, args: string[], options: SpawnOptions = {}): Promise<string> {
  const { child } = start(command, command, args, { stdio: ['ignore', 'pipe', 'pipe'], ...options })
  let answer = ''
  let printed = ''
  child.stdout?.on('data', (chunk) => {
    answer += chunk
    printed += chunk
  })
  child.stderr?.on('data', (chunk) => {
    printed += chunk
  })
  const [code] = await once(child, 'close')
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} ended with ${code}\n${printed}`)
  return answer
}

/** Runs a Node script to its end and passes its output on as it comes. Returns its exit code. */
export async function runAloud(
  name: string,
  args: string[],
  print: (text: string) => void,
  env: Record<string, string> = {},
): Promise<number | null> {
  const service = start(name, process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    // Programs write no colours to a pipe unless told to.
    env: { ...process.env, ...(process.stdout.isTTY && { FORCE_COLOR: '1' }), ...env },
  })
  const { stdout, stderr } = service.child
  for (const stream of [stdout, stderr]) stream?.setEncoding('utf8').on('data', print)
  const closed = once(service.child, 'close')
  const code = await service.exit
  // A surviving grandchild would hold the pipes open.
  await stop(service)
  await closed
  return code
}

/**
 * Starts a command in a process group of its own, so that its children can be ended with it, unless this
 * process shares its own group.
 */
export function start(name: string, command: string, args: string[], options: SpawnOptions = {}): Service {
  endTogether()
  if (ending) throw new Error('This process is ending.')
  const child = spawn(command, args, {
    stdio: ['ignore', 'inherit', 'inherit'],
    ...options,
    detached: hasOwnGroups,
  })
  const exit = once(child, 'exit').then(([code]) => code as number | null)
  const service = { name, child, exit }
  running.add(service)
  const forget = () => running.delete(service)
  exit.then(forget, forget)
  return service
}

/**
 * Makes this process end all its children before it ends, since they get no Ctrl+C of their own. Exits with
 * `code`: by default, an interrupted run counts as failed.
 */
export function endTogether(code = 1): void {
  if (listening) return
  listening = true
  for (const signal of endingSignals) {
    process.on(signal, async () => {
      if (ending) return
      ending = true
      await Promise.all([...running].map(stop))
      process.exit(code)
    })
  }
}

/** Runs a script's work. An error ends it with its message and exit code 1. */
export function runScript(main: () => Promise<void>): void {
  main().catch((error: unknown) => {
    // Work interrupted on request is no failure.
    if (ending) return
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 1
  })
}

/** Waits for services that end only when asked to. Throws as soon as one ends without that. */
export async function watch(services: Service[]): Promise<never> {
  const ended = await Promise.race(services.map((service) => service.exit.then(() => service)))
  throw new Error(`${ended.name} stopped unexpectedly`)
}

/** Ends a service with all its children: SIGTERM first, SIGKILL after five seconds. */
export async function stop({ child, exit }: Service): Promise<void> {
  const { pid } = child
  if (pid === undefined) return
  signalGroup(pid, 'SIGTERM')
  const insist = setTimeout(() => signalGroup(pid, 'SIGKILL'), 5000)
  await exit
  clearTimeout(insist)
  // The leader is gone, but a grandchild may have ignored the request.
  signalGroup(pid, 'SIGKILL')
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(hasOwnGroups ? -pid : pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Waits until a URL answers with success. Throws when its service ends first, or isn't ready in time. */
export async function untilReady(url: string, service: Service, seconds: number): Promise<void> {
  const deadline = Date.now() + seconds * 1000
  let died = false
  service.exit.then(() => {
    died = true
  })
  for (;;) {
    if (died) throw new Error(`${service.name} ended before it was ready`)
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(2000) })
      await response.arrayBuffer()
      if (response.ok) return
      throw new Error(`${url} answered ${response.status}`)
    } catch (error) {
      if (Date.now() > deadline)
        throw new Error(`${service.name} isn't ready after ${seconds} s`, { cause: error })
    }
    await new Promise((resolve) => setTimeout(resolve, 150))
  }
}
