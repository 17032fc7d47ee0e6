import { writeMarked } from '#tools/figures/marked'
import { runScript } from '#tools/programs/process'
import { measureRows } from './sizes/measure-rows.ts'
import { sizesTable, sumsTable } from './sizes/sizes-page.ts'

/** `npm run docs:sizes`: measures what a row of each table takes, and writes it into docs/scale.md. Takes a few seconds. */
runScript(async () => {
  const sizes = measureRows()
  writeMarked('docs/scale.md', 'tables', sizesTable(sizes))
  writeMarked('docs/scale.md', 'sums', sumsTable(sizes))
})
