import { randomInt } from 'node:crypto'
import { join } from 'node:path'
import { bins, runAloud } from '../programs/process.ts'
import { type Print, type Sum, write } from './phases.ts'
import { readReport } from './read-report.ts'
import { sumFile } from './sum-reporter.ts'

const reporter = join(import.meta.dirname, 'sum-reporter.ts')

/** Runs vitest with these arguments, which may select some of the tests. `file` is for its report. */
export async function vitest(print: Print, file: string, args: string[]): Promise<Sum> {
  const reporters = ['--reporter=dot', `--reporter=${reporter}`]
  const code = await runAloud('vitest', [bins.vitest, 'run', ...reporters, ...args], print, {
    [sumFile]: file,
  })
  const sum = readReport<Sum>(file)
  if (!sum) return { passed: 0, faults: ['vitest wrote no report'] }
  if (code !== 0 && sum.faults.length === 0) sum.faults.push(`vitest ended with ${code}`)
  return sum
}

/**
 * Returns the arguments for `--shuffle` or `--shuffle=seed`: files and tests in an order that the seed
 * reproduces. Throws for any other option.
 */
export function shuffleArgs(options: string[]): string[] {
  const known = /^--shuffle(?:=(\d+))?$/
  const wrong = options.find((option) => !known.test(option))
  if (wrong !== undefined) throw new Error(`npm test takes --shuffle or --shuffle=NUMBER, not ${wrong}`)
  const [option] = options
  if (option === undefined) return []
  const seed = known.exec(option)?.[1] ?? String(randomInt(1_000_000))
  write(`Shuffled; --shuffle=${seed} repeats the order\n`)
  return ['--sequence.shuffle', `--sequence.seed=${seed}`]
}
