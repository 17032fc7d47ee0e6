import { readFileSync, writeFileSync } from 'node:fs'
import type { Part } from '../mutation.ts'

const page = 'docs/mutation.md'

/** Percent of the changes to a part that its tests must notice. */
export const least = 85

interface Counts {
  noticed: number
  survived: number
  unreached: number
}

/** The results of a file's changes, all of which are on the page. */
export interface Result extends Counts {
  /** A day. */
  tried: string
  /** Rows of the page. */
  survivors: string[]
}

/** By the name of the file, from the root of the repository. */
export type Results = Map<string, Result>

/** A change of the code, and its result. */
export interface Mutant {
  status: string
  replacement: string
  /** Lines and columns from 1; the end isn't included. */
  location: Record<'start' | 'end', { line: number; column: number }>
}

export function readMutation(): Results {
  return resultsOf(readFileSync(page, 'utf8'))
}

export function writeMutation(parts: readonly Part[], results: Results): void {
  writeFileSync(page, pageOf(parts, results))
}

/** Returns the results on a page. */
export function resultsOf(text: string): Results {
  const rows = text.matchAll(/^\| `(\S+)` \| \d+ \| (\d+) \| (\d+) \| (\d+) \| \S+ % \| (\S+) \|$/gm)
  const survivors = Map.groupBy(text.matchAll(/^\| `(\S+)` \d+ \| .+ \|$/gm), ([, file]) => file)
  return new Map(
    [...rows].map(([, file = '', noticed, survived, unreached, tried = '']) => [
      file,
      {
        noticed: Number(noticed),
        survived: Number(survived),
        unreached: Number(unreached),
        tried,
        survivors: (survivors.get(file) ?? []).map(([row]) => row),
      },
    ]),
  )
}

export function pageOf(parts: readonly Part[], results: Results): string {
  const rows = parts.flatMap((part) => [
    rowOf(`**${part.name}**`, sumOf(part, results)),
    ...part.files.map((file) => rowOf(`\`${file}\``, results.get(file))),
  ])
  const survivors = parts.flatMap(({ files }) => files.flatMap((file) => results.get(file)?.survivors ?? []))
  return `# Mutation

Made by \`npm run test:mutation\`. Stryker changes the code that guards in every small way, one at a time, and runs the tests
that reach the change; a change that no test notices survives. Each part must notice ${least} % of them. A run of some files
replaces their rows.

Orders, limits and uploads need a database and a bucket. Their tests, which \`npm test\` runs in workerd, run here in Node, with
SQLite in the place of D1 and memory in that of R2 (\`test/mutation/in-node/\`), since workerd takes seconds to start.

| part | changes | noticed | survived | reached by no test | score | tried |
| --- | ---: | ---: | ---: | ---: | ---: | --- |
${rows.join('\n')}

## Survivors

Most can't be noticed: a value that types ask for and that is always there, the name of an error that only a log has, the
end of a range that two branches treat alike. Where such code could be written without them, it was.

| where | code | changed to |
| --- | --- | --- |
${survivors.join('\n')}
`
}

/** Returns the percentage of noticed changes; NaN for a part that was never tried. */
export function scoreOf(part: Part, results: Results): number {
  return score(sumOf(part, results))
}

function sumOf({ files }: Part, results: Results): Counts {
  const tried = files.flatMap((file) => results.get(file) ?? [])
  const sum = (name: keyof Counts) => tried.reduce((total, counts) => total + counts[name], 0)
  return { noticed: sum('noticed'), survived: sum('survived'), unreached: sum('unreached') }
}

function score({ noticed, survived, unreached }: Counts): number {
  return (100 * noticed) / (noticed + survived + unreached)
}

function rowOf(name: string, counts: Counts & { tried?: string } = nothing): string {
  const { noticed, survived, unreached, tried = '' } = counts
  const all = noticed + survived + unreached
  if (all === 0) return `| ${name} | not tried | | | | | |`
  return `| ${name} | ${all} | ${noticed} | ${survived} | ${unreached} | ${score(counts).toFixed(1)} % | ${tried} |`
}

const nothing: Counts = { noticed: 0, survived: 0, unreached: 0 }

/** Returns the results of the changes to a file. A change that leaves no valid code doesn't count. */
export function resultOf(file: string, source: string, mutants: readonly Mutant[], tried: string): Result {
  const count = (...statuses: string[]) => mutants.filter(({ status }) => statuses.includes(status)).length
  return {
    noticed: count('Killed', 'Timeout'),
    survived: count('Survived'),
    unreached: count('NoCoverage'),
    tried,
    survivors: survivorsOf(file, source, mutants),
  }
}

function survivorsOf(file: string, source: string, mutants: readonly Mutant[]): string[] {
  const lines = source.split('\n')
  return mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .sort((a, b) => a.location.start.line - b.location.start.line)
    .map(({ location: { start, end }, replacement }) => {
      const line = lines[start.line - 1] ?? ''
      const code = line.slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined)
      return `| \`${file}\` ${start.line} | ${asCode(code)} | ${asCode(replacement)} |`
    })
}

/** Returns the start of a piece of code for a table's cell. */
function asCode(code: string): string {
  // A bracket before a parenthesis would be a link.
  const plain = code.replace(/\s+/g, ' ').replaceAll('](', '] (')
  const short = plain.slice(0, 60).replaceAll('|', '\\|')
  return short.includes('`') ? `\`\` ${short} \`\`` : `\`${short}\``
}
