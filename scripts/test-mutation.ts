import { writeFileSync } from 'node:fs'
import { lastResults, type Mutant, mutate, type Tried } from './lib/mutation.ts'
import { buildWeb } from './lib/steps.ts'
import { ensureTools } from './lib/tools.ts'

/** Percent of the changes to a part that its tests must notice. */
const least = 85

/**
 * `npm run test:mutation`: whether the tests notice each small change to the code that guards. Writes docs/mutation.md.
 * With a pattern of files it tries those again, and prints what isn't noticed.
 */
const [only] = process.argv.slice(2)
await ensureTools()
await buildWeb()
await mutate(only)
const tried = lastResults()
const byPart = Map.groupBy(tried, ({ part }) => part)
const scores = [...byPart].map(([name, files]) => {
  const mutants = files.flatMap((file) => file.mutants)
  return { name, files, score: scoreOf(mutants), row: rowOf(`**${name}**`, mutants) }
})
writeFileSync('docs/mutation.md', page())
for (const { name, score } of scores) {
  process.stdout.write(`${Number.isNaN(score) ? 'not tried' : `${score.toFixed(1)} %`}  ${name}\n`)
}
process.exitCode = scores.every(({ score }) => score >= least) ? 0 : 1

function page(): string {
  return `# Mutation

Made by \`npm run test:mutation\`. Stryker changes the code that guards in every small way, one at a time, and runs the tests
that reach the change; a change that no test notices survives. Each part must notice ${least} % of them.

Orders, limits and uploads need a database and a bucket. Their tests, which \`npm test\` runs in workerd, run here in Node, with
SQLite in the place of D1 and memory in that of R2 (\`test/mutation/in-node/\`), since workerd takes seconds to start.

| part | changes | noticed | survived | reached by no test | score |
| --- | ---: | ---: | ---: | ---: | ---: |
${scores.flatMap(({ files, row }) => [row, ...files.map(({ file, mutants }) => rowOf(`\`${file}\``, mutants))]).join('\n')}

## Survivors

Most can't be noticed: a value that types ask for and that is always there, the name of an error that only a log has, the
end of a range that two branches treat alike. Where such code could be written without them, it was.

| where | code | changed to |
| --- | --- | --- |
${tried.flatMap(survivors).join('\n')}
`
}

function count(mutants: readonly Mutant[], ...statuses: string[]): number {
  return mutants.filter(({ status }) => statuses.includes(status)).length
}

/** What isn't code once changed doesn't count. */
function tally(mutants: readonly Mutant[]) {
  const noticed = count(mutants, 'Killed', 'Timeout')
  const survived = count(mutants, 'Survived')
  const unreached = count(mutants, 'NoCoverage')
  return { noticed, survived, unreached, all: noticed + survived + unreached }
}

function scoreOf(mutants: readonly Mutant[]): number {
  const { noticed, all } = tally(mutants)
  return (100 * noticed) / all
}

function rowOf(name: string, mutants: readonly Mutant[]): string {
  const { noticed, survived, unreached, all } = tally(mutants)
  if (all === 0) return `| ${name} | not tried | | | | |`
  return `| ${name} | ${all} | ${noticed} | ${survived} | ${unreached} | ${scoreOf(mutants).toFixed(1)} % |`
}

function survivors({ file, source, mutants }: Tried): string[] {
  const lines = source.split('\n')
  return mutants
    .filter(({ status }) => status === 'Survived' || status === 'NoCoverage')
    .map(({ location: { start, end }, replacement }) => {
      const line = lines[start.line - 1] ?? ''
      const code = line.slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined)
      return `| ${place(file, start.line)} | ${asCode(code)} | ${asCode(replacement)} |`
    })
}

function place(file: string, line: number): string {
  return `\`${file}\` ${line}`
}

/** Returns the start of a piece of code, as a cell can hold it. */
function asCode(code: string): string {
  // A bracket before a parenthesis would be a link.
  const plain = code.replace(/\s+/g, ' ').replaceAll('](', '] (')
  const short = plain.slice(0, 60).replaceAll('|', '\\|')
  return short.includes('`') ? `\`\` ${short} \`\`` : `\`${short}\``
}
