import { readFileSync } from 'node:fs'
import { benchRows, costTable } from './lib/cost.ts'
import { writeMarked } from './lib/marked.ts'

/** `npm run cost`: writes the table of docs/operating.md anew, from the counts in docs/bench.md. */
writeMarked('docs/operating.md', 'cost', costTable(benchRows(readFileSync('docs/bench.md', 'utf8'))))
