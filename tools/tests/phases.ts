import { stripVTControlCharacters } from 'node:util'

/**
 * The number of tests that passed, and the failures, each with the start of its message. They are repeated at
 * the end, where they are easy to find.
 */
export interface Sum {
  passed: number
  faults: string[]
}

/** Prints a phase's output. */
export type Print = (text: string) => void

export interface Phase {
  name: string
  /** Throws if later results couldn't be trusted, such as after a failed build. */
  run(print: Print): Promise<Sum>
}

/** Phases that run one after the other. */
export type Lane = Phase[]

interface Outcome extends Sum {
  name: string
  seconds: number
  /** The phase that ran at the same time, which explains why the durations add up to more than the total. */
  beside: string | undefined
  threw: boolean
}

/**
 * Runs the stages in order and the phases of a stage in parallel. Then prints the failures, the durations
 * and, as the last line, the sum.
 */
export async function runPhases(stages: Lane[][], limitMinutes = Number.POSITIVE_INFINITY): Promise<void> {
  const since = performance.now()
  const outcomes: Outcome[] = []
  for (const stage of stages) {
    outcomes.push(...(await runTogether(stage)))
    if (outcomes.some(({ threw }) => threw)) break
  }
  const seconds = secondsSince(since)
  const passed = outcomes.reduce((total, outcome) => total + outcome.passed, 0)
  const faults = outcomes.flatMap((outcome) => outcome.faults)
  write(faults.map((fault) => `\n  FAILED  ${fault}`).join(''))
  write(`\n${tableOf(outcomes, seconds)}`)
  if (seconds > limitMinutes * 60) write(`\nTOO SLOW: this run is to stay under ${limitMinutes} minutes.\n`)
  write(`\n${passed} passed, ${faults.length} failed\n`)
  process.exitCode = faults.length === 0 ? 0 : 1
}

/**
 * Runs the lanes of a stage in parallel. Prints each phase in one piece: the first as it runs, the next after
 * the first has ended.
 */
async function runTogether(stage: Lane[]): Promise<Outcome[]> {
  const first = stage[0]?.[0]
  const running = stage.flatMap((lane, index) => {
    const beside = index === 0 ? undefined : first?.name
    let before: Promise<unknown> = Promise.resolve()
    return lane.map((phase) => {
      const voice = hold()
      const outcome = before.then(() => runPhase(phase, beside, voice.print))
      before = outcome
      return { phase, voice, outcome }
    })
  })
  const outcomes: Outcome[] = []
  for (const { phase, voice, outcome } of running) {
    write(`\n${phase.name}\n`)
    voice.release()
    outcomes.push(await outcome)
  }
  return outcomes
}

async function runPhase(phase: Phase, beside: string | undefined, print: Print): Promise<Outcome> {
  const since = performance.now()
  try {
    const sum = await phase.run(print)
    return { ...sum, name: phase.name, seconds: secondsSince(since), beside, threw: false }
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    print(`${message}\n`)
    const faults = [`${phase.name}: ${brief(message)}`]
    return { passed: 0, faults, name: phase.name, seconds: secondsSince(since), beside, threw: true }
  }
}

/** Buffers output until it is released; later output is written at once. */
function hold(): { print: Print; release(): void } {
  let held: string[] | null = []
  return {
    print: (text) => {
      if (held) held.push(text)
      else write(text)
    },
    release: () => {
      write(held?.join('') ?? '')
      held = null
    },
  }
}

function tableOf(outcomes: Outcome[], total: number): string {
  const width = Math.max(...outcomes.map(({ name }) => name.length))
  const rows = outcomes.map(({ name, seconds, passed, faults, beside }) => {
    const notes = [
      ...(passed + faults.length > 0 ? [`${passed} passed, ${faults.length} failed`] : []),
      ...(beside ? [`beside ${beside}`] : []),
    ]
    return row(name.padEnd(width), seconds, notes.join(', '))
  })
  return [...rows, row('Total'.padEnd(width), total)].join('')
}

function row(name: string, seconds: number, notes = ''): string {
  const minutes = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return `${`  ${name}  ${minutes.padStart(6)}  ${notes}`.trimEnd()}\n`
}

/** Returns the start of an error's text on one line, without colours. */
export function brief(message = 'no message'): string {
  return stripVTControlCharacters(message).replace(/\s+/g, ' ').slice(0, 300)
}

function secondsSince(time: number): number {
  return Math.round((performance.now() - time) / 1000)
}

export function write(text: string): void {
  process.stdout.write(text)
}
