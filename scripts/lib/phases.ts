import { stripVTControlCharacters } from 'node:util'

/** How many tests passed, and what failed, each with its first words: said again at the end, where it can be found. */
export interface Sum {
  passed: number
  faults: string[]
}

/** Shows what a phase has to say. */
export type Print = (text: string) => void

export interface Phase {
  name: string
  /** Throws when nothing that comes after can be trusted, such as after a build that failed. */
  run(print: Print): Promise<Sum>
}

interface Outcome extends Sum {
  name: string
  seconds: number
  /** The phase that ran at the same time, which explains why the durations add up to more than their total. */
  beside: string | undefined
  threw: boolean
}

/**
 * Runs stage after stage, the phases of one side by side, then prints what failed, what took how long, and the sum as
 * the last line.
 */
export async function runPhases(stages: Phase[][], limitMinutes: number): Promise<void> {
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

/** Each phase is heard in one piece: the first while it runs, the next from when that has ended. */
async function runTogether(stage: Phase[]): Promise<Outcome[]> {
  const running = stage.map((phase) => {
    const voice = hold()
    return { phase, voice, outcome: runPhase(phase, stage[0], voice.print) }
  })
  const outcomes: Outcome[] = []
  for (const { phase, voice, outcome } of running) {
    write(`\n${phase.name}\n`)
    voice.release()
    outcomes.push(await outcome)
  }
  return outcomes
}

async function runPhase(phase: Phase, first: Phase | undefined, print: Print): Promise<Outcome> {
  const since = performance.now()
  const beside = first === phase ? undefined : first?.name
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

/** Keeps what is printed until it is released, from when on it is written at once. */
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

/** The beginning of an error's text, on one line and without colours. */
export function brief(message = 'no message'): string {
  return stripVTControlCharacters(message).replace(/\s+/g, ' ').slice(0, 300)
}

function secondsSince(time: number): number {
  return Math.round((performance.now() - time) / 1000)
}

export function write(text: string): void {
  process.stdout.write(text)
}
