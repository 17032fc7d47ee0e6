import { measureRows } from '#bench/sizes/measure-rows'
import { sizesTable, sumsTable } from '#bench/sizes/page'
import { writeMarked } from '#tools/figures/marked'
import { runScript } from '#tools/programs/process'

/**
 * `npm run docs:sizes`: measures the bytes of a row of each table, and writes them into docs/scale.md. Takes
 * a few seconds.
 */
runScript(async () => {
  const sizes = measureRows()
  writeMarked('docs/scale.md', 'tables', sizesTable(sizes))
  writeMarked('docs/scale.md', 'sums', sumsTable(sizes))
})
