import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob, resolve } from 'node:path'
import { run } from '../../programs/process.ts'
import { write } from '../phases.ts'
import { relatedTests } from '../related.ts'
import { explained } from './explained.ts'
import { type Operand, operandsOf } from './find.ts'
import { Journal } from './journal.ts'
import { LimitedSession } from './limited-session.ts'
import type { Finding, Verdict } from './session.ts'
import { type Target, targets } from './targets.ts'

const copyPrefix = 'nocturne-operands-'
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
  const patterns = ['test/unit/**/*.test.ts', 'test/worker/**/*.test.ts']
  const sessions = patterns.map((each) => new LimitedSession(copy, each))
  const outcomes: Outcome[] = []
  try {
    const tries = targets.flatMap((target) => triesOf(target, pattern))
    if (tries.length === 0)
      throw new Error(`No target is named ${pattern}; see tools/tests/operands/targets.ts`)
    for (const each of tries) {
      const verdict = await verdictOf(each, { sessions, journal, until })
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
  removeOldCopies()
  const copy = mkdtempSync(join(tmpdir(), copyPrefix))
  process.once('exit', () => rmSync(copy, { recursive: true, force: true }))
  const files = await run('git', [
    'ls-files',
    '-z',
    '--cached',
    '--others',
    '--exclude-standard',
    '--deduplicate',
  ])
  // Git lists files that were deleted, too.
  for (const file of files.split('\0').filter((each) => existsSync(each))) cpSync(file, join(copy, file))
  for (const folder of ['node_modules', 'dist']) symlinkSync(resolve(folder), join(copy, folder))
  return copy
}

/** Removes what killed runs left, and nothing that a running one uses. */
function removeOldCopies(): void {
  for (const copy of globSync(join(tmpdir(), `${copyPrefix}*`))) {
    if (Date.now() - statSync(copy).mtimeMs > 2 * limitMs) rmSync(copy, { recursive: true, force: true })
  }
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

interface Means {
  sessions: readonly LimitedSession[]
  journal: Journal
  until: number
}

async function verdictOf(each: Try, means: Means): Promise<Outcome['verdict']> {
  const { file, line, operand, tests, without } = each
  if (without === null) return 'invalid'
  const change = { without, tests }
  const known = means.journal.get(change)
  if (known) return known
  const since = performance.now()
  const finding = await findingOf({ ...each, without }, means)
  if (finding === null) return 'untried'
  const seconds = (performance.now() - since) / 1000
  // A busy machine runs out of time, too.
  const isSure = finding.verdict !== 'unrun' && finding.by !== 'timeout'
  if (isSure) means.journal.add(change, { ...finding, file, line, operand, seconds })
  return finding.verdict
}

/** Returns what the tests find; null if the time is up before. */
async function findingOf(
  { file, without, tests }: Try & { without: string },
  { sessions, until }: Means,
): Promise<Finding | null> {
  let found: Finding = { verdict: 'unrun', by: null }
  for (const [at, session] of sessions.entries()) {
    const own = tests.filter((test) => test.startsWith('test/unit/') === (at === 0))
    if (own.length === 0) continue
    const rest = () => until - performance.now()
    const broken = rest() > 0 ? await session.learn(own, rest()) : null
    for (const test of broken ?? []) write(`FAILS WITHOUT A CHANGE  ${test}\n`)
    const finding = broken && rest() > 0 ? await session.findingOf(file, without, own, rest()) : null
    if (finding === null || finding.verdict === 'noticed') return finding
    if (finding.verdict === 'survived') found = finding
  }
  return found
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
  for (const each of of('invalid')) write(`CAN'T BE TRIED  ${lineOf(each)}\n`)
  for (const each of of('unrun')) write(`NO TEST RAN  ${lineOf(each)}\n`)
  for (const each of open) write(`SURVIVED  ${lineOf(each)}\n`)
  for (const { file, operand } of stale) write(`EXPLAINED IN VAIN  ${file}  ${operand}\n`)
  const untried = of('untried')
  if (untried.length > 0)
    write(
      `Incomplete: ${outcomes.length - untried.length} of ${outcomes.length} tried. The next run goes on at ${untried[0]?.file}.\n`,
    )
  write(
    `${outcomes.length} operands: ${of('noticed').length} noticed, ${survivors.length} survived (${survivors.length - open.length} explained), ${of('invalid').length} can't be tried, ${of('unrun').length} without a test, ${untried.length} not tried\n`,
  )
  return open.length === 0 && stale.length === 0 && of('unrun').length === 0
}

function isOf(known: (typeof explained)[number], each: Try): boolean {
  return known.file === each.file && known.operand === each.operand && known.condition === each.condition
}
