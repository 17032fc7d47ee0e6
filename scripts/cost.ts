import { readFileSync, writeFileSync } from 'node:fs'
import { benchRows, costTable } from './lib/cost.ts'

/** `npm run cost`: writes the table of docs/operating.md anew, from the counts in docs/bench.md. */
const page = 'docs/operating.md'
const text = readFileSync(page, 'utf8')
const marked = /(<!-- cost -->\n)[\s\S]*?(<!-- end of cost -->)/
if (!marked.test(text)) throw new Error(`${page} has no place for the table.`)
const table = costTable(benchRows(readFileSync('docs/bench.md', 'utf8')))
writeFileSync(
  page,
  text.replace(marked, (_all, begin: string, end: string) => `${begin}${table}\n${end}`),
)
