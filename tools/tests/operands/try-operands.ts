import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob, resolve } from 'node:path'
import { run } from '../../programs/process.ts'
import { write } from '../phases.ts'
import { relatedTests } from '../related.ts'
import { explained } from './explained.ts'
import { type Operand, operandsOf } from './find.ts'
import { Journal, keyOf } from './journal.ts'
import { Session, type Verdict } from './session.ts'
import { type Target, targets } from './targets.ts'

const limitMs = 90 * 60_000
/** Worker tests for each file, those most related by name. */
const relatedAtMost = 4

interface Try extends Operand {
  file: string
  tests: string[]
}

interface Outcome extends Try {
  verdict: Verdict | 'invalid' | 'untried'
}

/**
 * Leaves out each operand of the conditions on which access depends, one at a time, and runs the related
 * tests. Ends after 90 minutes at most; the next run goes on from there. Returns whether each operand tried is
 * noticed or explained. With a pattern, tries only these files.
 */
export async function tryOperands(pattern = '**'): Promise<boolean> {
  const until = performance.now() + limitMs
  const journal = new Journal(resolve('.wrangler/operands.jsonl'))
  const home = process.cwd()
  const copy = await copyTree()
  process.chdir(copy)
  const sessions = [new Session('test/unit/**/*.test.ts'), new Session('test/worker/**/*.test.ts')]
  const outcomes: Outcome[] = []
  try {
    const tries = targets.flatMap((target) => triesOf(target, pattern))
    for (const each of tries) {
      const verdict =
        performance.now() < until ? await verdictOf(each, sessions, journal) : knownOf(each, journal)
      outcomes.push({ ...each, verdict })
      if (verdict === 'survived') write(`${outcomes.length} of ${tries.length}: ${lineOf(each)}\n`)
    }
  } finally {
    await Promise.all(sessions.map((session) => session.close()))
    process.chdir(home)
  }
  return report(outcomes)
}

/** Copies the tree, in which a killed run may leave a file changed. Returns its folder. */
async function copyTree(): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'nocturne-operands-'))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  const files = await run('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--deduplicate'])
  for (const file of globSync(files.split('\n').filter(Boolean).map(escaped))) cpSync(file, join(copy, file))
  for (const folder of ['node_modules', 'dist']) symlinkSync(resolve(folder), join(copy, folder))
  return copy
}

function escaped(file: string): string {
  return file.replace(/[[\]{}()*?!]/g, '[$&]')
}

function triesOf({ files, tests: more = [] }: Target, pattern: string): Try[] {
  return globSync(files)
    .filter((file) => matchesGlob(file, pattern))
    .sort()
    .flatMap((file) => {
      const related = relatedTests([file]).filter((test) => test.startsWith('test/'))
      const tests = [...new Set([...globSync([...more]).sort(), ...related.slice(0, relatedAtMost)])]
      return operandsOf(file, readFileSync(file, 'utf8')).map((operand) => ({ ...operand, file, tests }))
    })
}

async function verdictOf(each: Try, sessions: Session[], journal: Journal): Promise<Outcome['verdict']> {
  const { file, line, operand, without, tests } = each
  if (without === null) return 'invalid'
  const key = keyOf(without, tests)
  const known = journal.get(key)
  if (known) return known
  const since = performance.now()
  let verdict: Verdict = 'survived'
  for (const [at, session] of sessions.entries()) {
    const own = tests.filter((test) => test.startsWith('test/unit/') === (at === 0))
    if (verdict === 'survived' && own.length > 0) verdict = await session.verdictOf(file, without, own)
  }
  journal.add({ key, verdict, file, line, operand, seconds: (performance.now() - since) / 1000 })
  return verdict
}

function knownOf({ without, tests }: Try, journal: Journal): Outcome['verdict'] {
  if (without === null) return 'invalid'
  return journal.get(keyOf(without, tests)) ?? 'untried'
}

function lineOf({ file, line, operand, condition }: Try): string {
  return `${file}:${line}  ${operand}  of  ${condition}`
}

/** Prints what no test noticed and isn't explained, and explanations that are out of date. */
function report(outcomes: readonly Outcome[]): boolean {
  const of = (wanted: Outcome['verdict']) => outcomes.filter(({ verdict }) => verdict === wanted)
  const survivors = of('survived')
  const open = survivors.filter((each) => !explained.some((known) => isOf(known, each)))
  const files = new Set(outcomes.map(({ file }) => file))
  const stale = explained.filter((known) => {
    const theirs = outcomes.filter((each) => isOf(known, each))
    return (
      files.has(known.file) && theirs.every(({ verdict }) => verdict === 'noticed' || verdict === 'invalid')
    )
  })
  for (const each of of('invalid')) write(`NO SQL WITHOUT IT  ${lineOf(each)}\n`)
  for (const each of open) write(`SURVIVED  ${lineOf(each)}\n`)
  for (const { file, operand } of stale) write(`EXPLAINED IN VAIN  ${file}  ${operand}\n`)
  const untried = of('untried')
  if (untried.length > 0)
    write(
      `Not tried yet: ${[...new Set(untried.map(({ file }) => file))].join(', ')}. The next run goes on there.\n`,
    )
  write(
    `${outcomes.length} operands: ${of('noticed').length} noticed, ${survivors.length} survived (${survivors.length - open.length} explained), ${of('invalid').length} can't be tried, ${untried.length} not tried\n`,
  )
  return open.length === 0 && stale.length === 0
}

function isOf(known: (typeof explained)[number], each: Try): boolean {
  return known.file === each.file && known.operand === each.operand && known.condition === each.condition
}
