import type { RowSize } from './measure-rows.ts'
import { growth } from './table-growth.ts'

/** Videos of a site that has as many members. */
const sites = [10_000, 100_000, 1_000_000]

const number = new Intl.NumberFormat('en')
const rough = new Intl.NumberFormat('en', { maximumSignificantDigits: 2 })

/** Returns the tables of the database, by room. */
export function sizesTable(sizes: ReadonlyMap<string, RowSize>): string {
  const rooms = Object.entries(growth).map(([room, tables]) => [
    `| **${room}** | | | | |`,
    ...Object.entries(tables).map(([table, { rows, grows, pruned }]) => {
      const bytes = grows.startsWith('nothing') ? null : sizes.get(table)?.bytes
      const often = [rows?.video && `${rows.video} a video`, rows?.member && `${rows.member} a member`]
      const assumed = often.filter(Boolean).join(', ')
      return `| ${table} | ${bytes == null ? '–' : number.format(bytes)} | ${assumed || '–'} | ${grows} | ${pruned} |`
    }),
  ])
  return [
    '| table | bytes a row | rows, assumed | grows with | pruned |',
    '| --- | ---: | --- | --- | --- |',
    ...rooms.flat(),
  ].join('\n')
}

/** Returns the table of whole sites' sizes, by room. */
export function sumsTable(sizes: ReadonlyMap<string, RowSize>): string {
  const rows = Object.entries(growth).map(([room, tables]) => {
    const each = Object.entries(tables).map(
      ([table, { rows }]) => (sizes.get(table)?.bytes ?? 0) * ((rows?.video ?? 0) + (rows?.member ?? 0)),
    )
    return { room, bytes: each.reduce((sum, bytes) => sum + bytes, 0) }
  })
  const ofAll = { room: '**In all**', bytes: rows.reduce((sum, { bytes }) => sum + bytes, 0) }
  return [
    `| as many members as videos | ${sites.map((count) => number.format(count)).join(' | ')} |`,
    `| --- |${sites.map(() => ' ---: |').join('')}`,
    ...[...rows, ofAll].map(
      ({ room, bytes }) => `| ${room} | ${sites.map((count) => sizeText(bytes * count)).join(' | ')} |`,
    ),
  ].join('\n')
}

function sizeText(bytes: number): string {
  return bytes < 1e9 ? `${rough.format(bytes / 1e6)} MB` : `${rough.format(bytes / 1e9)} GB`
}
