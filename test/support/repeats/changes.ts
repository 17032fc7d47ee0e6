import { env } from 'cloudflare:workers'

type Row = Record<string, unknown>

/** Rows of each table, by their keys. */
type Tables = Map<string, Map<string, Row>>

/** Tables left out: counts of requests, unused challenges, jobs' backlogs, and SQLite's own tables. */
const leftOut =
  /^(rate_windows|challenges|search_backlog|batch_assert|d1_migrations|sqlite_\w+|_cf_\w+|\w+_(data|idx|content|docsize|config))$/

export async function tablesNow(): Promise<Tables> {
  const { results } = await env.DB.prepare(
    `select name, sql from sqlite_schema where type = 'table' and sql not like 'create virtual%'`,
  ).all<{ name: string; sql: string }>()
  const named = results.filter(({ name }) => !leftOut.test(name))
  const tables = await env.DB.batch<Row>(named.map(({ name }) => env.DB.prepare(`select * from "${name}"`)))
  return new Map(
    named.map(({ name, sql }, index) => {
      const by = keysIn(sql)
      return [
        name,
        new Map((tables[index]?.results ?? []).map((row) => [by.map((key) => row[key]).join(), row])),
      ]
    }),
  )
}

/** Returns the columns of a table's primary key, from its definition. */
function keysIn(sql: string): string[] {
  const [, several, one = ''] =
    /primary key\s*\(([^)]*)\)|[`"]?(\w+)[`"]?\s+\w+\s+primary key/i.exec(sql) ?? []
  return (several ?? one).split(',').map((name) => name.replaceAll(/[`"\s]/g, ''))
}

/**
 * Returns the changes, one a line for each row: rows that are new or gone, and by how much numbers grew.
 * Times, IDs and made-up names are left out, since they differ between any two runs.
 */
export function changesBetween(before: Tables, after: Tables): string[] {
  const changes: string[] = []
  for (const [name, rows] of after) {
    const old = before.get(name) ?? new Map<string, Row>()
    for (const [key, row] of rows) {
      const was = old.get(key)
      if (!was && counted.test(name)) changes.push(`~ ${name} ${changed({}, row)}`)
      else if (!was) changes.push(`+ ${name} ${JSON.stringify(plainRow(row))}`)
      else if (was && JSON.stringify(was) !== JSON.stringify(row))
        changes.push(`~ ${name} ${changed(was, row)}`)
    }
    for (const [key, row] of old)
      if (!rows.has(key)) changes.push(`- ${name} ${JSON.stringify(plainRow(row))}`)
  }
  return changes.sort()
}

function changed(was: Row, row: Row): string {
  const isKey = (name: string) => !(name in was) && typeof row[name] !== 'number'
  const fields = Object.keys(row).filter(
    (name) => (was[name] ?? 0) !== row[name] && !isKey(name) && !pointing.test(name),
  )
  return fields
    .map((name) => {
      const [from, to] = [was[name], row[name]]
      if (typeof to !== 'number') return `${name} ${plain(name, to)}`
      return `${name} ${to - Number(from ?? 0)}`
    })
    .join(', ')
}

const plainRow = (row: Row) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, plain(name, value)]))

/** Tables of counts, in which the first count makes a row. */
const counted = /^(daily_stats|field_counts|owner_days|video_days|owner_storage|owner_counts|storage_totals)$/

/** Names of numbers that refer to another row, or to a moment. */
const pointing =
  /(^|_)(id|by|to|at|day|step|until|since|end|key|ref|seq|place|position|popularity|crc32|reindexing)$/

function plain(name: string, value: unknown): unknown {
  if (value === null) return null
  if (typeof value === 'number') return pointing.test(name) || value > 1e9 ? '#' : value
  return plainText(String(value))
}

/** Leaves out the parts that differ between any two runs. */
export function plainText(text: string): string {
  return text
    .replaceAll(/\/media\/[^"]*\//g, '/media/#/')
    .replaceAll(/\b[A-Z\d]{4}(-[A-Z\d]{4})+\b/g, '#')
    .replaceAll(/"id":"\w+"/g, '"id":"#"')
    .replaceAll(/[\w-]{16,}/g, '#')
    .replaceAll(/\b[a-z]?[abcdefghkpqrstxyz]{6,22}\b/gi, '#')
    .replaceAll(/[\d:.TZ-]*\d[\d:.TZ-]*/g, '#')
    .replaceAll(/#+/g, '#')
    .replaceAll(/(#,)+#/g, '#')
}
