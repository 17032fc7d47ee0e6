import { writeFileSync } from 'node:fs'
import { runnerImport } from 'vite'

/**
 * `npm run bench:search`: times the SQL of searches and suggestions at two sizes of the catalogue, and writes
 * docs/bench-search.md. Fails over the limits.
 */

const sizes = [100_000, 1_000_000]
/** Milliseconds of SQL at the 95th percentile. */
const limits = { search: 25, list: 25, suggestions: 15 }

const { module } = await runnerImport<typeof import('#bench/scale/search')>('./bench/scale/search.ts')

const results = sizes.map((size) => {
  process.stdout.write(`${size.toLocaleString('en')} videos\n`)
  return module.timeSearches(size)
})

let isOver = false
const rows = (results[0] ?? []).map(({ what }, row) => {
  const limit = limits[what.split(',')[0] as keyof typeof limits]
  const cells = results.map((timings) => {
    const { median = 0, p95 = 0, worst = 0 } = timings[row] ?? {}
    isOver ||= p95 > limit
    return [median, p95, worst].map((ms) => ms.toFixed(1)).join(' · ')
  })
  return `| ${what} | ${cells.join(' | ')} | ${limit} |`
})

writeFileSync(
  'docs/bench-search.md',
  `# Searches, measured

Made by \`npm run bench:search\`: milliseconds of SQL for all statements of a request, as median, 95th percentile and worst
of 60, whose words go from the most frequent of 30,000 to the rarest (Zipf's law: the most frequent is in more than half
of the titles). In the SQLite that Node has, in memory, on one machine; the limit is that of the 95th percentile.

| request | ${sizes.map((size) => `${size.toLocaleString('en')} videos`).join(' | ')} | limit |
| --- | ${sizes.map(() => '---:').join(' | ')} | ---: |
${rows.join('\n')}
`,
)
process.stdout.write(`${rows.join('\n')}\n`)
if (isOver) {
  process.stderr.write('Over the limit.\n')
  process.exitCode = 1
}
