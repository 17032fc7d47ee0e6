import { rmSync } from 'node:fs'
import { measureSizes, sizesTable } from '#bench/scale/catalogue'
import { buildWeb } from '#build/web/build-once'
import { writeMarked } from '#tools/figures/marked'
import { ensureSecrets, local } from '#tools/site/local'
import { migrate, seed } from '#tools/site/steps'

/**
 * `npm run bench:million`: counts the rows of every public request with 1,000, 100,000 and a million videos,
 * and once more with 2,000 uploads of one account that no one else may see. Writes its part of docs/bench.md.
 * Fails where rows are over the budgets of `npm run bench`, or grow.
 */

// It empties the folder, which without this could be the developer's own.
if (!process.env.STATE_DIR) throw new Error('Run it as `npm run bench:million`, which sets STATE_DIR.')
ensureSecrets()
rmSync(local.stateDir, { recursive: true, force: true })
await buildWeb()
await migrate()
await seed()
const { table, isWrong } = sizesTable(await measureSizes())
rmSync(local.stateDir, { recursive: true, force: true })
writeMarked('docs/bench.md', 'million', table)
process.stdout.write(`${table}\n`)
process.exitCode = isWrong ? 1 : 0
