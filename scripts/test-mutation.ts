import { readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { buildWeb } from '#build/web/build-once'
import { ensureTools } from '#tools/programs/installed'
import { mutate, parts } from '#tools/tests/mutation'
import {
  least,
  type Results,
  readMutation,
  resultOf,
  scoreOf,
  writeMutation,
} from '#tools/tests/pages/mutation'

/**
 * `npm run test:mutation`: checks that the tests notice each small change to the security-relevant code.
 * Writes docs/mutation.md. With a pattern of files, it tries only those again. Prints the changes that no
 * test noticed.
 */
const [only] = process.argv.slice(2)
const results: Results = only === undefined ? new Map() : readMutation()
await ensureTools()
await buildWeb()
for (const { files, tests } of parts) {
  for (const file of files.filter((each) => matchesGlob(each, only ?? '**'))) {
    const source = readFileSync(file, 'utf8')
    const mutants = await mutate(file, tests)
    results.set(file, resultOf(file, source, mutants, new Date().toISOString().slice(0, 10)))
    // After each file: all of them take hours.
    writeMutation(parts, results)
  }
}
const scores = parts.map((part) => ({ name: part.name, score: scoreOf(part, results) }))
for (const { name, score } of scores) {
  process.stdout.write(`${Number.isNaN(score) ? 'not tried' : `${score.toFixed(1)} %`}  ${name}\n`)
}
process.exitCode = scores.every(({ score }) => score >= least) ? 0 : 1
