import { rmSync } from 'node:fs'
import { costTable, monthTable } from '#bench/cost/month'
import { type RecordedVisit, recordVisit } from '#bench/cost/recorded-visit'
import { buildWeb } from '#build/web/build-once'
import { writeMarked } from '#tools/figures/marked'
import { ensureTools } from '#tools/programs/installed'
import { ensureSecrets, local } from '#tools/site/local'
import { startSite } from '#tools/site/start'
import { migrate, seed } from '#tools/site/steps'

/**
 * `npm run cost`: records a visit to the local site in Chromium, with the cost of each answer by the worker's
 * own counts, and computes the cost of a month from it. Writes its parts of docs/scale.md and
 * docs/operating.md.
 */

// It empties the folder, which without this could be the developer's own.
if (!process.env.STATE_DIR) throw new Error('Run it as `npm run cost`, which sets STATE_DIR.')
await ensureTools()
ensureSecrets()
rmSync(local.stateDir, { recursive: true, force: true })
await buildWeb()
await migrate()
await seed()
const site = await startSite()
const visit = await recordVisit().finally(() => site.stop())
rmSync(local.stateDir, { recursive: true, force: true })
writeMarked('docs/scale.md', 'visit', visitTable(visit))
writeMarked('docs/scale.md', 'month', monthTable(visit))
writeMarked('docs/operating.md', 'cost', costTable(visit))
process.stdout.write(`${visitTable(visit)}\n\n${monthTable(visit)}\n`)

function visitTable({ parts, segments }: RecordedVisit): string {
  const figure = (value: number) => String(Math.round(value * 100) / 100)
  const lines = Object.entries(parts).map(
    ([part, each]) =>
      `| ${[part, ...[each.requests, each.r2Reads, each.kvReads, each.rowsRead, each.rowsWritten].map(figure)].join(' | ')} |`,
  )
  return `| part of the visit | requests | R2 reads | KV reads | rows read | rows written |
| --- | ---: | ---: | ---: | ---: | ---: |
${lines.join('\n')}

Of a long video, 400 s are ${segments} segments.`
}
