import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { sampledColumns } from '#bench/sizes/samples'
import { growth } from '#bench/sizes/table-growth'
import { daysKept } from '#contract/values/shared/daily-stats'
import { day, hour } from '#contract/values/shared/time'
import { fieldDays } from '#contract/values/site/field-data'
import { newsConfirmMs } from '#contract/values/site/newsletter'
import { trashDays } from '#contract/values/videos/video'
import { hashedPlaces } from '#db/queries/videos/video-files'
import { migratedDatabase } from '#tools/database/migrations'
import { keptMs, scansKept } from '#worker/jobs/prune'
import { auditKeptMs } from '#worker/services/shared/audit/index'
import { usedUploadsKeptMs } from '#worker/services/uploads/transfer/prune-used'
import { staleMs } from '#worker/services/uploads/transfer/stale'
import { seenViewsKeptMs } from '#worker/services/videos/views/popularity'
import { revocationsKeptMs } from '#worker/storage/revocations'

const tables = Object.assign({}, ...Object.values(growth)) as (typeof growth)[string]

describe('the growth of tables', () => {
  it('is known of each table, and of no other', () => {
    const rows = migratedDatabase()
      .prepare(
        `select name from sqlite_master where type = 'table' and name not like 'sqlite_%' order by name`,
      )
      .all() as { name: string }[]
    // The search index keeps its data in tables of its own.
    const names = rows.map(({ name }) => name).filter((name) => !name.startsWith('video_search_'))
    expect(Object.keys(tables).sort()).toEqual(names)
  })

  it('is on the page, each table once', () => {
    const page = readFileSync('docs/scale.md', 'utf8')
    for (const [table, { grows, pruned }] of Object.entries(tables)) {
      const rows = page.split('\n').filter((line) => line.startsWith(`| ${table} |`))
      expect([table, rows.length]).toEqual([table, 1])
      expect(rows[0]).toContain(`| ${grows} | ${pruned} |`)
    }
  })

  it('of hashes is that of every file that a removal blocks', () => {
    // The source is one of the qualities.
    const beside = hashedPlaces.filter((place) => place !== 'source' && place !== 'rendition').length
    const rowsOf = (table: string) => tables[table]?.rows?.video ?? 0
    const hashes = rowsOf('removals') * 2 * (rowsOf('renditions') + beside)
    for (const table of ['removal_hashes', 'blocked_hashes']) expect(rowsOf(table)).toBeCloseTo(hashes)
  })

  it('ends by the terms that the code has', () => {
    const terms: [table: string, words: string, value: number, said: number][] = [
      ['audit_log', '3 years', auditKeptMs, 3 * 365 * day],
      ['mail_outbox', '90 days after', keptMs.mails, 90 * day],
      ['dead_letters', '90 days after', keptMs.jobs, 90 * day],
      ['webhook_events', '90 days', keptMs.webhooks, 90 * day],
      ['uploads', 'unfinished: two days', staleMs, 2 * day],
      ['uploads', 'used: 90 days', usedUploadsKeptMs, 90 * day],
      ['refused_terms', 'a year after', keptMs.refusals, 365 * day],
      ['storage_scans', 'the last 20', scansKept, 20],
      ['views_seen', 'two hours', seenViewsKeptMs, 2 * hour],
      ['revocations', '3 days', revocationsKeptMs, 3 * day],
      ['field_counts', '30 days', fieldDays.kept, 30],
      ['newsletter_subscribers', 'unconfirmed: a week', newsConfirmMs, 7 * day],
      ['videos', '7 days in the trash', trashDays, 7],
      ['video_days', 'after 400 days', daysKept, 400],
    ]
    for (const [table, words, value, said] of terms) {
      expect(tables[table]?.pruned).toContain(words)
      expect([table, value]).toEqual([table, said])
    }
  })
})

it('samples name only columns that there are', () => {
  const columns = migratedDatabase()
    .prepare(
      `select c.name, t.name || '.' || c.name as own from sqlite_master t, pragma_table_info(t.name) c where t.type = 'table'`,
    )
    .all() as { name: string; own: string }[]
  const names = new Set(columns.flatMap(({ name, own }) => [name, own]))
  expect(sampledColumns.filter((name) => !names.has(name))).toEqual([])
})
